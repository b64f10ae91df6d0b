// Texts of an Arrow array or stream, by the Arrow C data interface: no copy of their bytes.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>
#include <vector>

namespace plumb::python {

// Keeps the producer's memory until it is destroyed.
class ArrowTexts {
 public:
  // `source` has __arrow_c_stream__ or __arrow_c_array__ (pyarrow, polars, pandas 3, ...) and
  // holds strings: utf8, large_utf8, utf8_view, or a dictionary of these. `what` is the
  // argument's name in errors. Throws for another type, and for a null, whose index it names.
  ArrowTexts(nanobind::handle source, const char* what);
  ~ArrowTexts();

  const std::vector<std::string_view>& texts() const { return texts_; }

  // Whether the object speaks the interface at all.
  static bool speaks(nanobind::handle source);

 private:
  struct Held;
  void take_stream(nanobind::handle source, const char* what);
  void take_array(nanobind::handle source, const char* what);

  std::vector<std::unique_ptr<Held>> held_;
  std::vector<std::string_view> texts_;
};

}  // namespace plumb::python
