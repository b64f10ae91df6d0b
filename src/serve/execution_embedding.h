// Gives an execution's responses their vectors, a durable batch at a time: whoever is stopped or
// killed in between loses one batch, and the next goes on behind it.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "record/stored_execution.h"
#include "serve/services.h"

namespace plumb {

struct EmbeddingProgress {
  std::int64_t embedded = 0;  // responses, by this call
  bool complete = false;      // else it was told to stop, or another worker of this server is at it
};

// The results with numbers in [from, to) that have no vector yet; none where they brought theirs.
// `goes_on` is asked between two batches.
Result<EmbeddingProgress> embed_results(Services& services, const StoredExecution& execution,
                                        std::int64_t from, std::int64_t to,
                                        const std::function<bool()>& goes_on);

}  // namespace plumb
