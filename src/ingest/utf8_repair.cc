#include "ingest/utf8_repair.h"

#include <cstddef>
#include <cstdint>

namespace plumb {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

struct Sequence {
  std::size_t length = 1;  // bytes that belong together
  bool valid = false;
};

// The second byte's range rules out over-long forms, surrogates and what lies
// past U+10FFFF (Unicode 15, table 3-7); later ones are always 80..BF.
Sequence sequence_at(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const std::uint8_t lead = at(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= bytes.size() || at(i) < low || at(i) > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {length, true};
}

}  // namespace

void append_repaired_utf8(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    const Sequence sequence = sequence_at(bytes);
    out += sequence.valid ? bytes.substr(0, sequence.length) : kReplacement;
    bytes.remove_prefix(sequence.length);
  }
}

}  // namespace plumb
