// Values spelled as JSON, straight into a string: for rows by the million.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plumb {

// A JSON string with its quotes. `utf8` that is not valid becomes U+FFFD.
void append_json_string(std::string& out, std::string_view utf8);
std::string json_string(std::string_view utf8);

// The shortest decimal that reads back as the same float; null where it is not finite.
void append_json_number(std::string& out, float value);
void append_json_number(std::string& out, double value);
void append_json_number(std::string& out, std::uint64_t value);

// [1,2,3]
void append_json_array(std::string& out, std::span<const float> values);
void append_json_array(std::string& out, std::span<const std::int32_t> values);

}  // namespace plumb
