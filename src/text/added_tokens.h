// Added tokens: those that are looked for in the text itself, before a model cuts it up.
// The longest that starts first wins, as in Hugging Face `tokenizers`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/token_id.h"
#include "text/tokenizer_document.h"

namespace plumb {

// Looking for them costs a look at each that starts with the byte at hand.
inline constexpr std::size_t kMaxAddedTokens = 1024;

struct AddedToken {
  std::string content;  // not empty
  TokenId id = 0;
  bool special = false;      // decode leaves it out
  bool takes_left = false;   // white space before it belongs to it
  bool takes_right = false;  // and behind it
  bool normalized = false;   // looked for in the normalized text
};

// `added_tokens` of a tokenizer.json. `find` gives the id of a piece of the model, which
// has `pieces` of them; the tokens that it does not know follow those. Fails with corrupt
// when an id is another, or unsupported (single_word).
Result<std::vector<AddedToken>> read_added_tokens(
    const TokenizerDocument& document, std::size_t pieces,
    const std::function<std::optional<TokenId>(std::string_view)>& find);

// Immutable: any thread may read.
class AddedTokens {
 public:
  AddedTokens() = default;
  explicit AddedTokens(std::vector<AddedToken> tokens);

  struct Match {
    std::size_t start;  // with the white space that it takes
    std::size_t end;
    TokenId id;
  };
  // The first one that starts in [from, until) of `text`. Nothing before `from` is taken.
  std::optional<Match> find(std::string_view text, std::size_t from, std::size_t until) const;

  bool empty() const { return tokens_.empty(); }
  const std::vector<AddedToken>& tokens() const { return tokens_; }

 private:
  std::vector<AddedToken> tokens_;
  std::array<bool, 256> starts_{};  // bytes that one of them starts with
};

}  // namespace plumb
