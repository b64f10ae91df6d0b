// Experiments: logs of two agents, and what they say.
#include <fmt/format.h>

#include <utility>

#include "experiment/log_report.h"
#include "serve/document_answers_json.h"
#include "serve/experiment_interpretation.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kManifest = "run.json";

ExperimentId experiment_id_of(const Call& call) {
  return ExperimentId{call.id("experiment_id")};
}

std::string subject_of(ExperimentId id) {
  return fmt::format("experiments/{}", number_of(id));
}

// "MODEL/baseline_runs.jsonl", or the log of the only model.
std::string log_name_of_call(const Call& call) {
  const auto name = call.parameters.at("name").get<std::string>();
  const auto model = call.parameter<std::string>("model");
  return model ? *model + "/" + name : name;
}

// What is wrong with a log, so that its sender knows at once; null where nothing is.
Json problem_of_log(const std::string& name, const std::string& text) {
  if (name.ends_with(kManifest)) return nullptr;
  const auto read = read_log_texts({{name, text}});
  return read ? Json() : Json(read.error().message);
}

ServedResult<Answer> create(Call& call) {
  LogTexts logs;
  if (const auto given = call.body.find("logs"); given != call.body.end()) {
    for (const auto& [name, text] : given->items()) logs.emplace(name, text.get<std::string>());
  }
  Experiments experiments = call.services.store.experiments();
  PLUMB_TRY(const StoredExperiment made,
            experiments.create(call.caller.project, call.body.value("name", "")));
  for (const auto& [name, text] : logs) {
    PLUMB_CHECK_RESULT(experiments.put_log(call.caller.project, made.id, name, text));
  }
  const std::string subject = subject_of(made.id);
  return Answer{to_json(made), 201, {{"location", "/api/v1/" + subject}}, subject};
}

ServedResult<AnswerFunction> put_log(Call& call) {
  const ExperimentId id = experiment_id_of(call);
  const std::string name = log_name_of_call(call);
  Answer answer;
  answer.body = {{"name", name},
                 {"bytes", call.request.body.size()},
                 {"problem", problem_of_log(name, call.request.body)}};
  answer.audit = subject_of(id) + "/logs/" + name;
  return [id, name, answer](Call& writing) -> ServedResult<Answer> {
    PLUMB_CHECK_RESULT(writing.services.store.experiments().put_log(writing.caller.project, id,
                                                                    name, writing.request.body));
    return answer;
  };
}

ServedResult<Answer> get_log(Call& call) {
  PLUMB_TRY(auto text, call.services.store.experiments().log(
                           call.caller.project, experiment_id_of(call), log_name_of_call(call)));
  Answer answer;
  answer.text = Answer::Text{"text/plain; charset=utf-8", std::move(text)};
  return answer;
}

ServedResult<Answer> list(Call& call) {
  return page_answer(
      call, call.services.store.experiments().list(call.caller.project, page_request_of(call)));
}

ServedResult<Answer> get(Call& call) {
  Experiments experiments = call.services.store.experiments();
  const ExperimentId id = experiment_id_of(call);
  PLUMB_TRY(const auto found, experiments.get(call.caller.project, id));
  PLUMB_TRY(const auto names, experiments.log_names(call.caller.project, id));
  Answer answer{to_json(found)};
  answer.body["logs"] = names;
  return answer;
}

ServedResult<Answer> remove(Call& call) {
  PLUMB_CHECK_RESULT(
      call.services.store.experiments().remove(call.caller.project, experiment_id_of(call)));
  return Answer{nullptr, 204, {}, subject_of(experiment_id_of(call))};
}

Result<LogTexts> logs_of(const Call& call, ExperimentId id) {
  Experiments experiments = call.services.store.experiments();
  PLUMB_TRY(const auto names, experiments.log_names(call.caller.project, id));
  LogTexts logs;
  for (const std::string& name : names) {
    PLUMB_TRY(logs[name], experiments.log(call.caller.project, id, name));
  }
  return logs;
}

// Unless a log was put while these were interpreted. The document is kept first: whoever puts a log
// waits for that, or is seen here.
Result<void> keep_interpretation(const Call& call, ExperimentId id, const LogTexts& logs,
                                 const std::string& document) {
  PLUMB_CHECK_RESULT(
      call.services.store.experiments().set_interpretation(call.caller.project, id, document));
  PLUMB_TRY(const LogTexts now, logs_of(call, id));
  if (now == logs) return {};
  return fail(ErrorCode::conflict,
              fmt::format("a log of experiment {} was put while it was interpreted; ask again",
                          number_of(id)));
}

ServedResult<AnswerFunction> interpret(Call& call) {
  const ExperimentId id = experiment_id_of(call);
  PLUMB_TRY(LogTexts logs, logs_of(call, id));
  if (logs.empty()) {
    return refused(409, fmt::format("experiment {} has no logs; put them to "
                                    "/api/v1/experiments/{}/logs/baseline_runs.jsonl and "
                                    "intent_runs.jsonl first",
                                    number_of(id), number_of(id)));
  }
  const bool has_body = call.body.is_object();
  auto document =
      interpretation_of(logs, has_body ? call.body.value("seed", std::uint64_t{42}) : 42,
                        has_body && call.body.value("rescore", false), call.services.embeddings);
  if (!document) {
    // The request is sound; it is the logs that cannot be interpreted.
    const bool of_logs = document.error().code == ErrorCode::invalid_input ||
                         document.error().code == ErrorCode::not_found;
    if (of_logs) document.error().code = ErrorCode::conflict;
    return std::unexpected(Problem(document.error()));
  }
  return [id, logs = std::move(logs),
          document = *std::move(document)](Call& writing) -> ServedResult<Answer> {
    PLUMB_CHECK_RESULT(keep_interpretation(writing, id, logs, document));
    return Answer{stored_document(document), 200, {}, subject_of(id) + "/interpretation"};
  };
}

ServedResult<Answer> interpretation(Call& call) {
  PLUMB_TRY(const auto found,
            call.services.store.experiments().get(call.caller.project, experiment_id_of(call)));
  if (!found.interpretation) {
    return refused(409, fmt::format("experiment {} was not interpreted yet; POST to this address "
                                    "does it",
                                    number_of(found.id)));
  }
  return Answer{stored_document(*found.interpretation)};
}

}  // namespace

std::vector<Operation> experiment_operations() {
  return {
      {.id = "experiment.create", .answer = create},
      {.id = "experiment.list", .answer = list},
      {.id = "experiment.get", .answer = get},
      {.id = "experiment.delete", .answer = remove},
      {.id = "experiment.put_log", .prepare = put_log},
      {.id = "experiment.log", .answer = get_log},
      {.id = "experiment.interpret", .prepare = interpret},
      {.id = "experiment.interpretation", .answer = interpretation},
  };
}

}  // namespace plumb
