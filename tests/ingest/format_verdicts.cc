// Says of each line of standard input whether the reader of a format takes it:
// "good" or "bad" and why. Every line is read as a file of its own.
//
//   format_verdicts execution|experiment_log|session|generations|cases|target_plans|intent|tasks|
//                   evaluation
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "ingest/case_reader.h"
#include "ingest/evaluation_reader.h"
#include "ingest/execution_reader.h"
#include "ingest/experiment_log.h"
#include "ingest/memory_source.h"
#include "ingest/session_reader.h"
#include "ingest/task_reader.h"
#include "record/intent_json.h"

namespace plumb {
namespace {

using Verdict = std::function<Result<void>(const std::string&)>;

template <class T>
Result<void> fact_of(const Result<T>& result) {
  if (!result) return std::unexpected(result.error());
  return {};
}

// `next` of a reader made by `from`, on one line.
template <class Reader, class Options>
Result<void> read_line(const std::string& line, Options options) {
  options.format = ExecutionFormat::jsonl;
  PLUMB_TRY(auto reader, Reader::from(memory_lines(line, 1 << 16), options));
  return fact_of(reader.next());
}

// A last line that is no JSON is left out of a log; here it is the line in question.
Result<void> read_log_line(const std::string& line) {
  PLUMB_TRY(const auto log, read_experiment_log(memory_lines(line, 1 << 16)));
  if (log.broken_tail.empty()) return {};
  return fail(ErrorCode::invalid_input, log.broken_tail);
}

const std::map<std::string, Verdict> kVerdicts = {
    {"execution",
     [](const std::string& line) {
       return read_line<ExecutionReader>(line, ExecutionReaderOptions());
     }},
    {"experiment_log", read_log_line},
    {"session",
     [](const std::string& line) {
       return read_line<SessionReader>(line, SessionReaderOptions());
     }},
    {"generations",
     [](const std::string& line) {
       return fact_of(read_generations(memory_lines(line, 1 << 16), {}));
     }},
    {"cases", [](const std::string& text) { return fact_of(parse_cases(text, "cases")); }},
    {"target_plans",
     [](const std::string& text) { return fact_of(parse_target_plans(text, "plans")); }},
    {"intent", [](const std::string& text) { return fact_of(parse_intent(text)); }},
    {"evaluation",
     [](const std::string& text) { return fact_of(parse_evaluation(text, "evaluation")); }},
    {"tasks", [](const std::string& text) { return fact_of(parse_tasks(text, "tasks")); }},
};

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  const auto verdict = plumb::kVerdicts.find(argc == 2 ? argv[1] : "");
  if (verdict == plumb::kVerdicts.end()) return 2;
  for (std::string line; std::getline(std::cin, line);) {
    const auto result = verdict->second(line);
    std::printf("%s\n", result ? "good" : ("bad " + result.error().message).c_str());
  }
  return 0;
}
