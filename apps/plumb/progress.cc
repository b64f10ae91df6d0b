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

Progress::Progress(std::string_view label, bool enabled)
    : label_(label), enabled_(enabled && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::update(std::uint64_t texts, std::optional<double> share) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - last_ < kInterval) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(texts) / seconds;
  std::string line = fmt::format("\r\033[K{}  ", label_);
  if (share) {
    const double part = std::clamp(*share, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * kBarColumns);
    line += fmt::format("[{}{}] {:3.0f}%  ", std::string(full, '#'),
                        std::string(kBarColumns - full, '.'), 100 * part);
  }
  line += fmt::format("{} texts  {:.0f} texts/s", texts, rate);
  if (share && *share > 0.01) {
    line += fmt::format("  {} left", clock_text(seconds / *share * (1 - *share)));
  }
  draw(line);
}

void Progress::clear() {
  if (drawn_) draw("\r\033[K");
  drawn_ = false;
}

}  // namespace plumb
