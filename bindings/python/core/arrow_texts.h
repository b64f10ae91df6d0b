// Texts of an Arrow array or stream, by the Arrow C data interface: no copy of their bytes.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>
#include <vector>

#include "arrow_column.h"

namespace plumb::python {

// What becomes of a text that is not there.
enum class Nulls { refused, left_out };

// Keeps the producer's memory until it is destroyed.
class ArrowTexts {
 public:
  // `source` has __arrow_c_stream__ or __arrow_c_array__ (pyarrow, polars, pandas 3, ...) and
  // holds strings: utf8, large_utf8, utf8_view, or a dictionary of these. `what` is the
  // argument's name in errors. Throws for another type, and for a null that is refused, whose
  // index it names.
  ArrowTexts(nanobind::handle source, const char* what, Nulls nulls = Nulls::refused);
  ~ArrowTexts();

  const std::vector<std::string_view>& texts() const { return texts_; }

  // Whether the object speaks the interface at all.
  static bool speaks(nanobind::handle source);

 private:
  void take_stream(nanobind::handle source);
  void take_array(nanobind::handle source);
  void append(const ArrowSchema& schema, const ArrowArray& array);

  const char* what_;
  Nulls nulls_;
  std::vector<std::unique_ptr<HeldArrow>> held_;
  std::vector<std::string_view> texts_;
};

}  // namespace plumb::python
