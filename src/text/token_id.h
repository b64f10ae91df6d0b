// A row of a model's embedding table: the index of a piece in its vocabulary.
#pragma once

#include <cstdint>

namespace plumb {

using TokenId = std::int32_t;

}  // namespace plumb
