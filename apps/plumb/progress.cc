#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace plumb {
namespace {

constexpr std::chrono::milliseconds kInterval{100};
constexpr int kBarColumns = 24;

void draw(std::string_view text) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 359'999.0));
  if (whole >= 3600) {
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(std::string_view label, bool enabled, std::string_view unit)
    : label_(label), unit_(unit), enabled_(enabled && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::update(std::uint64_t count, std::optional<double> share, std::string_view detail) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - last_ < kInterval) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(count) / seconds;
  std::string line = fmt::format("\r\033[K{}  ", label_);
  if (share) {
    const double part = std::clamp(*share, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * kBarColumns);
    line += fmt::format("[{}{}] {:3.0f}%  ", std::string(full, '#'),
                        std::string(kBarColumns - full, '.'), 100 * part);
  }
  line += fmt::format("{} {}  {:.0f} {}/s", count, unit_, rate, unit_);
  if (share && *share - start_share_ > 0.01) {
    line += fmt::format("  {} left", clock_text(seconds / (*share - start_share_) * (1 - *share)));
  }
  if (!detail.empty()) line += fmt::format("  {}", detail);
  draw(line);
}

void Progress::clear() {
  if (drawn_) draw("\r\033[K");
  drawn_ = false;
}

}  // namespace plumb
