#include "model/safetensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

namespace plumb {
namespace {

constexpr std::size_t kSizeBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;  // the reference's own cap
constexpr std::size_t kMaxDepth = 128;                  // the reference's parser's own cap
constexpr std::size_t kMaxRank = 64;                    // no framework has more dimensions
constexpr std::size_t kMaxQuoted = 128;                 // of a foreign name in a sentence

struct DtypeInfo {
  Dtype dtype;
  std::string_view name;
  std::size_t bytes;
};

constexpr std::array kDtypes = {
    DtypeInfo{Dtype::f64, "F64", 8},         DtypeInfo{Dtype::f32, "F32", 4},
    DtypeInfo{Dtype::f16, "F16", 2},         DtypeInfo{Dtype::bf16, "BF16", 2},
    DtypeInfo{Dtype::i64, "I64", 8},         DtypeInfo{Dtype::i32, "I32", 4},
    DtypeInfo{Dtype::i16, "I16", 2},         DtypeInfo{Dtype::i8, "I8", 1},
    DtypeInfo{Dtype::u64, "U64", 8},         DtypeInfo{Dtype::u32, "U32", 4},
    DtypeInfo{Dtype::u16, "U16", 2},         DtypeInfo{Dtype::u8, "U8", 1},
    DtypeInfo{Dtype::boolean, "BOOL", 1},    DtypeInfo{Dtype::f8_e4m3, "F8_E4M3", 1},
    DtypeInfo{Dtype::f8_e5m2, "F8_E5M2", 1}, DtypeInfo{Dtype::f8_e8m0, "F8_E8M0", 1},
    DtypeInfo{Dtype::c64, "C64", 8},
};
constexpr std::array<std::string_view, 3> kSubByteDtypes = {"F4", "F6_E2M3", "F6_E3M2"};

const DtypeInfo& info_of(Dtype dtype) {
  return *std::ranges::find(kDtypes, dtype, &DtypeInfo::dtype);
}

// A foreign name as a sentence may show it: short, one line, printable.
std::string shown_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name.substr(0, kMaxQuoted)) {
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  // A cut inside a UTF-8 sequence would leave a broken character behind.
  if (name.size() > kMaxQuoted) {
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) {
      text.pop_back();
    }
    if (static_cast<unsigned char>(text.back()) >= 0xc0) text.pop_back();
    text += "...";
  }
  return text + '"';
}

// What the header says of one tensor, before it is held against the file.
struct Claim {
  std::string name;
  std::optional<std::string> dtype;
  std::optional<std::vector<std::size_t>> shape;
  std::optional<std::vector<std::uint64_t>> offsets;
};

// Reads the header event by event, so that a name or field given twice is seen
// and nesting costs no stack. The first problem stops it.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::vector<Claim> claims;
  std::string problem;

  bool null() override {
    if (place() == Place::header && key_ == kMetadata) return true;
    return value("null");
  }
  bool boolean(bool) override { return value("a boolean"); }
  bool number_integer(number_integer_t) override { return value("a negative number"); }
  bool number_float(number_float_t, const string_t&) override {
    return value("a number that is no unsigned 64-bit integer");
  }
  bool binary(binary_t&) override { return value("binary"); }

  bool number_unsigned(number_unsigned_t number) override {
    if (place() == Place::shape) {
      if (claims.back().shape->size() == kMaxRank) {
        return stop(fmt::format("{} has more than {} dimensions", where(), kMaxRank));
      }
      claims.back().shape->push_back(number);
      return true;
    }
    if (place() == Place::offsets) {
      if (claims.back().offsets->size() == 2) return stop(where() + " has more than two numbers");
      claims.back().offsets->push_back(number);
      return true;
    }
    return value("a number");
  }

  bool string(string_t& text) override {
    if (place() == Place::metadata) return true;
    if (place() == Place::tensor && key_ == "dtype") {
      claims.back().dtype = text;
      return true;
    }
    return value("a string");
  }

  bool start_object(std::size_t) override {
    if (places_.empty()) return enter(Place::header);
    if (place() == Place::header && key_ == kMetadata) return enter(Place::metadata);
    if (place() == Place::header) {
      claims.push_back({.name = key_, .dtype = {}, .shape = {}, .offsets = {}});
      return enter(Place::tensor);
    }
    return value("an object") && enter(Place::ignored);
  }

  bool start_array(std::size_t) override {
    if (place() == Place::tensor && key_ == "shape") {
      claims.back().shape.emplace();
      return enter(Place::shape);
    }
    if (place() == Place::tensor && key_ == "data_offsets") {
      claims.back().offsets.emplace();
      return enter(Place::offsets);
    }
    return value("a list") && enter(Place::ignored);
  }

  bool key(string_t& name) override {
    key_ = name;
    std::set<std::string, std::less<>>* seen = nullptr;
    if (place() == Place::header) seen = &header_keys_;
    if (place() == Place::metadata) seen = &metadata_keys_;
    if (place() == Place::tensor) seen = &tensor_keys_;
    if (seen == nullptr || seen->insert(name).second) return true;
    return stop(fmt::format("{} is given twice", where()));
  }

  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    return stop(fmt::format("the header is not valid JSON at its byte {}", position));
  }

 private:
  enum class Place { nowhere, header, metadata, tensor, shape, offsets, ignored };
  static constexpr std::string_view kMetadata = "__metadata__";

  Place place() const { return places_.empty() ? Place::nowhere : places_.back(); }

  bool enter(Place next) {
    if (places_.size() == kMaxDepth) {
      return stop(fmt::format("the header is nested deeper than {} levels", kMaxDepth));
    }
    if (next == Place::tensor) tensor_keys_.clear();
    places_.push_back(next);
    return true;
  }

  bool leave() {
    places_.pop_back();
    return true;
  }

  // A value with no place of its own: fine where fields are ignored, else wrong.
  bool value(std::string_view kind) {
    if (place() == Place::ignored) return true;
    const bool known = key_ == "dtype" || key_ == "shape" || key_ == "data_offsets";
    if (place() == Place::tensor && !known) return true;
    return stop(fmt::format("{} is {}", where(), kind));
  }

  // The field at hand, as a sentence names it.
  std::string where() const {
    switch (place()) {
      case Place::nowhere:
        return "the header";
      case Place::header:
        return fmt::format("the entry {}", shown_name(key_));
      case Place::metadata:
        return fmt::format("{} of __metadata__", shown_name(key_));
      case Place::tensor:
      case Place::shape:
      case Place::offsets:
        return fmt::format("{} of tensor {}", key_, shown_name(claims.back().name));
      case Place::ignored:
        break;
    }
    return fmt::format("the field {}", shown_name(key_));
  }

  bool stop(std::string sentence) {
    if (problem.empty()) problem = std::move(sentence);
    return false;
  }

  std::vector<Place> places_;
  std::string key_;
  std::set<std::string, std::less<>> header_keys_, metadata_keys_, tensor_keys_;
};

// The bytes a shape takes, or nothing where that overflows. The order is the
// reference's: a 0 at the end does not excuse an overflow before it.
std::optional<std::uint64_t> bytes_of(std::span<const std::size_t> shape, std::size_t item) {
  std::uint64_t total = 1;
  for (const std::size_t length : shape) {
    if (__builtin_mul_overflow(total, length, &total)) return std::nullopt;
  }
  if (__builtin_mul_overflow(total, item, &total)) return std::nullopt;
  return total;
}

struct Placed {
  std::string name;
  Tensor tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Result<Dtype> parse_dtype(const Claim& claim, std::string_view origin) {
  const auto found = std::ranges::find(kDtypes, *claim.dtype, &DtypeInfo::name);
  if (found != kDtypes.end()) return found->dtype;
  const bool known = std::ranges::find(kSubByteDtypes, *claim.dtype) != kSubByteDtypes.end();
  return fail(known ? ErrorCode::unsupported : ErrorCode::corrupt,
              fmt::format("{}: tensor {} has the {} dtype {}", origin, shown_name(claim.name),
                          known ? "unsupported" : "unknown", shown_name(*claim.dtype)));
}

// Holds one claim against itself and the size of the data.
Result<Placed> check(Claim claim, std::uint64_t data_bytes, std::string_view origin) {
  const auto wrong = [&](const std::string& what) {
    return fail(ErrorCode::corrupt,
                fmt::format("{}: tensor {} {}", origin, shown_name(claim.name), what));
  };
  if (!claim.dtype) return wrong("has no dtype");
  if (!claim.shape) return wrong("has no shape");
  if (!claim.offsets) return wrong("has no data_offsets");
  if (claim.offsets->size() != 2) return wrong("has data_offsets that are not two numbers");
  PLUMB_TRY(const Dtype dtype, parse_dtype(claim, origin));

  const std::uint64_t begin = (*claim.offsets)[0];
  const std::uint64_t end = (*claim.offsets)[1];
  if (begin > end || end > data_bytes) {
    return wrong(fmt::format("has data_offsets [{}, {}] outside the file's {} bytes of data", begin,
                             end, data_bytes));
  }
  const auto needed = bytes_of(*claim.shape, info_of(dtype).bytes);
  if (!needed || *needed != end - begin) {
    return wrong(
        fmt::format("has the shape [{}] of {}, which does not take the {} bytes of its "
                    "data_offsets",
                    fmt::join(*claim.shape, ", "), info_of(dtype).name, end - begin));
  }
  return Placed{std::move(claim.name), {dtype, *std::move(claim.shape), {}}, begin, end};
}

Result<std::string_view> header_text(std::span<const std::byte> bytes, std::string_view origin) {
  const auto wrong = [&](std::string what) {
    return fail(ErrorCode::corrupt, fmt::format("{}: {}", origin, std::move(what)));
  };
  if (bytes.size() < kSizeBytes) {
    return wrong(
        fmt::format("the file has {} bytes, too few for a safetensors header", bytes.size()));
  }
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < kSizeBytes; ++i) {
    size |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  if (size > kMaxHeaderBytes) {
    return wrong(
        fmt::format("the header size {} is over the cap of {}; this is no safetensors file", size,
                    kMaxHeaderBytes));
  }
  if (size > bytes.size() - kSizeBytes) {
    return wrong(fmt::format("the header size {} reaches past the end of the file ({} bytes)", size,
                             bytes.size()));
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kSizeBytes, size);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') {
    return wrong("the header is not a JSON object");
  }
  // JSON has no place for a NUL, but nlohmann's lexer takes one for the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return wrong(fmt::format("the header is not valid JSON at its byte {}", nul + 1));
  }
  return text;
}

// IEEE 754 binary16: 1 sign bit, 5 of exponent (bias 15), 10 of fraction.
float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0) {  // zero, or a number below 2^-14 without a leading one
    const float small = static_cast<float>(fraction) * 0x1p-24F;
    return sign == 0 ? small : -small;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFFU : exponent + (127 - 15);
  return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

}  // namespace

std::string_view dtype_name(Dtype dtype) {
  return info_of(dtype).name;
}

bool widen(const Tensor& tensor, std::vector<float>& values) {
  const auto read = [&]<class Bits>(Bits, auto to_float) {
    values.resize(tensor.bytes.size() / sizeof(Bits));
    for (std::size_t i = 0; i < values.size(); ++i) {
      Bits bits;
      std::memcpy(&bits, tensor.bytes.data() + i * sizeof bits, sizeof bits);
      values[i] = to_float(bits);
    }
    return true;
  };
  switch (tensor.dtype) {
    case Dtype::f32:
      return read(std::uint32_t{}, [](std::uint32_t bits) { return std::bit_cast<float>(bits); });
    case Dtype::f16:
      return read(std::uint16_t{}, &half_to_float);
    case Dtype::bf16:
      return read(std::uint16_t{}, [](std::uint16_t bits) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
      });
    default:
      return false;
  }
}

Result<std::map<std::string, Tensor, std::less<>>> parse_safetensors(
    std::span<const std::byte> bytes, std::string_view origin) {
  static_assert(std::endian::native == std::endian::little, "tensor bytes are read in place");
  PLUMB_TRY(const std::string_view text, header_text(bytes, origin));
  HeaderReader reader;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader)) {
    return fail(ErrorCode::corrupt, fmt::format("{}: {}", origin, reader.problem));
  }

  const auto data = bytes.subspan(kSizeBytes + text.size());
  std::vector<Placed> placed;
  placed.reserve(reader.claims.size());
  for (Claim& claim : reader.claims) {
    PLUMB_TRY(placed.emplace_back(), check(std::move(claim), data.size(), origin));
  }
  std::ranges::sort(placed, {}, [](const Placed& p) { return std::pair(p.begin, p.end); });

  std::uint64_t covered = 0;
  std::map<std::string, Tensor, std::less<>> tensors;
  for (Placed& next : placed) {
    if (next.begin != covered) {
      return fail(ErrorCode::corrupt,
                  fmt::format("{}: tensor {} begins at {} where {} was expected: tensors may "
                              "neither overlap nor leave gaps",
                              origin, shown_name(next.name), next.begin, covered));
    }
    covered = next.end;
    next.tensor.bytes = data.subspan(next.begin, next.end - next.begin);
    tensors.emplace(std::move(next.name), std::move(next.tensor));
  }
  if (covered != data.size()) {
    return fail(ErrorCode::corrupt,
                fmt::format("{}: the file has {} bytes of data, its tensors cover {}", origin,
                            data.size(), covered));
  }
  return tensors;
}

Safetensors::Safetensors(MappedFile file, std::map<std::string, Tensor, std::less<>> tensors,
                         std::string name)
    : file_(std::move(file)), tensors_(std::move(tensors)), name_(std::move(name)) {}

Result<Safetensors> Safetensors::open(const std::filesystem::path& path) {
  PLUMB_TRY(auto file, MappedFile::open(path));
  PLUMB_TRY(auto tensors, parse_safetensors(file.bytes(), path.string()));
  return Safetensors(std::move(file), std::move(tensors), path.string());
}

std::unexpected<Error> Safetensors::wrong(std::string_view name, std::string_view what) const {
  return fail(ErrorCode::corrupt, fmt::format("{}: tensor {} {}", name_, shown_name(name), what));
}

Result<void> Safetensors::check_shape(std::string_view name, const Tensor& tensor,
                                      std::span<const std::size_t> shape) const {
  if (std::ranges::equal(tensor.shape, shape)) return {};
  return wrong(name, fmt::format("has the shape [{}] where [{}] is expected",
                                 fmt::join(tensor.shape, ", "), fmt::join(shape, ", ")));
}

Result<std::span<const float>> Safetensors::f32(std::string_view name,
                                                std::span<const std::size_t> shape) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) return wrong(name, "is missing; is this another model's file?");
  const Tensor& tensor = found->second;
  if (tensor.dtype != Dtype::f32) {
    return wrong(name, fmt::format("is {} where F32 is expected", dtype_name(tensor.dtype)));
  }
  PLUMB_CHECK_RESULT(check_shape(name, tensor, shape));
  if (reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % alignof(float) != 0) {
    return wrong(name,
                 "is not aligned for F32 in the file; save the file again with a current writer");
  }
  return std::span(reinterpret_cast<const float*>(tensor.bytes.data()),
                   tensor.bytes.size() / sizeof(float));
}

Result<std::span<const float>> Safetensors::floats(std::string_view name,
                                                   std::span<const std::size_t> shape,
                                                   std::vector<float>& storage) const {
  storage.clear();
  const auto found = tensors_.find(name);
  const bool half = found != tensors_.end() &&
                    (found->second.dtype == Dtype::f16 || found->second.dtype == Dtype::bf16);
  if (!half) return f32(name, shape);
  PLUMB_CHECK_RESULT(check_shape(name, found->second, shape));
  widen(found->second, storage);
  return std::span<const float>(storage);
}

void Safetensors::release_pages() const {
  file_.release(file_.bytes());
}

}  // namespace plumb
