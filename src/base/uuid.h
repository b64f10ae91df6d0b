// Universally unique identifiers (RFC 9562), in lower case with their dashes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

// Version 4, from the system's random numbers.
std::string random_uuid();

// Version 5: always the same for a name in a namespace, which is itself a UUID (of any case).
// Fails with invalid_input where it is none.
Result<std::string> name_uuid(std::string_view space, std::string_view name);

// 8-4-4-4-12 hexadecimal digits of any version and case.
bool is_uuid(std::string_view text);

}  // namespace plumb
