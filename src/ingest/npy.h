// Vectors from NumPy's .npy files (format 1.0 to 3.0), a row at a time.
//
// A matrix of float32 or float64, little-endian, in C order. The file is read, not
// mapped: a million rows cost one row of memory, and a file that shrinks meanwhile
// is an error and no signal. One thread at a time.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

struct NpyHeader {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  bool is_double = false;         // float64, else float32
  std::uint64_t data_offset = 0;  // of the first row in the file

  // Of the whole file; rows * columns is checked to fit.
  std::uint64_t file_bytes() const { return data_offset + rows * columns * (is_double ? 8 : 4); }
  friend bool operator==(const NpyHeader&, const NpyHeader&) = default;
};

inline constexpr std::size_t kMostNpyHeaderBytes = 65'536;

// `bytes` are the file's first kMostNpyHeaderBytes, or all it has; `name` is what
// errors call it. Fails with invalid_input (no .npy), unsupported (another type,
// order or rank) or corrupt.
Result<NpyHeader> parse_npy_header(std::string_view bytes, std::string_view name);

class NpyRows {
 public:
  // Fails like parse_npy_header, with not_found, and with corrupt where the file
  // is not as long as its header says.
  static Result<NpyRows> open(const std::string& path);

  const NpyHeader& header() const { return header_; }
  const std::string& name() const { return name_; }

  // The next row, or false behind the last. float64 is rounded to float32.
  Result<bool> next(std::vector<float>& row);

 private:
  NpyRows() = default;

  std::string name_;
  std::ifstream file_;
  NpyHeader header_;
  std::uint64_t row_ = 0;
  std::vector<double> doubles_;  // a row of float64
};

}  // namespace plumb
