#include "text/vocabulary.h"

#include <algorithm>
#include <array>
#include <bit>

namespace plumb {
namespace {

// FNV-1a: byte by byte, so that one pass gives the hash of every prefix.
constexpr std::uint64_t kPrime = 0x100000001B3;
constexpr std::uint64_t kStart = 0xCBF29CE484222325;
constexpr std::uint64_t kContinuingStart = 0x9AE16A3B2F90404F;

std::uint64_t extend(std::uint64_t hash, char byte) {
  return (hash ^ static_cast<std::uint8_t>(byte)) * kPrime;
}

// FNV's high bits are weak for short keys, and the table takes its index from the top.
std::uint64_t finish(std::uint64_t hash) {
  hash ^= hash >> 32;
  return hash * 0x9E3779B97F4A7C15;
}

bool is_continuation_byte(char byte) {
  return (static_cast<std::uint8_t>(byte) & 0xC0) == 0x80;
}

struct Key {
  std::string_view bytes;
  bool continues;
};

Key key_of(std::string_view piece) {
  const bool continues = piece.starts_with(kContinuingPrefix);
  return {continues ? piece.substr(kContinuingPrefix.size()) : piece, continues};
}

std::uint64_t hash_of(Key key) {
  std::uint64_t hash = key.continues ? kContinuingStart : kStart;
  for (const char byte : key.bytes) hash = extend(hash, byte);
  return finish(hash);
}

}  // namespace

Vocabulary::Vocabulary(std::span<const std::string_view> pieces) {
  std::size_t bytes = 0;
  for (const std::string_view piece : pieces) bytes += piece.size();
  text_.reserve(bytes);
  ends_.reserve(pieces.size() + 1);
  ends_.push_back(0);
  for (const std::string_view piece : pieces) {
    text_ += piece;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * pieces.size(), 2));
  shift_ = 64 - std::countr_zero(slots);
  slots_.resize(slots);
  for (std::size_t i = 0; i < pieces.size(); ++i) insert(static_cast<TokenId>(i));
}

bool Vocabulary::holds(Slot slot, std::uint64_t hash, std::string_view bytes,
                       bool continues) const {
  if (slot.fingerprint != static_cast<std::uint32_t>(hash)) return false;
  const Key key = key_of(text(slot.id));
  return key.continues == continues && key.bytes == bytes;
}

void Vocabulary::insert(TokenId id) {
  const Key key = key_of(text(id));
  longest_ = std::min(std::max(longest_, key.bytes.size()), kMaxWordBytes);
  const std::uint64_t hash = hash_of(key);
  std::size_t at = home(hash);
  for (; slots_[at].id >= 0; at = after(at)) {
    if (!first_duplicate_ && holds(slots_[at], hash, key.bytes, key.continues)) {
      first_duplicate_ = id;
    }
  }
  slots_[at] = {static_cast<std::uint32_t>(hash), id};
}

TokenId Vocabulary::probe(std::uint64_t hash, std::string_view bytes, bool continues) const {
  for (std::size_t at = home(hash); slots_[at].id >= 0; at = after(at)) {
    if (holds(slots_[at], hash, bytes, continues)) return slots_[at].id;
  }
  return -1;
}

Vocabulary::Match Vocabulary::longest_match(std::string_view rest, bool continues) const {
  std::array<std::uint64_t, kMaxWordBytes> hashes;  // hashes[i]: of the first i + 1 bytes
  const std::size_t longest = std::min(rest.size(), longest_);
  std::uint64_t hash = continues ? kContinuingStart : kStart;
  for (std::size_t i = 0; i < longest; ++i) hashes[i] = hash = extend(hash, rest[i]);
  for (std::size_t length = longest; length > 0; --length) {
    if (length < rest.size() && is_continuation_byte(rest[length])) continue;
    const TokenId id = probe(finish(hashes[length - 1]), rest.substr(0, length), continues);
    if (id >= 0) return {id, length};
  }
  return {};
}

std::optional<TokenId> Vocabulary::find(std::string_view piece) const {
  const Key key = key_of(piece);
  const TokenId id = probe(hash_of(key), key.bytes, key.continues);
  return id >= 0 ? std::optional(id) : std::nullopt;
}

}  // namespace plumb
