#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "report/terminal_text.h"

namespace plumb {
namespace {

constexpr std::chrono::milliseconds kInterval{100};
constexpr std::size_t kBarColumns = 24;
constexpr std::size_t kFewestBarColumns = 6;

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

std::size_t terminal_columns() {
  constexpr std::size_t kUsual = 80;
  constexpr std::size_t kLeast = 20;
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < kLeast) return kUsual;
  return size.ws_col;
}

std::string bar_of(double share, std::size_t columns) {
  if (columns < kFewestBarColumns) return {};
  const auto full = static_cast<std::size_t>(share * static_cast<double>(columns));
  return fmt::format("[{}{}] ", std::string(full, '#'), std::string(columns - full, '.'));
}

// A line that wraps could not be drawn over. Where there is little room the figures come first,
// then what is at hand, then the bar.
std::string fitted_line(std::string_view label, std::optional<double> share,
                        std::string_view figures, std::string_view detail, std::size_t width) {
  constexpr std::size_t kFewestDetailColumns = 10;
  constexpr std::size_t kAroundBar = 3;
  std::size_t room = width - 1;  // some terminals wrap behind a full line
  const auto take = [&room](std::size_t columns) { room -= std::min(room, columns); };
  const double part = std::clamp(share.value_or(0), 0.0, 1.0);
  const std::string percent = share ? fmt::format("{:3.0f}%  ", 100 * part) : "";
  const std::string head = fmt::format("{}  ", label);
  take(head.size() + percent.size() + figures.size());
  std::string tail;
  if (!detail.empty() && room >= kFewestDetailColumns + 2) {
    tail = "  " + printable(detail, room - 2);
    take(columns_of(tail));
  }
  const std::size_t columns = std::min(kBarColumns, room - std::min(room, kAroundBar));
  std::string line = head + (share ? bar_of(part, columns) : "") + percent;
  line.append(figures);
  return line.substr(0, width - 1) + tail;
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
  std::string figures = fmt::format("{} {}  {:.0f} {}/s", count, unit_, rate, unit_);
  if (share && *share - start_share_ > 0.01) {
    figures +=
        fmt::format("  {} left", clock_text(seconds / (*share - start_share_) * (1 - *share)));
  }
  draw("\r\033[K" + fitted_line(label_, share, figures, detail, terminal_columns()));
}

void Progress::clear() {
  if (drawn_) draw("\r\033[K");
  drawn_ = false;
}

}  // namespace plumb
