// Wakes those who wait for a job: workers for a new one, requests for the end of one.
//
// It rings within this process alone; what another server queues or ends is found by looking, so
// nobody waits longer than a short while between two looks.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace plumb {

class JobBell {
 public:
  using Clock = std::chrono::steady_clock;

  // Safe before the transaction that queues the job has ended: those who wake look again soon.
  void ring() {
    {
      const std::lock_guard lock(mutex_);
      ++rings_;
    }
    rang_.notify_all();
  }

  std::uint64_t rings() const {
    const std::lock_guard lock(mutex_);
    return rings_;
  }

  // Returns when it has rung since `seen`, or at the time; true: it has rung.
  bool wait_until(std::uint64_t seen, Clock::time_point time) {
    std::unique_lock lock(mutex_);
    return rang_.wait_until(lock, time, [&] { return rings_ != seen; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable rang_;
  std::uint64_t rings_ = 0;
};

// Requests that wait hold a worker of the HTTP server each, so only so many may wait at once.
class WaitingSeats {
 public:
  // Given back when it is destroyed.
  class Seat {
   public:
    explicit Seat(WaitingSeats* seats) : seats_(seats) {}
    Seat(Seat&& other) noexcept : seats_(std::exchange(other.seats_, nullptr)) {}
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    Seat& operator=(Seat&&) = delete;
    ~Seat() {
      if (seats_ != nullptr) --seats_->taken_;
    }

   private:
    WaitingSeats* seats_;
  };

  // None where all are taken.
  std::optional<Seat> take(int most) {
    if (++taken_ <= most) return std::optional<Seat>(std::in_place, this);
    --taken_;
    return std::nullopt;
  }

 private:
  std::atomic<int> taken_ = 0;
};

}  // namespace plumb
