// Any bytes as a text: ranges in order, not blank, cut at characters, no word lost,
// and the same sentences twice.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "text/sentences.h"
#include "text/utf8.h"
#include "text/words.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Words that a list mark may take away: "12." and "b)".
bool may_be_a_mark(const plumb::Word& word) {
  return word.range.end - word.range.begin <= 4;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto sentences = plumb::split_sentences(text);
  std::size_t end = 0;
  for (const plumb::TextRange& range : sentences) {
    require(range.begin >= end && range.begin < range.end && range.end <= size);
    require(!plumb::is_blank(range.of(text)) && !plumb::words_of(range.of(text)).empty());
    end = range.end;
  }
  for (const plumb::Word& word : plumb::words_of(text)) {
    bool found = may_be_a_mark(word);
    for (const plumb::TextRange& range : sentences) {
      found = found || (range.begin <= word.range.begin && word.range.end <= range.end);
    }
    require(found);
  }
  require(plumb::split_sentences(text) == sentences);
  return 0;
}
