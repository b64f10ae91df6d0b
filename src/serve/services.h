// What the routes and the workers of one server share. Made once, before the first request, and
// safe from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "serve/embedding_service.h"
#include "serve/otlp_receiver.h"
#include "serve/server_metrics.h"
#include "store/store.h"

namespace plumb {

struct Services {
  Store& store;
  EmbeddingService& embeddings;
  ServerMetrics& metrics;
  int threads = 0;  // of a comparison; 0: every CPU
  OtlpReceiverOptions otlp{};
};

}  // namespace plumb
