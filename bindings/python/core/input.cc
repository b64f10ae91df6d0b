#include "input.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace plumb::python {
namespace nb = nanobind;

Input::Input(nb::handle source) {
  if (nb::isinstance<nb::str>(source)) {
    name_ = nb::cast<std::string>(source);
    return;
  }
  const auto [name, bytes] = nb::cast<std::pair<std::string, nb::bytes>>(source);
  name_ = name;
  owner_ = bytes;
  bytes_ = {bytes.c_str(), bytes.size()};
  in_memory_ = true;
}

Result<LineReader> Input::lines() const {
  if (!in_memory_) return LineReader::open(name_);
  auto source = [rest = bytes_](std::span<char> into) mutable -> Result<std::size_t> {
    const std::size_t count = std::min(into.size(), rest.size());
    std::memcpy(into.data(), rest.data(), count);
    rest.remove_prefix(count);
    return count;
  };
  return LineReader(name_, source);
}

}  // namespace plumb::python
