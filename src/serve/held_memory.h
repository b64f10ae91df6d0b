// The memory that bodies hold, over all connections of a server, under one bound. For one thread.
#pragma once

#include <cstddef>

#include "serve/server_metrics.h"

namespace plumb {

class HeldMemory {
 public:
  HeldMemory(std::size_t most_bytes, ServerMetrics& metrics)
      : most_bytes_(most_bytes), metrics_(metrics) {}

  bool has_room_for(std::size_t more) const {
    return held_ <= most_bytes_ && more <= most_bytes_ - held_;
  }
  void change(std::size_t before, std::size_t after) {
    held_ = held_ - before + after;
    metrics_.set_held_bytes(held_);
  }

 private:
  std::size_t most_bytes_;
  std::size_t held_ = 0;
  ServerMetrics& metrics_;
};

// What one connection holds of it; given back at its end.
class MemoryShare {
 public:
  explicit MemoryShare(HeldMemory& memory) : memory_(memory) {}
  ~MemoryShare() { set(0); }
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  // False, and nothing has changed, where all together would hold too much.
  bool grow_to(std::size_t bytes) {
    if (bytes <= bytes_) return true;
    if (!memory_.has_room_for(bytes - bytes_)) return false;
    set(bytes);
    return true;
  }
  // Gives back, or grows as above.
  bool change_to(std::size_t bytes) {
    if (bytes > bytes_) return grow_to(bytes);
    set(bytes);
    return true;
  }
  // Whatever the bound says: of an answer to a write, which is done already.
  void set(std::size_t bytes) {
    memory_.change(bytes_, bytes);
    bytes_ = bytes;
  }

 private:
  HeldMemory& memory_;
  std::size_t bytes_ = 0;
};

}  // namespace plumb
