// The fields of one protobuf message of foreign bytes, one after the other. Nothing is copied: a
// field's bytes are a part of the message.
//
// As Google's parsers have it: a tag and a length take at most 5 bytes, a varint 10; a field
// number is 1 to 2^29 - 1. Groups, which no message that Plumb reads has, break the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plumb {

enum class ProtobufWire : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

struct ProtobufField {
  std::uint32_t number = 0;
  ProtobufWire wire = ProtobufWire::varint;
  std::uint64_t value = 0;   // of a varint or a fixed one
  std::string_view bytes{};  // of a text, bytes or a message

  bool is(std::uint32_t wanted, ProtobufWire as) const { return number == wanted && wire == as; }
};

class ProtobufFields {
 public:
  explicit ProtobufFields(std::string_view message) : rest_(message) {}

  // Empty at the end, and when the message is broken.
  std::optional<ProtobufField> next() {
    if (rest_.empty() || broken_) return std::nullopt;
    ProtobufField field;
    const std::uint64_t tag = take_short_varint();
    field.number = static_cast<std::uint32_t>(tag >> 3);
    if (field.number == 0) broken_ = true;
    field.wire = static_cast<ProtobufWire>(tag & 7);
    switch (field.wire) {
      case ProtobufWire::varint:
        field.value = take_varint(10);
        break;
      case ProtobufWire::fixed64:
        field.value = take_fixed(8);
        break;
      case ProtobufWire::fixed32:
        field.value = take_fixed(4);
        break;
      case ProtobufWire::bytes:
        field.bytes = take(take_short_varint());
        break;
      default:  // groups, and what is no wire type
        broken_ = true;
    }
    return broken_ ? std::nullopt : std::optional(field);
  }

  bool broken() const { return broken_; }

 private:
  std::uint64_t take_varint(int most_bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < most_bytes && !rest_.empty(); ++i) {
      const auto byte = static_cast<std::uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << (7 * i);
      if (byte < 0x80) return value;
    }
    broken_ = true;
    return 0;
  }

  std::uint64_t take_short_varint() {
    const std::uint64_t value = take_varint(5);
    if (value > UINT32_MAX) broken_ = true;
    return value;
  }

  std::uint64_t take_fixed(std::size_t size) {
    const std::string_view bytes = take(size);
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
      value = value << 8 | static_cast<std::uint8_t>(bytes[i - 1]);
    }
    return value;
  }

  std::string_view take(std::uint64_t size) {
    if (broken_ || size > rest_.size()) {
      broken_ = true;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  std::string_view rest_;
  bool broken_ = false;
};

}  // namespace plumb
