// Plumb as the bench's run.py drives it: loaded and warm, one command a line on
// stdin, one line of JSON an answer. bench/peers/worker.py has the same protocol
// and documents it.
//
//   plumb_bench_worker --model NAME_OR_FOLDER --threads N [--precision f32|int8]
//     [--instruction-set NAME]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "encode/embedder.h"
#include "model/locate.h"
#include "worker_protocol.h"

namespace {

using plumb::ErrorCode;
using plumb::fail;
using plumb::Result;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string model{plumb::kDefaultEmbeddingModel};
  plumb::EmbedderOptions embedder;
};

Result<Options> parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const std::string_view value = argv[i + 1];
    if (flag == "--model") {
      options.model = value;
    } else if (flag == "--threads") {
      PLUMB_TRY(options.embedder.threads, plumb::bench::parse_count(value));
    } else if (flag == "--precision" && (value == "f32" || value == "int8")) {
      options.embedder.precision = value == "int8" ? plumb::Precision::int8 : plumb::Precision::f32;
    } else if (const auto set = std::ranges::find(plumb::kInstructionSets, value,
                                                  [](auto known) { return name_of(known); });
               flag == "--instruction-set" && set != plumb::kInstructionSets.end()) {
      options.embedder.instruction_set = *set;
    } else {
      return fail(ErrorCode::invalid_input, fmt::format("unknown option {} {}", flag, value));
    }
  }
  return options;
}

class Worker {
 public:
  explicit Worker(plumb::Embedder embedder) : embedder_(std::move(embedder)) {}

  std::string greeting() const {
    const plumb::EmbedderProvenance& from = embedder_.provenance();
    return fmt::format(
        R"({{"engine": "plumb", "version": "{}", "precision": "{}", "instruction_set": "{}", "settings": []}})",
        PLUMB_VERSION, name_of(from.precision), name_of(from.instruction_set));
  }

  Result<std::string> obey(std::string_view verb, std::string_view argument) {
    if (verb == "corpus") return read_corpus(std::string(argument));
    if (verb == "embed") return measure_throughput();
    if (verb == "latency") return measure_latency(argument);
    if (verb == "vectors") return write_vectors(std::string(argument));
    return fail(ErrorCode::invalid_input, fmt::format("unknown verb '{}'", verb));
  }

 private:
  Result<std::string> read_corpus(const std::string& path) {
    PLUMB_TRY(storage_, plumb::bench::read_texts(path));
    texts_.assign(storage_.begin(), storage_.end());
    std::vector<std::size_t> lengths;
    std::vector<plumb::TokenId> ids;
    for (const std::string_view text : texts_) {
      ids.clear();
      const std::size_t limit = embedder_.provenance().max_tokens;
      lengths.push_back(embedder_.tokenizer().encode(text, limit, ids).tokens);
    }
    return fmt::format(R"({{"lengths": [{}]}})", fmt::join(lengths, ", "));
  }

  Result<std::string> measure_throughput() {
    PLUMB_TRY(const double seconds, timed(texts_));
    return fmt::format(R"({{"seconds": {}}})", seconds);
  }

  Result<std::string> measure_latency(std::string_view argument) {
    PLUMB_TRY(const int count, plumb::bench::parse_count(argument));
    if (texts_.empty()) return fail(ErrorCode::invalid_input, "latency needs a corpus first");
    std::vector<double> seconds;
    for (int i = 0; i < count; ++i) {
      PLUMB_TRY(const double passed, timed(std::span(texts_).first(1)));
      seconds.push_back(passed);
    }
    return fmt::format(R"({{"seconds": [{}]}})", fmt::join(seconds, ", "));
  }

  Result<std::string> write_vectors(const std::string& path) {
    PLUMB_TRY(const plumb::Embeddings embeddings, embedder_.embed(texts_));
    const std::string_view bytes(reinterpret_cast<const char*>(embeddings.values.data()),
                                 embeddings.values.size() * sizeof(float));
    PLUMB_CHECK_RESULT(plumb::write_file(path, bytes));
    return fmt::format(R"({{"dimension": {}}})", embeddings.dimension);
  }

  Result<double> timed(std::span<const std::string_view> texts) {
    const auto start = Clock::now();
    PLUMB_CHECK_RESULT(embedder_.embed(texts));
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  plumb::Embedder embedder_;
  std::vector<std::string> storage_;
  std::vector<std::string_view> texts_;
};

Result<Worker> start(int argc, char** argv) {
  PLUMB_TRY(const Options options, parse_options(argc, argv));
  PLUMB_TRY(const plumb::ModelFolder folder, plumb::locate_model(options.model));
  PLUMB_TRY(plumb::Embedder embedder, plumb::Embedder::load(folder, options.embedder));
  return Worker(std::move(embedder));
}

}  // namespace

int main(int argc, char** argv) {
  return plumb::bench::serve(start(argc, argv), "plumb_bench_worker");
}
