// Tokenizing English, and loading the tokenizer.
//   tokenizer_bench MODEL_FOLDER [--benchmark_...]
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace {

constexpr const char* kSentences[] = {
    "The committee postponed its decision until the auditors had finished their report.",
    "Rain fell on the tin roof all night, and by morning the river had risen two metres.",
    "She refactored the scheduler so that a crashed worker's jobs were retried exactly once!",
    "Antidisestablishmentarianism is rarely discussed in pharmacokinetics textbooks (2nd ed.).",
};

std::string english(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    text += kSentences[i % std::size(kSentences)];
    text += ' ';
  }
  return text;
}

void encode(benchmark::State& state, const plumb::Tokenizer& tokenizer, const std::string& text) {
  std::vector<plumb::TokenId> ids;
  for (auto _ : state) {
    ids.clear();
    benchmark::DoNotOptimize(tokenizer.encode(text, 1'000'000, ids));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void load(benchmark::State& state, const std::string& path) {
  for (auto _ : state) benchmark::DoNotOptimize(plumb::Tokenizer::open(path));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: tokenizer_bench MODEL_FOLDER\n");
    return 2;
  }
  const std::string path = argv[1];
  const auto tokenizer = plumb::Tokenizer::open(path);
  if (!tokenizer) {
    std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
    return 2;
  }
  const std::string sentence = kSentences[0];
  const std::string page = english(64 * 1024);
  benchmark::RegisterBenchmark("encode/sentence", encode, std::cref(*tokenizer), sentence);
  benchmark::RegisterBenchmark("encode/page", encode, std::cref(*tokenizer), page);
  benchmark::RegisterBenchmark("load", load, path);
  benchmark::RunSpecifiedBenchmarks();
}
