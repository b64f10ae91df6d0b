// Universally unique identifiers (RFC 9562), in lower case with their dashes.
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// Version 4, from the system's random numbers.
std::string random_uuid();

// 8-4-4-4-12 hexadecimal digits of any version and case.
bool is_uuid(std::string_view text);

}  // namespace plumb
