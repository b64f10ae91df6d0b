#include "report/short_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/terminal_text.h"

namespace plumb {
namespace {

constexpr std::string_view kLeftOut = "...";

// The bytes of the whole words that several names begin with; 0 of one.
std::size_t common_words(const std::vector<std::string_view>& names) {
  if (names.size() < 2) return 0;
  std::size_t common = names.front().size();
  for (const std::string_view name : names) {
    const auto differ = std::ranges::mismatch(names.front(), name);
    common = std::min(common, static_cast<std::size_t>(differ.in2 - name.begin()));
  }
  const std::size_t space = names.front().substr(0, common).rfind(' ');
  return space == std::string_view::npos ? 0 : space + 1;
}

}  // namespace

std::string score_text(std::optional<double> score) {
  return score && std::isfinite(*score) ? fmt::format("{:.4f}", *score) : "-";
}

std::string delta_text(std::optional<double> delta) {
  if (!delta || !std::isfinite(*delta)) return "-";
  const std::string text = fmt::format("{:+.4f}", *delta);
  return text == "-0.0000" || text == "+0.0000" ? "0.0000" : text;
}

std::string p_value_text(std::optional<double> p) {
  if (!p || !std::isfinite(*p)) return "-";
  return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

std::string range_text(const std::optional<Interval>& interval) {
  if (!interval) return "-";
  return fmt::format("{:.4f} to {:.4f}", interval->low, interval->high);
}

std::string share_text(std::optional<double> share) {
  return share && std::isfinite(*share) ? fmt::format("{:.1f}%", 100 * *share) : "-";
}

std::string short_name(std::string_view name, std::size_t characters) {
  const std::string line = printable(name, name.size() + 1);  // harmless, nothing cut
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if ((static_cast<unsigned char>(line[at]) & 0xC0) != 0x80) starts.push_back(at);
  }
  if (starts.size() <= characters || characters <= kLeftOut.size() + 1) return line;
  const std::size_t kept = characters - kLeftOut.size();
  const std::size_t tail = kept / 2;
  return line.substr(0, starts[kept - tail]) + std::string(kLeftOut) +
         line.substr(starts[starts.size() - tail]);
}

std::vector<std::string> short_names(std::span<const std::string> names, std::size_t characters) {
  std::map<std::string, std::vector<std::string_view>> alike;  // by what they are cut to
  for (const std::string& name : names) alike[short_name(name, characters)].push_back(name);
  std::vector<std::string> out;
  for (const std::string& name : names) {
    std::string shown = short_name(name, characters);
    if (const std::size_t common = common_words(alike[shown]); common > 0) {
      shown = std::string(kLeftOut) +
              short_name(std::string_view(name).substr(common), characters - kLeftOut.size());
    }
    for (int n = 2; std::ranges::find(out, shown) != out.end(); ++n) {
      const std::string number = fmt::format(" #{}", n);
      shown = short_name(name, characters - number.size()) + number;
    }
    out.push_back(std::move(shown));
  }
  return out;
}

}  // namespace plumb
