// Plumb's classifier as bench/classify/run.py drives it: loaded and warm, one command a
// line on stdin, one line of JSON an answer. bench/classify/worker.py documents the
// protocol.
//
//   classify_worker --folder FOLDER --threads N
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "encode/classifier.h"
#include "model/locate.h"
#include "worker_protocol.h"

namespace {

using plumb::ErrorCode;
using plumb::fail;
using plumb::Result;
using Clock = std::chrono::steady_clock;

class Worker {
 public:
  explicit Worker(plumb::Classifier classifier) : classifier_(std::move(classifier)) {}

  std::string greeting() const {
    return fmt::format(
        R"({{"engine": "plumb", "version": "{}", "instruction_set": "{}", "settings": []}})",
        PLUMB_VERSION, name_of(classifier_.provenance().instruction_set));
  }

  Result<std::string> obey(std::string_view verb, std::string_view argument) {
    if (verb == "corpus") return read_corpus(std::string(argument));
    const auto start = Clock::now();
    PLUMB_TRY(const plumb::Classifications found, classifier_.classify(inputs_));
    const std::chrono::duration<double> took = Clock::now() - start;
    if (verb == "classify") return fmt::format(R"({{"seconds": {}}})", took.count());
    if (verb == "logits") return logits_of(found);
    return fail(ErrorCode::invalid_input, fmt::format("unknown verb '{}'", verb));
  }

 private:
  Result<std::string> read_corpus(const std::string& path) {
    PLUMB_TRY(texts_, plumb::bench::read_texts(path));
    inputs_.clear();
    std::vector<std::size_t> lengths;
    std::vector<plumb::TokenId> ids;
    for (const std::string& text : texts_) {
      inputs_.push_back({.text = text});
      ids.clear();
      const std::size_t limit = classifier_.provenance().max_tokens;
      lengths.push_back(classifier_.tokenizer().encode(text, limit, ids).tokens);
    }
    return fmt::format(R"({{"lengths": [{}]}})", fmt::join(lengths, ", "));
  }

  static std::string logits_of(const plumb::Classifications& found) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto row = std::span(found.logits).subspan(i * found.labels, found.labels);
      rows.push_back(fmt::format("[{}]", fmt::join(row, ", ")));
    }
    return fmt::format(R"({{"logits": [{}]}})", fmt::join(rows, ", "));
  }

  plumb::Classifier classifier_;
  std::vector<std::string> texts_;
  std::vector<plumb::ClassifierInput> inputs_;
};

Result<Worker> start(int argc, char** argv) {
  plumb::ClassifierOptions options;
  std::string folder;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (flag == "--folder") {
      folder = std::string(argv[i + 1]) + "/model";
    } else if (flag == "--threads") {
      PLUMB_TRY(options.threads, plumb::bench::parse_count(argv[i + 1]));
    } else {
      return fail(ErrorCode::invalid_input, fmt::format("unknown option {}", flag));
    }
  }
  PLUMB_TRY(const plumb::ModelFolder found, plumb::locate_model(folder));
  PLUMB_TRY(plumb::Classifier classifier, plumb::Classifier::load(found, options));
  return Worker(std::move(classifier));
}

}  // namespace

int main(int argc, char** argv) {
  return plumb::bench::serve(start(argc, argv), "classify_worker");
}
