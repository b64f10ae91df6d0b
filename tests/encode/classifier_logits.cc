// The logits of token ids, for comparison with another implementation.
//
//   classifier_logits FOLDER [--threads N] < lines
//
// A line is {"ids": [...], "segments": [...]}; the answer is a line of logits for each.
// With --time N the lines are computed N times and the seconds of each are printed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "encode/sequence_classifier.h"

namespace plumb {
namespace {

struct Options {
  std::filesystem::path folder;
  int threads = 1;
  int times = 0;
};

TokenRuns read_runs() {
  TokenRuns runs;
  for (std::string line; std::getline(std::cin, line);) {
    const auto row = nlohmann::json::parse(line);
    for (std::size_t i = 0; i < row.at("ids").size(); ++i) {
      runs.ids.push_back(with_segment(row.at("ids")[i], row.at("segments")[i]));
    }
    runs.close();
  }
  return runs;
}

Result<void> run(const Options& options) {
  constexpr std::size_t kMaxConfig = 1 << 20;
  const auto path = options.folder / "config.json";
  PLUMB_TRY(const std::string text, read_file(path, kMaxConfig));
  PLUMB_TRY(const auto config, SequenceClassifierConfig::parse(text, path.string()));
  PLUMB_TRY(const auto weights, Safetensors::open(options.folder / "model.safetensors"));
  ThreadPool pool(options.threads);
  const Kernels& kernels = kernels_for(available_instruction_sets().back());
  PLUMB_TRY(auto model, SequenceClassifier::load(weights, config, kernels, pool));
  const TokenRuns runs = read_runs();
  std::vector<float> logits(runs.size() * model.labels());
  for (int i = 0; i < options.times; ++i) {
    const auto start = std::chrono::steady_clock::now();
    model.run(runs, pool, logits.data());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    fmt::print("{}\n", took.count());
  }
  if (options.times > 0) return {};
  model.run(runs, pool, logits.data());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto row = std::span(logits).subspan(i * model.labels(), model.labels());
    fmt::print("[{}]\n", fmt::join(row, ", "));
  }
  return {};
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  plumb::Options options;
  if (argc < 2) return 2;
  options.folder = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    (flag == "--threads" ? options.threads : options.times) = std::atoi(argv[i + 1]);
  }
  const auto done = plumb::run(options);
  if (done) return 0;
  fmt::print(stderr, "classifier_logits: {}\n", done.error().message);
  return 2;
}
