#include "serve/profile_cache.h"

#include <utility>

#include "measure/execution_profile.h"

namespace plumb {

std::size_t size_of(const ExecutionProfile& profile) {
  constexpr std::size_t kLabelBytes = 2 * sizeof(std::string);
  std::size_t bytes = sizeof profile;
  for (const ProfileRow& row : profile.sample()) {
    bytes += sizeof row + row.id.capacity() + row.excerpt.capacity() +
             row.characters.capacity() * sizeof(CharacterCount) +
             row.embedding.capacity() * sizeof(float) + row.labels.capacity() * kLabelBytes;
    if (row.tools) bytes += row.tools->capacity() * sizeof(std::string);
  }
  return bytes;
}

std::shared_ptr<const ExecutionProfile> ProfileCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(key);
  if (found == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->profile;
}

void ProfileCache::keep(const std::string& key, std::shared_ptr<const ExecutionProfile> profile) {
  const std::size_t bytes = size_of(*profile);
  if (bytes > most_bytes_ / 4) return;
  const std::lock_guard lock(mutex_);
  if (places_.contains(key)) return;
  entries_.push_front({key, std::move(profile), bytes});
  places_.emplace(key, entries_.begin());
  bytes_ += bytes;
  while (bytes_ > most_bytes_) {
    bytes_ -= entries_.back().bytes;
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

void ProfileCache::clear() {
  const std::lock_guard lock(mutex_);
  places_.clear();
  entries_.clear();
  bytes_ = 0;
}

std::size_t ProfileCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace plumb
