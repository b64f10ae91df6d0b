// Who was let in a moment ago, by a hash of what they showed, and with which limits: their bodies
// are read without asking the store first. Nothing else rests on it: a request is admitted again
// when its body is there, so a key that was revoked meanwhile opens nothing.
//
// Safe from any thread; does not block.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "base/sha256.h"
#include "record/access.h"
#include "serve/http_message.h"

namespace plumb {

class LatelyAdmitted {
 public:
  using Clock = std::chrono::steady_clock;

  void add(const ServedRequest& head, const KeyLimits& limits) {
    const std::string shown = what_is_shown(head);
    const std::lock_guard lock(mutex_);
    if (admitted_.size() >= kMost) admitted_.clear();
    admitted_.insert_or_assign(shown, Admitted{limits, Clock::now() + kMemory});
  }
  // None where nobody who showed this was let in.
  std::optional<KeyLimits> find(const ServedRequest& head) {
    const std::string shown = what_is_shown(head);
    const std::lock_guard lock(mutex_);
    const auto found = admitted_.find(shown);
    if (found == admitted_.end() || Clock::now() >= found->second.until) return std::nullopt;
    return found->second.limits;
  }

 private:
  struct Admitted {
    KeyLimits limits;
    Clock::time_point until;
  };

  static constexpr std::size_t kMost = 10'000;
  static constexpr std::chrono::seconds kMemory{60};

  static std::string what_is_shown(const ServedRequest& head) {
    Sha256 hash;
    for (const char* name : {"authorization", "cookie"}) {
      hash.update(std::as_bytes(std::span(head.header(name))));
      hash.update(std::as_bytes(std::span("\n", 1)));  // which no header holds
    }
    return hash.hex();
  }

  std::mutex mutex_;
  std::unordered_map<std::string, Admitted> admitted_;
};

}  // namespace plumb
