#include "text/lower_case.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstring>

#include "text/unicode_ranges.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using unicode::in;
using unicode::Range;

#include "text/lower_case_corrections.inc"

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;
constexpr char32_t kCapitalIWithDot = 0x130;
constexpr char32_t kCombiningDotAbove = 0x307;
constexpr std::uint64_t kHighBits = 0x8080808080808080;

// How far each code point is from its lower case. Letters with case end in the
// Supplementary Multilingual Plane; behind it everything stays itself.
class LowerShifts {
 public:
  static const LowerShifts& table() {
    static const LowerShifts table;
    return table;
  }

  char32_t lower(char32_t value) const {
    const std::size_t block = value >> 8;
    if (block >= kBlocks || index_[block] == 0) return value;
    return static_cast<char32_t>(static_cast<std::int32_t>(value) +
                                 blocks_[index_[block]][value & 0xFF]);
  }

 private:
  static constexpr std::size_t kBlocks = 0x200;
  using Block = std::array<std::int32_t, 256>;

  LowerShifts() {
    blocks_.emplace_back();  // of the blocks without a capital
    for (std::size_t at = 0; at < kBlocks; ++at) {
      Block block{};
      bool has_capital = false;
      for (std::size_t i = 0; i < block.size(); ++i) {
        const auto value = static_cast<utf8proc_int32_t>(at * block.size() + i);
        block[i] = utf8proc_tolower(value) - value;
        has_capital = has_capital || block[i] != 0;
      }
      if (!has_capital) continue;
      index_[at] = static_cast<std::uint8_t>(blocks_.size());
      blocks_.push_back(block);
    }
  }

  std::array<std::uint8_t, kBlocks> index_{};
  std::vector<Block> blocks_;
};

bool is_case_ignorable(char32_t value) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(value))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return in(kIgnorable, value);
  }
}

bool is_cased(char32_t value) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(value))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
      return true;
    default:
      return in(kCased, value);
  }
}

// The last code point of a text that is not empty. An ill-formed end is U+FFFD,
// of a length that does not matter here: it ends the search.
DecodedCodePoint last_code_point(std::string_view text) {
  const std::size_t most = std::min<std::size_t>(text.size(), 4);
  for (std::uint32_t length = 1; length <= most; ++length) {
    const DecodedCodePoint found = decode_code_point(text.substr(text.size() - length));
    if (found.length == length && found.value != kReplacementCharacter) return found;
  }
  return {};
}

// A sigma is final behind a cased letter and not before one, ignorable ones left out.
// Capital sigmas are cased, so of a text of them each part is looked at twice at most.
char32_t lower_sigma(std::string_view before, std::string_view after) {
  char32_t neighbour = 0;
  do {
    if (before.empty()) return kSmallSigma;
    const DecodedCodePoint found = last_code_point(before);
    neighbour = found.value;
    before.remove_suffix(found.length);
  } while (is_case_ignorable(neighbour));
  if (!is_cased(neighbour)) return kSmallSigma;
  do {
    if (after.empty()) return kFinalSigma;
    const DecodedCodePoint found = decode_code_point(after);
    neighbour = found.value;
    after.remove_prefix(found.length);
  } while (is_case_ignorable(neighbour));
  return is_cased(neighbour) ? kSmallSigma : kFinalSigma;
}

// Calls `put` with each character that `decoded`, at `at` of `text`, becomes.
template <class Put>
void lower_one(std::string_view text, std::size_t at, DecodedCodePoint decoded, Put put) {
  if (decoded.value == kCapitalSigma) {
    put(lower_sigma(text.substr(0, at), text.substr(at + decoded.length)));
  } else if (decoded.value == kCapitalIWithDot) {
    put(U'i');
    put(kCombiningDotAbove);
  } else {
    put(LowerShifts::table().lower(decoded.value));
  }
}

bool is_ascii(std::uint64_t eight_bytes) {
  return (eight_bytes & kHighBits) == 0;
}

std::uint64_t load(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

// Sets bit 5 of every byte in 'A' to 'Z'; all eight are ASCII.
std::uint64_t lower_ascii(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  const std::uint64_t from_a = bytes + kOnes * (0x80 - 'A');
  const std::uint64_t past_z = bytes + kOnes * (0x80 - 'Z' - 1);
  return bytes | ((from_a & ~past_z & kHighBits) >> 2);
}

char lower_ascii(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte | 0x20) : byte;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower;
  lower.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    if (at + sizeof(std::uint64_t) <= text.size()) {
      if (const std::uint64_t bytes = load(text.data() + at); is_ascii(bytes)) {
        const std::uint64_t folded = lower_ascii(bytes);
        char chunk[sizeof folded];
        std::memcpy(chunk, &folded, sizeof folded);
        lower.append(chunk, sizeof chunk);
        at += sizeof chunk;
        continue;
      }
    }
    const DecodedCodePoint decoded = decode_code_point(text.substr(at));
    if (decoded.value < 0x80) {
      lower += lower_ascii(text[at]);
    } else {
      lower_one(text, at, decoded, [&](char32_t character) {
        char bytes[4];
        lower.append(bytes, encode_code_point(character, bytes));
      });
    }
    at += decoded.length;
  }
  return lower;
}

CharacterTally::CharacterTally() = default;
CharacterTally::~CharacterTally() = default;
CharacterTally::CharacterTally(CharacterTally&&) noexcept = default;
CharacterTally& CharacterTally::operator=(CharacterTally&&) noexcept = default;

std::span<const CharacterCount> CharacterTally::count(std::string_view text) {
  code_points_ = 0;
  std::size_t at = 0;
  while (true) {
    const std::size_t ascii = count_ascii(text.substr(at));
    at += ascii;
    code_points_ += static_cast<std::uint32_t>(ascii);
    if (at == text.size()) break;
    const DecodedCodePoint decoded = decode_code_point(text.substr(at));
    lower_one(text, at, decoded, [this](char32_t character) { add(character); });
    at += decoded.length;
    ++code_points_;
  }
  collect();
  return counts_;
}

// Counts the ASCII bytes at the start of `text` and says how many there are.
std::size_t CharacterTally::count_ascii(std::string_view text) {
  const auto byte_at = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t bytes = load(text.data() + at);
    if (!is_ascii(bytes)) break;
    for (std::size_t i = 0; i < sizeof bytes; i += 2, bytes >>= 16) {
      ++ascii_[0][bytes & 0x7F];
      ++ascii_[1][(bytes >> 8) & 0x7F];
    }
  }
  for (; at < text.size() && byte_at(at) < 0x80; ++at) ++ascii_[0][byte_at(at)];
  return at;
}

void CharacterTally::add(char32_t character) {
  if (character < 0x80) {  // the Kelvin sign becomes k
    ++ascii_[0][character];
    return;
  }
  const std::size_t page = character / kPageSize;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (!pages_[page]) pages_[page] = std::make_unique<Page>();
  if ((*pages_[page])[character % kPageSize]++ == 0) touched_.push_back(character);
}

// Moves the tables into counts_ and leaves them empty.
void CharacterTally::collect() {
  for (std::size_t c = 0; c < ascii_[0].size(); ++c) ascii_[0][c] += ascii_[1][c];
  for (std::size_t c = 'A'; c <= 'Z'; ++c) {
    ascii_[0][c + ('a' - 'A')] += ascii_[0][c];
    ascii_[0][c] = 0;
  }
  counts_.clear();
  for (std::size_t c = 0; c < ascii_[0].size(); ++c) {
    if (ascii_[0][c] != 0) counts_.push_back({static_cast<char32_t>(c), ascii_[0][c]});
  }
  ascii_ = {};
  std::ranges::sort(touched_);
  for (const char32_t character : touched_) {
    std::uint32_t& times = (*pages_[character / kPageSize])[character % kPageSize];
    counts_.push_back({character, times});
    times = 0;
  }
  touched_.clear();
}

}  // namespace plumb
