// What pages about two executions ask for again and again. Completed executions never change, so
// nothing here grows old; a restart forgets it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "measure/embedding_map.h"
#include "serve/recently_used.h"
#include "serve/single_flight.h"

namespace plumb {

// Values by name: made once where several ask at once, and kept for a while. Nobody waits for what
// has another name.
template <class Value>
class MadeViews {
 public:
  explicit MadeViews(std::size_t most) : kept_(most) {}

  // `make` gives a Result<Value>. An error is not kept.
  template <class Make>
  Result<std::shared_ptr<const Value>> find_or_make(const std::string& name, Make&& make) {
    if (auto known = kept_.find(name)) return known;
    return flight_.run(name, [&]() -> Result<std::shared_ptr<const Value>> {
      if (auto known = kept_.find(name)) return known;  // made between the look and the flight
      PLUMB_TRY(Value value, make());
      return kept_.keep(name, std::move(value));
    });
  }

 private:
  RecentlyUsed<Value> kept_;
  SingleFlight<Value> flight_;
};

struct ViewCache {
  // Profiles are kept by ProfileCache, within its bound: these are the ones that are being read.
  SingleFlight<ExecutionProfile> profiles;  // by execution, with or without vectors
  MadeViews<EmbeddingPlane> planes{64};     // by baseline and encoder
  MadeViews<ExecutionProfile> parts{16};    // by execution, encoder and labels
  MadeViews<std::string> comparisons{128};  // of parts: the document
};

}  // namespace plumb
