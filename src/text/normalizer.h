// The normalizer of a unigram tokenizer: ALBERT's clean-up (quotes, NFKD, accents, lower
// case, charsmap), DeBERTa's (Strip, charsmap, spaces), and what else the `normalizer` of
// a tokenizer.json puts together from the same steps. Immutable: any thread may use it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "text/charsmap.h"
#include "text/tokenizer_document.h"

namespace plumb {

class Normalizer {
 public:
  struct ReplaceText {
    std::string from;  // not empty
    std::string to;
  };
  struct ReplaceSpaces {  // the regular expression " {2,}"
    std::string to;
  };
  struct ReplaceWhiteSpace {  // "\s{2,}|[\n\r\t]"
    std::string to;
  };
  struct Nfkd {};
  struct Nfc {};
  struct StripAccents {};
  struct Lowercase {};
  struct Strip {
    bool left;
    bool right;
  };
  using Step = std::variant<ReplaceText, ReplaceSpaces, ReplaceWhiteSpace, Nfkd, Nfc, StripAccents,
                            Lowercase, Strip, Charsmap>;

  // The field `normalizer`; null is no step. Fails with corrupt or unsupported.
  static Result<Normalizer> read(const TokenizerDocument& document, std::string_view origin);
  // As the reference's ALBERT tokenizer does it; `charsmap` may be empty.
  static Result<Normalizer> albert(std::string_view charsmap, std::string_view origin);

  // Which ends of a part are ends of the whole: only there white space is stripped.
  struct Part {
    bool first = true;
    bool last = true;
  };
  // In place; `text` is valid UTF-8.
  void apply(std::string& text, Part part) const;

  // Whether a text may be cut before a space that stands between two ASCII letters or
  // digits, and its parts normalized one by one.
  bool splits_at_spaces() const;

 private:
  // Fails with unsupported when a text could get too long.
  Result<void> add(Step step, std::string_view origin);

  std::vector<Step> steps_;
  std::size_t growth_ = 1;  // of all steps together
};

}  // namespace plumb
