// A progress bar on standard error, where that is a terminal.
//
//   embed  [##########..............]  41%  1,234 texts/s  0:12 left
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plumb {

class Progress {
 public:
  // Shows nothing where `enabled` is false or standard error is no terminal.
  Progress(std::string_view label, bool enabled);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Draws at most ten times a second. `share` of the work in [0, 1], none where
  // its end is not known.
  void update(std::uint64_t texts, std::optional<double> share);
  // Removes the bar, before something else is said.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string_view label_;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace plumb
