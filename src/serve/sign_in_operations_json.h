// Routes of the sign-in: a key exchanged for a cookie, its end, and who one is.
#pragma once

#include <vector>

#include "serve/key_ring.h"
#include "serve/operation_json.h"
#include "serve/rate_limit.h"

namespace plumb {

// Keys that open nothing count in `failed`, by the address that tries them. Both must outlive the
// operations.
std::vector<Operation> sign_in_operations(KeyRing& keys, RateLimit& failed);

}  // namespace plumb
