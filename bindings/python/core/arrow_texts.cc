#include "arrow_texts.h"

#include <fmt/format.h>

#include <string>

#include "errors.h"

namespace plumb::python {
namespace nb = nanobind;
namespace {

[[noreturn]] void refuse_null(const char* what, std::size_t index) {
  refuse(fmt::format("{}[{}] is null; a text is expected: fill it, or leave the row out", what,
                     index));
}

template <class T>
T* pointer_in(nb::handle capsule, const char* name) {
  auto* pointer = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (pointer == nullptr) throw nb::python_error();
  return pointer;
}

}  // namespace

ArrowTexts::ArrowTexts(nb::handle source, const char* what, Nulls nulls)
    : what_(what), nulls_(nulls) {
  if (nb::hasattr(source, "__arrow_c_stream__")) {
    take_stream(source);
  } else {
    take_array(source);
  }
}

ArrowTexts::~ArrowTexts() = default;

bool ArrowTexts::speaks(nb::handle source) {
  return nb::hasattr(source, "__arrow_c_stream__") || nb::hasattr(source, "__arrow_c_array__");
}

void ArrowTexts::append(const ArrowSchema& schema, const ArrowArray& array) {
  const ArrowColumn column(schema, array);
  if (!column.is_text()) {
    refuse(
        fmt::format("{} is an Arrow array of the format \"{}\"; strings are expected (utf8, "
                    "large_utf8, utf8_view): cast it, as by .cast(\"string\")",
                    what_, schema.format));
  }
  for (int64_t row = 0; row < array.length; ++row) {
    if (!column.is_null(row)) {
      texts_.push_back(column.text(row));
    } else if (nulls_ == Nulls::refused) {
      refuse_null(what_, texts_.size());
    }
  }
}

void ArrowTexts::take_stream(nb::handle source) {
  const nb::object capsule = source.attr("__arrow_c_stream__")();
  auto* stream = pointer_in<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto check = [&](int code) {
    if (code == 0) return;
    const char* reason = stream->get_last_error(stream);
    refuse(fmt::format("{}: the Arrow stream failed: {}", what_,
                       reason != nullptr ? reason : "it does not say why"));
  };
  HeldArrow owner;
  check(stream->get_schema(stream, &owner.schema));
  for (;;) {
    auto chunk = std::make_unique<HeldArrow>();
    check(stream->get_next(stream, &chunk->array));
    if (chunk->array.release == nullptr) return;
    append(owner.schema, chunk->array);
    held_.push_back(std::move(chunk));
  }
}

void ArrowTexts::take_array(nb::handle source) {
  const nb::tuple capsules = nb::tuple(source.attr("__arrow_c_array__")());
  auto* schema = pointer_in<ArrowSchema>(capsules[0], "arrow_schema");
  auto* array = pointer_in<ArrowArray>(capsules[1], "arrow_array");
  auto chunk = std::make_unique<HeldArrow>();
  chunk->take(*schema, *array);
  append(chunk->schema, chunk->array);
  held_.push_back(std::move(chunk));
}

}  // namespace plumb::python
