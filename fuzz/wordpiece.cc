// Any bytes as a text: ids in range, the same ids twice, never more than asked
// for, a smaller limit gives a prefix, and decode takes whatever ids there are.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "support/tiny_tokenizer.h"
#include "text/utf8.h"
#include "text/wordpiece.h"

namespace {

using Ids = std::vector<plumb::TokenId>;

void require(bool holds) {
  if (!holds) std::abort();
}

const plumb::WordPiece& tokenizer() {
  static const auto parsed = plumb::WordPiece::parse(plumb::testing::kTinyTokenizer, "tiny");
  require(parsed.has_value());
  return *parsed;
}

void check_prefix(std::string_view text, const Ids& all, std::size_t max_tokens) {
  Ids ids;
  const plumb::Encoded encoded = tokenizer().encode(text, max_tokens, ids);
  require(ids.size() == std::min(all.size(), max_tokens) && encoded.tokens == ids.size());
  require(encoded.truncated == (all.size() > max_tokens));
  require(std::equal(ids.begin(), ids.end() - 1, all.begin()) && ids.back() == all.back());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Ids all;
  const plumb::Encoded encoded = tokenizer().encode(text, 3 * size + 2, all);
  require(!encoded.truncated && all.size() >= 2);
  for (const plumb::TokenId id : all) {
    require(id >= 0 && static_cast<std::size_t>(id) < tokenizer().vocabulary_size());
  }
  check_prefix(text, all, all.size());
  const std::size_t limit = size > 0 ? data[0] : 0;
  check_prefix(text, all, 2 + limit);
  check_prefix(text, all, 2 + limit % all.size());

  Ids replaced;
  tokenizer().encode(plumb::replace_invalid_utf8(text), 3 * size + 2, replaced);
  require(replaced == all);

  tokenizer().decode(all);
  Ids foreign(size / sizeof(plumb::TokenId));
  if (!foreign.empty()) std::memcpy(foreign.data(), data, foreign.size() * sizeof foreign[0]);
  tokenizer().decode(foreign);
  return 0;
}
