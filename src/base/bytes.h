// Little-endian fields of a byte format, written and read one after the other.
//
// ByteReader is for bytes that nobody vouches for: what is not there reads as
// zero or empty and the reader stays failed, so that a parser checks once behind
// many fields; and a count is believed only where its items can fit.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

static_assert(std::endian::native == std::endian::little, "fields are copied as they lie");

class ByteWriter {
 public:
  template <class T>
    requires std::is_arithmetic_v<T>
  void put(T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    bytes_.append(bytes, sizeof value);
  }
  void put_bytes(std::string_view bytes) { bytes_ += bytes; }
  // A u32 length, then the bytes.
  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    put_bytes(text);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void put_array(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + bytes.size());
    if (!bytes.empty()) std::memcpy(bytes_.data() + at, bytes.data(), bytes.size());
  }

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  // Everything was there, and nothing is left.
  bool finished() const { return !failed_ && rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

  template <class T>
    requires std::is_arithmetic_v<T>
  T take() {
    T value{};
    const std::string_view bytes = take_bytes(sizeof value);
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  std::string_view take_bytes(std::uint64_t count) {
    if (failed_ || count > rest_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  std::string_view take_text() { return take_bytes(take<std::uint32_t>()); }

  // A count of items that take `least_bytes` each; fails where they cannot fit.
  template <std::unsigned_integral T>
  std::size_t take_count(std::size_t least_bytes) {
    const auto count = take<T>();
    if (count > rest_.size() / least_bytes) failed_ = true;
    return failed_ ? 0 : static_cast<std::size_t>(count);
  }

  template <class T>
    requires std::is_arithmetic_v<T>
  std::vector<T> take_array(std::size_t count) {
    if (count > rest_.size() / sizeof(T)) failed_ = true;
    if (failed_) return {};
    std::vector<T> values(count);
    const std::string_view bytes = take_bytes(count * sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace plumb
