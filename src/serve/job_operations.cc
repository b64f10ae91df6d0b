// Routes of jobs: what waits, runs, is done, or has failed and why.
#include <string>
#include <utility>
#include <vector>

#include "serve/operation_json.h"
#include "serve/page_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json time_or_null(const std::optional<UtcTime>& time) {
  return time ? Json(utc_text(*time)) : Json(nullptr);
}

// What a job was told, without the body of a webhook: that is the receiver's.
Json subject_of(const Job& job) {
  Json subject = Json::parse(job.payload, nullptr, false);
  if (!subject.is_object()) return Json::object();
  subject.erase("body");
  return subject;
}

}  // namespace

Json to_json(const Job& job) {
  Json result = job.result ? Json::parse(*job.result, nullptr, false) : Json(nullptr);
  if (result.is_discarded()) result = nullptr;
  return {{"id", number_of(job.id)},
          {"kind", job.kind},
          {"state", name_of(job.state)},
          {"subject", subject_of(job)},
          {"attempts", job.attempts},
          {"max_attempts", job.max_attempts},
          {"created_at", utc_text(job.created)},
          {"due_at", utc_text(job.due)},
          {"finished_at", time_or_null(job.finished)},
          {"last_error", json_or_null(job.last_error)},
          {"result", std::move(result)}};
}

namespace {

ServedResult<Answer> list_jobs(Call& call) {
  JobFilter filter;
  filter.kind = call.parameter<std::string>("kind");
  if (const auto name = call.parameter<std::string>("state")) {
    for (const JobState state : kJobStates) {
      if (name_of(state) == *name) filter.state = state;
    }
  }
  return page_answer(
      call, call.services.store.jobs().list(call.caller.project, filter, page_request_of(call)));
}

ServedResult<Answer> get_job(Call& call) {
  PLUMB_TRY(const Job job,
            call.services.store.jobs().get(call.caller.project, JobId{call.id("job_id")}));
  Answer answer;
  answer.body = to_json(job);
  return answer;
}

}  // namespace

std::vector<Operation> job_operations() {
  return {{.id = "job.list", .answer = list_jobs}, {.id = "job.get", .answer = get_job}};
}

}  // namespace plumb
