// A stream of native lines ("execution/1") into one execution, in batches that are durable or not
// there.
//
// The answer, and a problem too, say by "durable_lines" how many lines of the stream, from the
// first on, are there: a client goes on behind them, or sends all of it again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/execution_line.h"
#include "serve/http_handler.h"
#include "serve/problem_json.h"
#include "serve/result_admission.h"
#include "store/store.h"

namespace plumb {

struct ResultLinesOptions {
  std::size_t most_line_bytes = std::size_t{1} << 20;
  ResultStreamOptions batches{};
};

class ResultLines final : public StreamedBody {
 public:
  // `dimension`: see ResultAdmission.
  ResultLines(Store& store, const StoredExecution& execution,
              std::optional<std::size_t> dimension = {}, ResultLinesOptions options = {});

  std::optional<ServedResponse> take(std::string_view bytes) override;
  ServedResponse finish() override;
  void tell_durable(ServedResponse& refusal) const override;
  std::size_t held_bytes() const override;

 private:
  ServedResult<void> take_line(std::string_view line);
  ServedResult<void> take_result(std::string_view line);
  ServedResult<void> take_header(std::string_view line);
  ServedResult<void> add(StoredResult result);
  // The batch at hand is sent, so that everything before the bad line is durable.
  ServedResponse refuse(Problem problem);
  Problem bad_line(std::size_t column, std::string_view reason) const;
  Problem differing_problem() const;
  nlohmann::ordered_json outcome_json() const;
  void note_durable();

  StoredExecution execution_;
  ResultLinesOptions options_;
  ResultStream stream_;
  ExecutionLineParser parser_;
  ResultAdmission admission_;
  Response response_;
  std::string partial_;        // of a line whose end has not come yet
  std::uint64_t lines_ = 0;    // that were looked at
  std::uint64_t results_ = 0;  // given to the stream
  std::uint64_t durable_ = 0;  // lines
  bool has_content_ = false;   // a line that is not blank came
};

}  // namespace plumb
