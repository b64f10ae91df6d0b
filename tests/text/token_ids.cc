// Ids of texts over a pipe, for the parity checks (tests/golden/*_parity.py).
//   token_ids TOKENIZER [MAX_TOKENS]            a text each
//   token_ids --pairs TOKENIZER [MAX_TOKENS]    two texts each
//   token_ids --time TOKENIZER [MAX_TOKENS]     reads all, then prints texts a second
// TOKENIZER is a tokenizer.json or a spiece.model. Reads records of a 32-bit length and
// that many bytes; writes for each text, or pair, a 32-bit count, its top bit set when it
// was truncated, and the ids, 32 bits each; of a pair then the segments, 8 bits each. All
// little-endian.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "text/tokenizer.h"
#include "text/tokenizer_document.h"

namespace {

plumb::Result<plumb::Tokenizer> open(const std::string& path) {
  if (path.ends_with(".model")) {
    PLUMB_TRY(auto model, plumb::SentencePiece::open(path));
    return plumb::Tokenizer(std::move(model));
  }
  PLUMB_TRY(const std::string json, plumb::read_file(path, plumb::kMaxTokenizerBytes));
  return plumb::Tokenizer::parse(json, path);
}

bool read_text(std::string& text) {
  std::uint32_t length = 0;
  if (std::fread(&length, sizeof length, 1, stdin) != 1) return false;
  text.resize(length);
  return std::fread(text.data(), 1, length, stdin) == length;
}

void write(plumb::Encoded encoded, const std::vector<plumb::TokenId>& ids,
           const std::vector<std::uint8_t>& type_ids) {
  const auto count =
      static_cast<std::uint32_t>(ids.size()) | (encoded.truncated ? 0x80000000u : 0u);
  std::fwrite(&count, sizeof count, 1, stdout);
  std::fwrite(ids.data(), sizeof ids[0], ids.size(), stdout);
  std::fwrite(type_ids.data(), 1, type_ids.size(), stdout);
}

void answer(const plumb::Tokenizer& tokenizer, std::size_t max_tokens, bool pairs) {
  std::string text;
  std::string second;
  std::vector<plumb::TokenId> ids;
  std::vector<std::uint8_t> type_ids;
  while (read_text(text) && (!pairs || read_text(second))) {
    ids.clear();
    type_ids.clear();
    const plumb::Encoded encoded =
        pairs ? tokenizer.encode_pair(text, second, max_tokens, ids, type_ids)
              : tokenizer.encode(text, max_tokens, ids);
    write(encoded, ids, type_ids);
  }
}

void time(const plumb::Tokenizer& tokenizer, std::size_t max_tokens) {
  std::vector<std::string> texts(1);
  while (read_text(texts.back())) texts.emplace_back();
  texts.pop_back();
  std::vector<plumb::TokenId> ids;
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    std::size_t tokens = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const std::string& text : texts) {
      ids.clear();
      tokens += tokenizer.encode(text, max_tokens, ids).tokens;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::max(best, static_cast<double>(texts.size()) / took.count());
    if (round == 0) std::printf("%zu texts, %zu tokens\n", texts.size(), tokens);
  }
  std::printf("%.0f texts a second, the best of 5 rounds\n", best);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::string mode;
  if (!arguments.empty() && arguments[0].starts_with("--")) {
    mode = arguments[0];
    arguments.erase(arguments.begin());
  }
  if (arguments.empty()) return 2;
  const std::size_t max_tokens =
      arguments.size() > 1 ? std::strtoul(arguments[1].c_str(), nullptr, 10) : 256;
  const auto tokenizer = open(arguments[0]);
  if (!tokenizer) {
    std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
    return 2;
  }
  if (mode == "--time") {
    time(*tokenizer, max_tokens);
  } else {
    answer(*tokenizer, max_tokens, mode == "--pairs");
  }
  return std::fflush(stdout) == 0 ? 0 : 3;
}
