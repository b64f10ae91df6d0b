// Reads and checks a Hugging Face tokenizer.json. Only the room's WordPiece uses it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/added_tokens.h"
#include "text/tokenizer_document.h"
#include "text/vocabulary.h"

namespace plumb {

inline constexpr std::size_t kMaxWordChars = kMaxWordBytes / 4;

struct TokenizerFile {
  Vocabulary vocabulary;
  std::vector<AddedToken> added_tokens;
  TokenId unknown;
  TokenId classify;        // [CLS], before the text
  TokenId separate;        // [SEP], behind it
  std::size_t word_chars;  // a longer word is [UNK]; 1 to kMaxWordChars
};

// Fails with corrupt (not JSON, a field that is missing, of the wrong type or
// contradicts another) or unsupported (a tokenizer of another kind). The
// sentence names the file and the field.
Result<TokenizerFile> parse_tokenizer_json(const TokenizerDocument& document);

}  // namespace plumb
