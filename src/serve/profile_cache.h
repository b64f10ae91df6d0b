// Profiles of completed executions, which never change: the newest used stay, within a bound.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace plumb {

class ExecutionProfile;

// About the bytes that a profile holds in memory.
std::size_t size_of(const ExecutionProfile& profile);

class ProfileCache {
 public:
  explicit ProfileCache(std::size_t most_bytes = std::size_t{256} << 20)
      : most_bytes_(most_bytes) {}

  // Null where it is not there. The profile outlives its place here.
  std::shared_ptr<const ExecutionProfile> find(const std::string& key);
  // A profile that is larger than a quarter of the bound is not kept.
  void keep(const std::string& key, std::shared_ptr<const ExecutionProfile> profile);
  void clear();

  std::size_t bytes() const;

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const ExecutionProfile> profile;
    std::size_t bytes;
  };

  std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // the newest used first
  std::map<std::string, std::list<Entry>::iterator> places_;
  std::size_t bytes_ = 0;
};

}  // namespace plumb
