// The safetensors format: u64 header size, JSON header, tensor bytes.
//
// Files are memory-mapped and never trusted: the header's size is capped, every
// offset, shape product and dtype is checked for overflow and bounds, tensors
// may neither overlap nor leave gaps, before any byte of them is read. What is
// accepted is what the reference implementation accepts, less what the format's
// own text forbids and it lets pass (a name given twice).
// Fails with corrupt and one sentence that names the file and the field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace plumb {

// The whole-byte types of the format. A file with one of its 4- and 6-bit types
// fails with unsupported.
enum class Dtype {
  f64,
  f32,
  f16,
  bf16,
  i64,
  i32,
  i16,
  i8,
  u64,
  u32,
  u16,
  u8,
  boolean,
  f8_e4m3,
  f8_e5m2,
  f8_e8m0,
  c64,
};
std::string_view dtype_name(Dtype dtype);  // as the format spells it, e.g. "F32"

struct Tensor {
  Dtype dtype = Dtype::f32;
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;  // size == product(shape) * size of dtype; not aligned
};

// The values of an F32, F16 or BF16 tensor as floats, whatever its alignment; false
// for another type.
bool widen(const Tensor& tensor, std::vector<float>& values);

// Reads a header out of `bytes`; the tensors point into them. For tests and fuzzing;
// users open a file.
Result<std::map<std::string, Tensor, std::less<>>> parse_safetensors(
    std::span<const std::byte> bytes, std::string_view origin);

class Safetensors {
 public:
  static Result<Safetensors> open(const std::filesystem::path& path);

  const std::map<std::string, Tensor, std::less<>>& tensors() const { return tensors_; }

  // The f32 tensor of that name and exactly that shape. Fails with corrupt and
  // a sentence that names file, tensor, and what it has instead. The span is
  // aligned for float (else it fails).
  Result<std::span<const float>> f32(std::string_view name,
                                     std::span<const std::size_t> shape) const;

  // As f32, for F16 and BF16 as well: those are widened into `storage`, which is
  // left empty where the file's own floats are returned.
  Result<std::span<const float>> floats(std::string_view name, std::span<const std::size_t> shape,
                                        std::vector<float>& storage) const;

  // Where it was opened.
  const std::string& name() const { return name_; }

  // The error corrupt, with a sentence that names the file, the tensor and `what` is wrong with it.
  std::unexpected<Error> wrong(std::string_view name, std::string_view what) const;

  // Lets go of the resident pages of all tensors, e.g. after weights were packed.
  void release_pages() const;

 private:
  Result<void> check_shape(std::string_view name, const Tensor& tensor,
                           std::span<const std::size_t> shape) const;
  Safetensors(MappedFile file, std::map<std::string, Tensor, std::less<>> tensors,
              std::string name);
  MappedFile file_;
  std::map<std::string, Tensor, std::less<>> tensors_;
  std::string name_;
};

}  // namespace plumb
