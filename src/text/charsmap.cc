#include "text/charsmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "text/graphemes.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// A cluster this long is looked at character by character.
constexpr std::size_t kLongCluster = 6;

// The units of a Darts-clone double array.
bool has_leaf(std::uint32_t unit) {
  return (unit >> 8 & 1) != 0;
}
std::uint32_t value_of(std::uint32_t unit) {
  return unit & 0x7FFFFFFF;
}
std::uint32_t label_of(std::uint32_t unit) {
  return unit & 0x800000FF;
}
std::uint32_t offset_of(std::uint32_t unit) {
  return unit >> 10 << ((unit & 0x200) >> 6);
}

bool starts_character(char byte) {
  return (static_cast<std::uint8_t>(byte) & 0xC0) != 0x80;
}

}  // namespace

Result<Charsmap> Charsmap::parse(std::string_view bytes, std::string_view origin) {
  const auto corrupt = [&](std::string_view what) {
    return fail(ErrorCode::corrupt, fmt::format("{}: the precompiled charsmap {}", origin, what));
  };
  std::uint32_t size = 0;
  if (bytes.size() < sizeof size) return corrupt("is cut off");
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size == 0 || size % sizeof(std::uint32_t) != 0 || size > bytes.size()) {
    return corrupt(fmt::format("has a table of {} bytes in {}", size, bytes.size()));
  }
  Charsmap map;
  map.units_.resize(size / sizeof(std::uint32_t));
  std::memcpy(map.units_.data(), bytes.data(), size);
  map.replacements_ = bytes.substr(size);
  if (!is_valid_utf8(map.replacements_)) {
    return corrupt("holds text that is not UTF-8");
  }
  for (std::size_t at = 0; at < map.replacements_.size();) {
    const std::size_t end = std::min(map.replacements_.find('\0', at), map.replacements_.size());
    if (end - at > kMaxReplacement) {
      return corrupt(fmt::format("replaces a character with {} bytes; at most {} are read",
                                 end - at, kMaxReplacement));
    }
    map.longest_ = std::max(map.longest_, end - at);
    at = end + 1;
  }
  for (std::uint8_t value = 1; value < 0x80; ++value) {
    const auto byte = static_cast<char>(value);
    map.plain_[value] = !map.find({&byte, 1});
  }
  map.plain_['\r'] = false;  // it makes one cluster with a line feed
  return map;
}

std::optional<std::string_view> Charsmap::find(std::string_view chunk) const {
  std::uint32_t at = offset_of(units_[0]);
  for (const char byte : chunk) {
    const auto label = static_cast<std::uint8_t>(byte);
    at ^= label;
    if (label == 0 || at >= units_.size() || label_of(units_[at]) != label) return std::nullopt;
    const std::uint32_t unit = units_[at];
    at ^= offset_of(unit);
    if (!has_leaf(unit)) continue;
    if (at >= units_.size()) return std::nullopt;
    const std::size_t start = value_of(units_[at]);
    if (start >= replacements_.size() || !starts_character(replacements_[start])) {
      return std::nullopt;
    }
    return std::string_view(
        replacements_.data() + start,
        std::min(replacements_.find('\0', start), replacements_.size()) - start);
  }
  return std::nullopt;
}

// Bytes of `text` that stay as they are and are clusters of their own. The last one
// before something else than ASCII may not be.
std::size_t Charsmap::plain_prefix(std::string_view text) const {
  std::size_t at = 0;
  while (at < text.size() && plain_[static_cast<std::uint8_t>(text[at])]) ++at;
  const bool followed = at < text.size() && static_cast<std::uint8_t>(text[at]) >= 0x80;
  return followed && at > 0 ? at - 1 : at;
}

void Charsmap::append_characters(std::string_view cluster, std::string& out) const {
  while (!cluster.empty()) {
    const std::string_view character = cluster.substr(0, decode_code_point(cluster).length);
    out.append(find(character).value_or(character));
    cluster.remove_prefix(character.size());
  }
}

void Charsmap::append(std::string_view text, std::string& out) const {
  while (!text.empty()) {
    const std::size_t plain = plain_prefix(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::string_view cluster = text.substr(0, grapheme_length(text));
    const auto whole = cluster.size() < kLongCluster ? find(cluster) : std::nullopt;
    if (whole) {
      out.append(*whole);
    } else {
      append_characters(cluster, out);
    }
    text.remove_prefix(cluster.size());
  }
}

}  // namespace plumb
