// Any bytes as a text for a small unigram and a small byte-level BPE.
#include <cstdint>
#include <string_view>

#include "piece_checks.h"
#include "support/tiny_pieces.h"
#include "text/byte_pair.h"
#include "text/sentencepiece.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto unigram = plumb::SentencePiece::parse(plumb::testing::kTinyUnigram, "tiny");
  static const auto byte_pair = plumb::BytePair::parse(plumb::testing::tiny_byte_pair(), "tiny");
  plumb::fuzz::require(unigram && byte_pair);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  plumb::fuzz::check_text(*unigram, text);
  plumb::fuzz::check_text(*byte_pair, text);
  const std::size_t cut = size > 0 ? data[0] % size : 0;
  for (const std::size_t most : {4 + cut, std::size_t{23}}) {
    plumb::fuzz::check_pair(*unigram, text.substr(cut), text.substr(0, cut), most);
    plumb::fuzz::check_pair(*byte_pair, text.substr(cut), text.substr(0, cut), most);
  }
  return 0;
}
