// Who a request's key belongs to. Keys that were found are believed for a short time, so that a
// busy client does not cost a look into the store with every request.
//
// Safe from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "serve/caller.h"
#include "store/store.h"

namespace plumb {

struct KeyRingOptions {
  bool require_keys = false;
  std::chrono::milliseconds memory{2'000};
};

class KeyRing {
 public:
  // Makes the project "default" where it is missing.
  static Result<std::unique_ptr<KeyRing>> make(Store& store, KeyRingOptions options);

  // Whether a caller has to show a key: always from the first key on that was ever made, so the
  // last one's end opens nothing, a restart neither. Looks into the store at most once within
  // `memory`.
  Result<bool> needs_key();
  // The same as it was last seen; does not block.
  bool needed_key() const { return needs_key_; }

  // Believes nothing any more: for the server that has made or revoked a key itself.
  void forget();

  // None where the token opens nothing.
  Result<std::optional<Caller>> find(std::string_view token);

  // Whose cookie it is; none where it opens nothing. Never believed without a look into the store.
  Result<std::optional<SignIn>> signed_in(std::string_view token) {
    return store_.sign_ins().find(token);
  }

  // Whoever asks from this machine while no key is needed.
  const Caller& loopback_caller() const { return loopback_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Remembered {
    ApiKey key;
    Clock::time_point until;
  };

  KeyRing(Store& store, KeyRingOptions options) : store_(store), options_(options) {}

  Store& store_;
  KeyRingOptions options_;
  Caller loopback_;
  std::atomic<bool> needs_key_ = true;
  std::mutex mutex_;  // guards what follows
  Clock::time_point looked_{};
  std::map<std::string, Remembered, std::less<>> remembered_;  // by the token's SHA-256
};

}  // namespace plumb
