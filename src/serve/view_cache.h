// What pages about two executions ask for again and again. Completed executions never change, so
// nothing here grows old; a restart forgets it.
#pragma once

#include <mutex>
#include <string>

#include "measure/embedding_map.h"
#include "serve/recently_used.h"

namespace plumb {

struct ViewCache {
  // Held while something of a view is made: a page asks for several at once, and the second finds
  // what the first has made.
  std::mutex making;
  RecentlyUsed<EmbeddingPlane> planes{64};     // by baseline and encoder
  RecentlyUsed<ExecutionProfile> parts{16};    // by execution, encoder and labels
  RecentlyUsed<std::string> comparisons{128};  // of parts: the document
};

}  // namespace plumb
