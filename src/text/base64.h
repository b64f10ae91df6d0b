// Base64 of RFC 4648, section 4, as files embed bytes in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plumb {

// Empty when `text` is not canonical: another alphabet, missing padding, bits that
// would be lost.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace plumb
