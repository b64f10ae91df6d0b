// Stereotype analyses: of entries that are uploaded, or made elsewhere and kept here.
#include <fmt/format.h>

#include <utility>

#include "ingest/evaluation_reader.h"
#include "record/stereotype_report_json.h"
#include "serve/document_answers_json.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"
#include "serve/stereotype_analysis.h"

namespace plumb {
namespace {

std::string subject_of(StereotypeAnalysisId id) {
  return fmt::format("stereotype-analyses/{}", number_of(id));
}

StereotypeAnalysisId analysis_id_of(const Call& call) {
  return StereotypeAnalysisId{call.id("analysis_id")};
}

ServedResult<StoredStereotypeAnalysis> analyse(Call& call) {
  if (call.services.classifiers == nullptr) {
    return refused(409,
                   "this server has no classifier; analyse with: plumb stereotype FILE --json, and "
                   "send its document as \"document\"");
  }
  StoredStereotypeAnalysis made;
  made.name = call.body.at("model").get<std::string>();
  Evaluation evaluation;
  evaluation.model = made.name;
  PLUMB_TRY(evaluation.entries, parse_evaluation(call.body.at("entries").dump(), "entries"));
  if (const auto about = call.services.classifiers->about(); !about) {
    Problem problem(409, about.error().message);
    return std::unexpected(std::move(problem));
  }
  PLUMB_TRY(const StereotypeReport report,
            analyse_evaluations({std::move(evaluation)}, *call.services.classifiers,
                                call.services.embeddings));
  made.classifier = report.classifier.model;
  made.document = json_line(to_json(report));
  return made;
}

// What `plumb stereotype --json` printed, which the document has held against its schema.
StoredStereotypeAnalysis given(const Call& call) {
  const auto& document = call.body.at("document");
  StoredStereotypeAnalysis made;
  made.name = call.body.value("name", "");
  made.classifier = document.at("classifier").at("classifier").get<std::string>();
  made.document = document.dump();
  return made;
}

ServedResult<AnswerFunction> create(Call& call) {
  auto analysis = call.body.contains("document")
                      ? ServedResult<StoredStereotypeAnalysis>(given(call))
                      : analyse(call);
  if (!analysis) return std::unexpected(std::move(analysis.error()));
  return [analysis = *std::move(analysis)](Call& writing) -> ServedResult<Answer> {
    PLUMB_TRY(const auto made,
              writing.services.store.stereotype_analyses().add(writing.caller.project, analysis));
    const std::string subject = subject_of(made.id);
    Answer answer{to_json(made), 201, {{"location", "/api/v1/" + subject}}, subject};
    answer.body["document"] = stored_document(made.document);
    return answer;
  };
}

ServedResult<Answer> list(Call& call) {
  return page_answer(call, call.services.store.stereotype_analyses().list(call.caller.project,
                                                                          page_request_of(call)));
}

ServedResult<Answer> get(Call& call) {
  PLUMB_TRY(const auto found, call.services.store.stereotype_analyses().get(call.caller.project,
                                                                            analysis_id_of(call)));
  Answer answer{to_json(found)};
  answer.body["document"] = stored_document(found.document);
  return answer;
}

ServedResult<Answer> remove(Call& call) {
  PLUMB_CHECK_RESULT(
      call.services.store.stereotype_analyses().remove(call.caller.project, analysis_id_of(call)));
  return Answer{nullptr, 204, {}, subject_of(analysis_id_of(call))};
}

}  // namespace

std::vector<Operation> stereotype_operations() {
  return {
      {.id = "stereotype.create", .prepare = create},
      {.id = "stereotype.list", .answer = list},
      {.id = "stereotype.get", .answer = get},
      {.id = "stereotype.delete", .answer = remove},
  };
}

}  // namespace plumb
