#include "serve/key_ring.h"

#include <cstddef>
#include <span>

#include "base/sha256.h"

namespace plumb {
namespace {

constexpr std::size_t kMostRemembered = 10'000;

Caller caller_of(const ApiKey& key) {
  return {key.project, key.scope, key.prefix, key.limits};
}

}  // namespace

Result<std::unique_ptr<KeyRing>> KeyRing::make(Store& store, KeyRingOptions options) {
  std::unique_ptr<KeyRing> ring(new KeyRing(store, options));
  PLUMB_TRY(const Project project, store.projects().ensure("default"));
  ring->loopback_ = {project.id, Scope::admin, "loopback"};
  ring->needs_key_ = options.require_keys;
  PLUMB_CHECK_RESULT(ring->needs_key());
  return ring;
}

Result<bool> KeyRing::needs_key() {
  if (needs_key_) return true;
  {
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (looked_ != Clock::time_point() && now - looked_ < options_.memory) return false;
    looked_ = now;
  }
  PLUMB_TRY(const bool has_keys, store_.api_keys().any_made());
  if (has_keys) needs_key_ = true;
  return has_keys;
}

void KeyRing::forget() {
  const std::lock_guard lock(mutex_);
  looked_ = {};
  remembered_.clear();
}

Result<std::optional<Caller>> KeyRing::find(std::string_view token) {
  const std::string hash = sha256_hex(std::as_bytes(std::span(token)));
  {
    const std::lock_guard lock(mutex_);
    const auto found = remembered_.find(hash);
    if (found != remembered_.end() && Clock::now() < found->second.until &&
        found->second.key.is_valid_at(utc_time_now())) {
      return caller_of(found->second.key);
    }
  }
  PLUMB_TRY(const auto key, store_.api_keys().authenticate(token));
  const std::lock_guard lock(mutex_);
  if (!key) {
    remembered_.erase(hash);
    return std::optional<Caller>();
  }
  if (remembered_.size() >= kMostRemembered) remembered_.clear();
  remembered_.insert_or_assign(hash, Remembered{*key, Clock::now() + options_.memory});
  return caller_of(*key);
}

}  // namespace plumb
