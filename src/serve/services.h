// What the routes and the workers of one server share. Made once, before the first request, and
// safe from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "serve/classifier_service.h"
#include "serve/embedding_service.h"
#include "serve/job_bell.h"
#include "serve/otlp_receiver.h"
#include "serve/profile_cache.h"
#include "serve/server_metrics.h"
#include "serve/view_cache.h"
#include "store/store.h"

namespace plumb {

// Where webhooks may go.
struct WebhookPolicy {
  // Loopback, private and other addresses that are not of the public internet: the operator's to
  // allow, since a caller could reach what stands behind the server's firewall.
  bool allow_private = false;
  std::chrono::milliseconds connect_timeout{5'000};
  std::chrono::milliseconds timeout{15'000};  // of the whole exchange
};

struct Services {
  Store& store;
  EmbeddingService& embeddings;
  ServerMetrics& metrics;
  int threads = 0;  // of a comparison; 0: every CPU
  // Requests that may wait for embeddings at once; well below the HTTP server's workers, each of
  // which such a request holds. The others are told to come back.
  int most_waiting = 2;
  WebhookPolicy webhooks{};
  JobBell bell{};
  WaitingSeats seats{};
  ProfileCache profiles{std::size_t{256} << 20};
  PreparedCache prepared{std::size_t{128} << 20};
  ViewCache views{};
  OtlpReceiverOptions otlp{};
  ClassifierService* classifiers = nullptr;  // none: analyses of stereotypes are not made here
};

}  // namespace plumb
