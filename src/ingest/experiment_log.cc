#include "ingest/experiment_log.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "ingest/execution_fields.h"
#include "ingest/experiment_line.h"
#include "text/utf8.h"

namespace plumb {
namespace {

class LogReading {
 public:
  LogReading(LineReader lines, const ExperimentLogOptions& options)
      : options_(options), lines_(std::move(lines)), parser_(options.agent) {}

  Result<ExperimentLog> run() {
    while (true) {
      auto more = next();
      if (!more) {
        PLUMB_CHECK_RESULT(bad_line(std::move(more.error())));
      } else if (!*more) {
        return finish();
      }
    }
  }

 private:
  // False at the end.
  Result<bool> next() {
    PLUMB_TRY(const auto line, lines_.next());
    if (!line) return false;
    if (!is_blank(line->bytes)) {
      // What looked like a broken end has a line behind it.
      if (unfinished_) {
        PLUMB_CHECK_RESULT(bad_line(*std::exchange(unfinished_, std::nullopt)));
      }
      PLUMB_CHECK_RESULT(read(*line));
    }
    if (unfinished_) {
      tail_bytes_ += line->bytes.size() + line->end.size();
    } else {
      tail_bytes_ = 0;
      log_.ends_line = !line->end.empty();
    }
    return true;
  }

  Result<void> read(const Line& line) {
    const std::string place = fmt::format("{}:{}", lines_.name(), line.number);
    auto step = parser_.read(line.bytes);
    if (!step) {
      const auto& [problem, is_json] = step.error();
      Error error{ErrorCode::invalid_input,
                  fmt::format("{}:{}: {}", place, problem.column, problem.reason)};
      if (is_json) return std::unexpected(std::move(error));
      unfinished_ = std::move(error);
      return {};
    }
    step->line = line.number;
    PLUMB_CHECK_RESULT(admit(*step, place));
    log_.steps.push_back(*std::move(step));
    return {};
  }

  // What can be wrong with a step only beside the others.
  Result<void> admit(const ExperimentStep& step, std::string_view place) {
    const auto [last, is_new] =
        last_.try_emplace({step.agent, step.task_id}, std::pair(step.step, step.line));
    if (!is_new && step.step <= last->second.first) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}:1: step {} of task \"{}\" comes behind step {} in line {}; steps "
                              "of a task ascend, each once",
                              place, step.step, shown(step.task_id), last->second.first,
                              last->second.second));
    }
    last->second = {step.step, step.line};
    return {};
  }

  Result<void> bad_line(Error error) {
    if (!options_.skip_bad || error.code != ErrorCode::invalid_input) {
      return std::unexpected(std::move(error));
    }
    if (log_.skipped++ == 0) log_.first_skipped = std::move(error.message);
    return {};
  }

  ExperimentLog finish() {
    if (unfinished_) log_.broken_tail = std::move(unfinished_->message);
    log_.whole_bytes = lines_.bytes_read() - tail_bytes_;
    return std::move(log_);
  }

  ExperimentLogOptions options_;
  LineReader lines_;
  ExperimentLineParser parser_;
  ExperimentLog log_;
  std::optional<Error> unfinished_;  // the last line so far that is not blank is no JSON
  std::uint64_t tail_bytes_ = 0;     // of that line and what follows it
  std::map<std::pair<AgentKind, std::string>, std::pair<std::int64_t, std::uint64_t>> last_;
};

}  // namespace

Result<ExperimentLog> read_experiment_log(const std::string& path,
                                          const ExperimentLogOptions& options) {
  PLUMB_TRY(auto lines, LineReader::open(path, options.max_line_bytes));
  return read_experiment_log(std::move(lines), options);
}

Result<ExperimentLog> read_experiment_log(LineReader lines, const ExperimentLogOptions& options) {
  return LogReading(std::move(lines), options).run();
}

}  // namespace plumb
