#include "text/pair.h"

#include <algorithm>
#include <limits>

namespace plumb {
namespace {

// Whether the first of two texts that both have more than `limit` tokens has more than
// the second. Reads on, twice as far each time, until one of them ends.
bool first_is_longer(std::string_view first, std::string_view second, std::size_t limit,
                     const AppendTokens& append) {
  std::vector<TokenId> of_first;
  std::vector<TokenId> of_second;
  while (limit <= std::numeric_limits<std::size_t>::max() / 2) {
    limit = std::max<std::size_t>(2 * limit, 64);
    of_first.clear();
    of_second.clear();
    const bool first_has_more = append(first, limit, of_first);
    const bool second_has_more = append(second, limit, of_second);
    if (first_has_more != second_has_more) return first_has_more;
    if (!first_has_more) return of_first.size() > of_second.size();
  }
  return false;
}

}  // namespace

Encoded append_single(const Frame& frame, std::string_view text, std::size_t max_tokens,
                      const AppendTokens& append, std::vector<TokenId>& ids) {
  const std::size_t before = ids.size();
  ids.push_back(frame.classify);
  const bool truncated = append(text, std::max<std::size_t>(max_tokens, 2) - 2, ids);
  ids.push_back(frame.separate);
  return {ids.size() - before, truncated};
}

PairLengths longest_first(std::size_t first, std::size_t second, std::size_t room) {
  if (first <= room && second <= room - first) return {first, second};
  const std::size_t shorter = std::min(first, second);
  PairLengths kept{shorter, room - std::min(room, shorter)};  // of the shorter and the longer
  if (shorter > room / 2) kept = {room / 2, room - room / 2};
  return first > second ? PairLengths{kept.second, kept.first} : kept;
}

Encoded append_pair(const Frame& frame, std::string_view first, std::string_view second,
                    std::size_t max_tokens, const AppendTokens& append, std::vector<TokenId>& ids,
                    std::vector<std::uint8_t>& type_ids) {
  const std::size_t special = 2 + frame.between;
  const std::size_t room = std::max(max_tokens, special) - special;
  const std::size_t before = ids.size();
  ids.push_back(frame.classify);
  const std::size_t start = ids.size();
  std::vector<TokenId> of_second;
  const bool first_has_more = append(first, room, ids);
  const bool second_has_more = append(second, room, of_second);

  // What was read is at most `room` tokens; one more stands for all the others.
  std::size_t first_tokens = ids.size() - start + (first_has_more ? 1 : 0);
  std::size_t second_tokens = of_second.size() + (second_has_more ? 1 : 0);
  if (first_has_more && second_has_more && room % 2 == 1 &&
      first_is_longer(first, second, room, append)) {
    ++first_tokens;
  }
  const bool truncated = first_tokens > room || second_tokens > room - first_tokens;
  const PairLengths kept = longest_first(first_tokens, second_tokens, room);

  ids.resize(start + kept.first);
  ids.insert(ids.end(), frame.between, frame.separate);
  type_ids.resize(type_ids.size() + ids.size() - before, 0);
  ids.insert(ids.end(), of_second.begin(),
             of_second.begin() + static_cast<std::ptrdiff_t>(kept.second));
  ids.push_back(frame.separate);
  type_ids.resize(type_ids.size() + kept.second + 1, frame.second_type);
  return {ids.size() - before, truncated};
}

}  // namespace plumb
