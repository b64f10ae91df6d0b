// Routes of the sign-in: a key exchanged for a cookie, its end, and who one is.
#pragma once

#include <vector>

#include "serve/key_ring.h"
#include "serve/operation_json.h"

namespace plumb {

// `keys` must outlive them.
std::vector<Operation> sign_in_operations(KeyRing& keys);

}  // namespace plumb
