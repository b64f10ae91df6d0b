// A progress bar on standard error, where that is a terminal.
//
//   embed  [##########..............]  41%  5120 texts  1234 texts/s  0:12 left
//   run  [##########..............]  41%  5120 tokens  210 tokens/s  1:12 left  planning_4 step 3
//
// It keeps to one line: where the terminal is narrow, the bar goes first.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plumb {

class Progress {
 public:
  // Shows nothing where `enabled` is false or standard error is no terminal. `unit` is what is
  // counted; it and the label must outlive the bar.
  Progress(std::string_view label, bool enabled, std::string_view unit = "texts");
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // A part of the work that was done before: the time left is told by the rest.
  void start_at(double share) { start_share_ = share; }
  // Draws at most ten times a second. `share` of the work in [0, 1], none where
  // its end is not known; `detail` is what is at hand.
  void update(std::uint64_t count, std::optional<double> share, std::string_view detail = {});
  // Removes the bar, before something else is said.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string_view label_;
  std::string_view unit_;
  bool enabled_;
  double start_share_ = 0;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace plumb
