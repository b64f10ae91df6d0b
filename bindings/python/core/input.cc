#include "input.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>

namespace plumb::python {
namespace nb = nanobind;

Input::Input(nb::handle source) {
  if (nb::isinstance<nb::str>(source)) {
    name_ = nb::cast<std::string>(source);
    return;
  }
  const auto [name, content] = nb::cast<std::pair<std::string, nb::object>>(source);
  name_ = name;
  if (!nb::isinstance<nb::bytes>(content)) {
    kind_ = Kind::pieces;
    pieces_ = nb::iter(content);
    return;
  }
  kind_ = Kind::bytes;
  const auto bytes = nb::cast<nb::bytes>(content);
  owner_ = bytes;
  bytes_ = {bytes.c_str(), bytes.size()};
}

// False behind the last.
bool Input::next_piece() {
  const nb::gil_scoped_acquire lock;
  owner_ = nb::steal(PyIter_Next(pieces_.ptr()));
  if (!owner_.is_valid()) {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return false;
  }
  const auto bytes = nb::cast<nb::bytes>(owner_);
  bytes_ = {bytes.c_str(), bytes.size()};
  return true;
}

Result<LineReader> Input::lines() {
  if (is_file()) return LineReader::open(name_);
  auto source = [this, rest = bytes_](std::span<char> into) mutable -> Result<std::size_t> {
    while (rest.empty() && kind_ == Kind::pieces) {
      if (!next_piece()) return std::size_t{0};
      rest = bytes_;
    }
    const std::size_t count = std::min(into.size(), rest.size());
    std::memcpy(into.data(), rest.data(), count);
    rest.remove_prefix(count);
    return count;
  };
  return LineReader(name_, source);
}

}  // namespace plumb::python
