// The values that were used last, by name: what takes a moment to compute and is asked for again.
// Safe from any thread.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace plumb {

template <class Value>
class RecentlyUsed {
 public:
  explicit RecentlyUsed(std::size_t most) : most_(most) {}

  // Null where it is not there. The value outlives its place here.
  std::shared_ptr<const Value> find(const std::string& name) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->first != name) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entries_.front().second;
    }
    return nullptr;
  }

  std::shared_ptr<const Value> keep(const std::string& name, Value value) {
    auto shared = std::make_shared<const Value>(std::move(value));
    const std::lock_guard lock(mutex_);
    entries_.emplace_front(name, shared);
    if (entries_.size() > most_) entries_.pop_back();
    return shared;
  }

 private:
  std::size_t most_;  // few: they are looked through one by one
  std::mutex mutex_;
  std::list<std::pair<std::string, std::shared_ptr<const Value>>> entries_;
};

}  // namespace plumb
