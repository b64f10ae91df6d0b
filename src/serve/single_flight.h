// What several threads want at once is made by one of them: whoever asks for a name while it is
// being made waits and gets the same, an error too. Other names do not wait. Nothing is remembered
// once it is made; that is RecentlyUsed's part. Safe from any thread.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/result.h"

namespace plumb {

template <class Value>
class SingleFlight {
 public:
  using Made = Result<std::shared_ptr<const Value>>;

  // `make` runs on the thread of the first who asks, without any lock held; it may not ask for the
  // same name. What it throws, everybody who waits throws.
  template <class Make>
  Made run(const std::string& name, Make&& make) {
    std::promise<Made> promise;
    {
      std::unique_lock lock(mutex_);
      const auto [place, is_first] = flights_.try_emplace(name);
      if (!is_first) {
        const std::shared_future<Made> others = place->second;
        lock.unlock();
        return others.get();
      }
      place->second = promise.get_future().share();
    }
    try {
      Made made = std::forward<Make>(make)();
      promise.set_value(made);
      land(name);
      return made;
    } catch (...) {
      promise.set_exception(std::current_exception());
      land(name);
      throw;
    }
  }

 private:
  void land(const std::string& name) {
    const std::lock_guard lock(mutex_);
    flights_.erase(name);
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_future<Made>> flights_;
};

}  // namespace plumb
