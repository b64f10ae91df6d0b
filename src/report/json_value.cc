#include "report/json_value.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace plumb {
namespace {

template <class Number>
void append_number(std::string& out, Number value) {
  char digits[32];  // enough for any shortest double or 64-bit integer
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, result.ptr);
}

template <class Number>
void append_array(std::string& out, std::span<const Number> values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    if constexpr (std::is_floating_point_v<Number>) {
      append_json_number(out, values[i]);
    } else {
      append_number(out, values[i]);
    }
  }
  out += ']';
}

}  // namespace

void append_json_string(std::string& out, std::string_view utf8) {
  out += nlohmann::json(utf8).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_string(std::string_view utf8) {
  std::string out;
  append_json_string(out, utf8);
  return out;
}

void append_json_number(std::string& out, float value) {
  std::isfinite(value) ? append_number(out, value) : void(out += "null");
}

void append_json_number(std::string& out, double value) {
  std::isfinite(value) ? append_number(out, value) : void(out += "null");
}

void append_json_number(std::string& out, std::uint64_t value) {
  append_number(out, value);
}

void append_json_array(std::string& out, std::span<const float> values) {
  append_array(out, values);
}

void append_json_array(std::string& out, std::span<const std::int32_t> values) {
  append_array(out, values);
}

}  // namespace plumb
