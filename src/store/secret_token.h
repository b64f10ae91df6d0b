// Random tokens that open something: made here, kept as their SHA-256 alone. 32 random bytes need
// no slow hash, and whoever steals the database cannot use it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumb {

// Lower-case hex of so many random bytes; empty where the system gives none.
std::string random_hex(std::size_t bytes);

// As the store keeps it: lower-case hex.
std::string token_hash(std::string_view token);

// Looks at every byte, so that the time tells nothing about where they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace plumb
