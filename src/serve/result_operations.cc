// Results: added whole or as a stream, listed, read.
#include <fmt/format.h>

#include <any>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ingest/execution_line.h"
#include "serve/new_results.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"
#include "serve/result_admission.h"
#include "serve/result_lines_json.h"

namespace plumb {
namespace {

ExecutionId execution_id_of(const Call& call) {
  return ExecutionId{call.id("execution_id")};
}

Problem bad_result(std::size_t place, std::string_view reason) {
  return field_problem(fmt::format("/results/{}", place), "", std::string(reason));
}

// Takes the results of one body, in order, until one is refused.
class Intake {
 public:
  explicit Intake(std::optional<std::size_t> dimension) : admission_(dimension) {}

  // `read`: what the reader of native lines said of the result in response().
  bool take(const std::expected<void, JsonProblem>& read) {
    if (!read) {
      problem_ = bad_result(results_.size(), read.error().reason);
      return false;
    }
    auto admitted = admission_.admit(response_);
    if (!admitted) {
      problem_ = bad_result(results_.size(), admitted.error().message);
      problem_->status = Problem(admitted.error()).status;
      return false;
    }
    results_.push_back(*std::move(admitted));
    return true;
  }
  // One that needs no admission.
  void take(StoredResult result) { results_.push_back(std::move(result)); }
  void expect(std::size_t results) { results_.reserve(results); }
  Response& response() { return response_; }
  ServedResult<std::vector<StoredResult>> finish() {
    if (problem_) return std::unexpected(*std::move(problem_));
    return std::move(results_);
  }

 private:
  ResultAdmission admission_;
  Response response_;
  std::vector<StoredResult> results_;
  std::optional<Problem> problem_;
};

// The body has been checked; here its results are read by the reader of native lines, so that a
// result is the same text by whichever way it came.
ServedResult<std::vector<StoredResult>> results_in(const std::string& body,
                                                   std::optional<std::size_t> dimension) {
  JsonLineParser whole({.paths = {"results"}, .depth = 2});
  if (const auto parsed = whole.parse_value(body); !parsed)
    return refused(400, parsed.error().reason);
  ExecutionLineParser parser;
  Intake intake(dimension);
  whole.for_each_child(*whole.find("results"), [&](const JsonNode& node) {
    return intake.take(parser.read(node.raw, intake.response()));
  });
  return intake.finish();
}

ServedResult<std::vector<StoredResult>> results_in(const NewResults& read,
                                                   std::optional<std::size_t> dimension) {
  const ExecutionLineParser parser;
  Intake intake(dimension);
  intake.expect(read.results().size());
  for (const NewResult& result : read.results()) {
    if (auto stored = read.stored(result)) {
      intake.take(*std::move(stored));
    } else if (!intake.take(parser.read(read.parser(), *result.object, intake.response()))) {
      break;
    }
  }
  return intake.finish();
}

using QuicklyRead = std::shared_ptr<const NewResults>;

std::any read_quickly(const std::string& body) {
  auto read = NewResults::look(body);
  return read == nullptr ? std::any() : std::any(QuicklyRead(std::move(read)));
}

ServedResult<Answer> add(Call& call) {
  const ExecutionId id = execution_id_of(call);
  PLUMB_TRY(const auto dimension, call.services.store.results().dimension(call.caller.project, id));
  const auto* quickly_read = std::any_cast<QuicklyRead>(&call.quickly_read);
  auto results = quickly_read != nullptr ? results_in(**quickly_read, dimension)
                                         : results_in(call.request.body, dimension);
  if (!results) return std::unexpected(std::move(results.error()));
  PLUMB_TRY(const AppendOutcome outcome,
            call.services.store.results().append(call.caller.project, id, *results));
  if (outcome.differing > 0) {  // the transaction is undone: whole or not there
    Problem problem(
        409, fmt::format("the id {} is in execution {} with another content, so none "
                         "of these results was added; give each its own id",
                         shown((*results)[outcome.differing_places.front()].id), number_of(id)));
    problem.extra["durable_lines"] = 0;
    problem.extra["differing"] = outcome.differing;
    problem.extra["differing_results"] = outcome.differing_places;
    return std::unexpected(std::move(problem));
  }
  Answer answer;
  answer.body = {{"execution_id", number_of(id)},
                 {"durable_lines", outcome.durable()},
                 {"added", outcome.added},
                 {"repeated", outcome.repeated}};
  answer.audit = fmt::format("executions/{}/results", number_of(id));
  return answer;
}

ServedResult<std::unique_ptr<StreamedBody>> add_lines(Call& call) {
  Store& store = call.services.store;
  PLUMB_TRY(const auto execution,
            store.executions().get(call.caller.project, execution_id_of(call)));
  PLUMB_TRY(const auto dimension, store.results().dimension(execution.project, execution.id));
  return std::make_unique<ResultLines>(store, execution, dimension);
}

// The line as it was kept, with its number before it: not read and written anew, so that a number
// which no double holds keeps its digits.
std::string text_of(const StoredResult& result) {
  const std::string rest = result.line.substr(1);
  return fmt::format(R"({{"number":{}{}{})", result.number, rest == "}" ? "" : ",", rest);
}

Answer answer_of(std::string json) {
  Answer answer;
  answer.text = {"application/json", std::move(json)};
  return answer;
}

ServedResult<Answer> list(Call& call) {
  ResultFilter filter;
  if (const auto severity = call.parameter<std::string>("severity")) {
    filter.severity = severity_of(*severity);
  }
  const auto page = call.services.store.results().list(call.caller.project, execution_id_of(call),
                                                       filter, page_request_of(call));
  if (!page) return std::unexpected(page_problem(call, page.error()));
  std::string items;
  for (const StoredResult& result : page->items) {
    if (!items.empty()) items += ',';
    items += text_of(result);
  }
  return answer_of(
      fmt::format(R"({{"items":[{}],"next_cursor":{}}})", items, json_or_null(page->next).dump()));
}

ServedResult<Answer> get(Call& call) {
  PLUMB_TRY(const auto found,
            call.services.store.results().get(call.caller.project, execution_id_of(call),
                                              call.parameters.at("result_id").get<std::string>()));
  return answer_of(text_of(found));
}

}  // namespace

std::vector<Operation> result_operations() {
  return {
      {.id = "result.add", .answer = add, .stream = add_lines, .read_quickly = read_quickly},
      {.id = "result.list", .answer = list},
      {.id = "result.get", .answer = get},
  };
}

}  // namespace plumb
