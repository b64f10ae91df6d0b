// A parameter of a statement. Typed even where it is null, because PostgreSQL wants to know.
// Text and bytes are not copied: they must live until the statement has run.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/clock.h"

namespace plumb {

// An id of record/ids.h, against an enum that is stored by its name.
template <class T>
concept IdNumber = std::is_enum_v<T> && std::same_as<std::underlying_type_t<T>, std::int64_t>;
template <class T>
concept NamedValue = std::is_enum_v<T> && !IdNumber<T>;

class SqlValue {
 public:
  enum class Type { integer, real, text, bytes };

  // Implicit, so that calls list plain values.
  template <std::integral T>
  SqlValue(T value) : type_(Type::integer), integer_(static_cast<std::int64_t>(value)) {}
  SqlValue(double value) : type_(Type::real), real_(value) {}
  SqlValue(std::string_view value) : type_(Type::text), text_(value) {}
  SqlValue(const std::string& value) : type_(Type::text), text_(value) {}
  SqlValue(const char* value) : type_(Type::text), text_(value) {}
  SqlValue(UtcTime value) : SqlValue(std::int64_t{value.time_since_epoch().count()}) {}
  template <IdNumber T>
  SqlValue(T value) : SqlValue(static_cast<std::int64_t>(value)) {}
  template <NamedValue T>
  SqlValue(T value) : SqlValue(name_of(value)) {}
  template <class T>
  SqlValue(const std::optional<T>& value) : SqlValue(value ? SqlValue(*value) : null<T>()) {}

  static SqlValue bytes(std::string_view value) {
    SqlValue made(value);
    made.type_ = Type::bytes;
    return made;
  }
  static SqlValue bytes(std::span<const float> values) {
    const auto raw = std::as_bytes(values);
    return bytes(std::string_view(reinterpret_cast<const char*>(raw.data()), raw.size()));
  }

  Type type() const { return type_; }
  bool is_null() const { return is_null_; }
  std::int64_t integer() const { return integer_; }
  double real() const { return real_; }
  std::string_view text() const { return text_; }  // text or bytes

 private:
  template <class T>
  static SqlValue null() {
    SqlValue made{T{}};
    made.is_null_ = true;
    made.text_ = {};
    return made;
  }

  Type type_;
  bool is_null_ = false;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string_view text_;
};

}  // namespace plumb
