#include "ingest/npy.h"

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>

namespace plumb {
namespace {

static_assert(std::endian::native == std::endian::little, "rows are read as they lie");

constexpr std::string_view kMagic = "\x93NUMPY";

// The header's Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : rest_(text) {}

  bool skip(char expected) {
    skip_space();
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool at_end() {
    skip_space();
    return rest_.empty();
  }

  // NumPy writes no escapes; a text with one is none that it wrote.
  std::optional<std::string_view> text() {
    skip_space();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return std::nullopt;
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (found.find('\\') != std::string_view::npos) return std::nullopt;
    return found;
  }

  std::optional<bool> boolean() {
    skip_space();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true},
                                      std::pair<std::string_view, bool>{"False", false}}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    return std::nullopt;
  }

  std::optional<std::vector<std::uint64_t>> shape() {
    if (!skip('(')) return std::nullopt;
    std::vector<std::uint64_t> lengths;
    while (!skip(')')) {
      skip_space();
      std::uint64_t length = 0;
      const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
      if (read.ec != std::errc()) return std::nullopt;
      rest_.remove_prefix(static_cast<std::size_t>(read.ptr - rest_.data()));
      lengths.push_back(length);
      if (skip(',')) continue;
      if (!skip(')')) return std::nullopt;
      break;
    }
    return lengths;
  }

 private:
  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

struct Literal {
  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

std::optional<Literal> read_literal(std::string_view text) {
  LiteralReader in(text);
  Literal literal;
  if (!in.skip('{')) return std::nullopt;
  while (!in.skip('}')) {
    const auto key = in.text();
    if (!key || !in.skip(':')) return std::nullopt;
    if (*key == "descr" && !literal.descr) {
      literal.descr = in.text();
      if (!literal.descr) return std::nullopt;
    } else if (*key == "fortran_order" && !literal.fortran_order) {
      literal.fortran_order = in.boolean();
      if (!literal.fortran_order) return std::nullopt;
    } else if (*key == "shape" && !literal.shape) {
      literal.shape = in.shape();
      if (!literal.shape) return std::nullopt;
    } else {
      return std::nullopt;
    }
    if (in.skip(',')) continue;
    if (!in.skip('}')) return std::nullopt;
    break;
  }
  if (!in.at_end() || !literal.descr || !literal.fortran_order || !literal.shape) {
    return std::nullopt;
  }
  return literal;
}

std::unexpected<Error> damaged(std::string_view name, std::string_view why) {
  return fail(ErrorCode::corrupt, fmt::format("{} is a damaged .npy file: {}", name, why));
}

Result<NpyHeader> header_of(const Literal& literal, std::uint64_t data_offset,
                            std::string_view name) {
  NpyHeader header;
  header.data_offset = data_offset;
  header.is_double = *literal.descr == "<f8";
  if (*literal.descr != "<f4" && !header.is_double) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} holds values of the type \"{}\"; save it as float32", name,
                            literal.descr->substr(0, 40)));
  }
  if (*literal.fortran_order) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is in Fortran order; save it with numpy.ascontiguousarray", name));
  }
  if (literal.shape->size() != 2) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("{} has {} dimensions and not 2: a row a result", name, literal.shape->size()));
  }
  header.rows = (*literal.shape)[0];
  header.columns = (*literal.shape)[1];
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62;
  const std::uint64_t most_values = kMostBytes / 8;
  if (header.columns == 0) return damaged(name, "its rows have no columns");
  if (header.rows > most_values / header.columns)
    return damaged(name, "its shape is beyond 2^62 bytes");
  return header;
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view bytes, std::string_view name) {
  const auto byte = [&](std::size_t at) {
    return std::uint32_t{static_cast<unsigned char>(bytes[at])};
  };
  if (!bytes.starts_with(kMagic)) {
    return fail(ErrorCode::invalid_input, fmt::format("{} is no .npy file of NumPy", name));
  }
  if (bytes.size() < 12) return damaged(name, "it ends in its header");
  const std::uint32_t major = byte(6);
  if (major < 1 || major > 3) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is of .npy format {}; formats 1 to 3 are read", name, major));
  }
  std::size_t length = byte(8) | byte(9) << 8;
  std::size_t at = 10;
  if (major > 1) {
    length |= std::size_t{byte(10)} << 16 | std::size_t{byte(11)} << 24;
    at = 12;
  }
  if (at + length > kMostNpyHeaderBytes) return damaged(name, "its header is longer than 64 KiB");
  if (at + length > bytes.size()) return damaged(name, "it ends in its header");
  const auto literal = read_literal(bytes.substr(at, length));
  if (!literal) return damaged(name, "its header is not as NumPy writes it");
  return header_of(*literal, at + length, name);
}

Result<NpyRows> NpyRows::open(const std::string& path) {
  NpyRows rows;
  rows.name_ = path;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a directory; a file is expected", path));
  }
  rows.file_.open(path, std::ios::binary);
  if (!rows.file_) {
    const int code = errno;
    return fail(code == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("cannot open {}: {}", path, std::strerror(code)));
  }
  std::string head(kMostNpyHeaderBytes, '\0');
  rows.file_.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(rows.file_.gcount()));
  PLUMB_TRY(rows.header_, parse_npy_header(head, path));
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (!error && size != rows.header_.file_bytes()) {
    return damaged(path, fmt::format("it has {} bytes, and its header says {}", size,
                                     rows.header_.file_bytes()));
  }
  rows.file_.clear();
  rows.file_.seekg(static_cast<std::streamoff>(rows.header_.data_offset));
  return rows;
}

Result<bool> NpyRows::next(std::vector<float>& row) {
  if (row_ == header_.rows) return false;
  ++row_;
  const auto columns = static_cast<std::size_t>(header_.columns);
  row.resize(columns);
  void* target = row.data();
  std::size_t bytes = columns * sizeof(float);
  if (header_.is_double) {
    doubles_.resize(columns);
    target = doubles_.data();
    bytes = columns * sizeof(double);
  }
  file_.read(static_cast<char*>(target), static_cast<std::streamsize>(bytes));
  if (file_.gcount() != static_cast<std::streamsize>(bytes)) {
    return fail(ErrorCode::io, fmt::format("{} ended while its row {} was read", name_, row_));
  }
  for (std::size_t i = 0; header_.is_double && i < columns; ++i) {
    row[i] = static_cast<float>(doubles_[i]);
  }
  return true;
}

}  // namespace plumb
