// Values by name that never change: the newest used stay, within a bound of bytes. Safe from any
// thread.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace plumb {

// size_of(value) says about how many bytes one holds.
template <class Value>
class SizedCache {
 public:
  explicit SizedCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Null where it is not there. The value outlives its place here.
  std::shared_ptr<const Value> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
  }

  // One that is larger than a quarter of the bound is not kept.
  void keep(const std::string& key, std::shared_ptr<const Value> value) {
    const std::size_t bytes = size_of(*value);
    if (bytes > most_bytes_ / 4) return;
    const std::lock_guard lock(mutex_);
    if (places_.contains(key)) return;
    entries_.push_front({key, std::move(value), bytes});
    places_.emplace(key, entries_.begin());
    bytes_ += bytes;
    while (bytes_ > most_bytes_) {
      bytes_ -= entries_.back().bytes;
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    places_.clear();
    entries_.clear();
    bytes_ = 0;
  }

  std::size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Value> value;
    std::size_t bytes;
  };

  std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // the newest used first
  std::map<std::string, typename std::list<Entry>::iterator> places_;
  std::size_t bytes_ = 0;
};

}  // namespace plumb
