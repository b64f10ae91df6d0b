// Addresses: what they mean, who they reach, and how they may be shown.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

// refused: no address, or neither http nor https. plain: http to another machine.
enum class Reach { refused, loopback, plain, secure };
Reach reach_of(std::string_view url);

// Who a token may be shown to: scheme, host and port together. Empty for what is no address.
std::string authority_of(std::string_view url);

// The absolute address that `reference` means on the page `base`.
Result<std::string> resolve_url(std::string_view base, std::string_view reference);

// Without user, password, query and fragment: what may be shown.
std::string shown_url(std::string_view url);

}  // namespace plumb
