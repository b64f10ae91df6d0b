#include "texts.h"

#include <fmt/format.h>

#include "errors.h"

namespace plumb::python {
namespace nb = nanobind;
namespace {

std::string_view text_of(nb::handle item, const char* what, std::size_t index) {
  if (!PyUnicode_Check(item.ptr())) {
    const bool is_missing = item.is_none();
    refuse(fmt::format(
        "{}[{}] is {}; a text is expected{}", what, index,
        is_missing ? "None" : fmt::format("of the type {}", Py_TYPE(item.ptr())->tp_name),
        is_missing ? ": fill it, or leave the row out" : ""));
  }
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    refuse(
        fmt::format("{}[{}] holds half of a surrogate pair, which no UTF-8 text can; repair it "
                    "with .encode(\"utf-8\", \"replace\").decode()",
                    what, index));
  }
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace

Texts::Texts(nb::handle source, const char* what, Nulls nulls) {
  if (ArrowTexts::speaks(source)) {
    arrow_.emplace(source, what, nulls);
    return;
  }
  items_ = nb::steal(PySequence_Tuple(source.ptr()));
  if (!items_.is_valid()) throw nb::python_error();
  const std::size_t count = nb::len(items_);
  texts_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    texts_.push_back(text_of(PyTuple_GET_ITEM(items_.ptr(), static_cast<Py_ssize_t>(i)), what, i));
  }
}

}  // namespace plumb::python
