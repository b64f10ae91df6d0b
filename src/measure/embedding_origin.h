// Who made a result's vectors, as a record says it.
#pragma once

#include <cstdint>

#include "encode/embedder.h"
#include "record/provenance.h"

namespace plumb {

VectorOrigin origin_of(const Embedder& embedder);

// With the version and the seed, beside what the measure recorded of itself: what a report of an
// embedder's vectors carries.
Provenance provenance_of(const Embedder& embedder, std::uint64_t seed, Provenance measured = {});

}  // namespace plumb
