// POST /v1/traces.
#include <string>

#include "serve/operation_json.h"
#include "serve/otlp_receiver.h"

namespace plumb {
namespace {

// A header that names one thing: "gzip" of " GZIP ".
std::string name_in(const ServedRequest& request, std::string_view header) {
  std::string name(request.header(header));
  std::erase_if(name, [](char c) { return c == ' ' || c == '\t'; });
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

Answer answer_of(OtlpEncoding encoding, OtlpReply reply) {
  const bool is_json = encoding == OtlpEncoding::json;
  Answer answer;
  answer.status = reply.status;
  answer.text =
      Answer::Text{is_json ? "application/json" : "application/x-protobuf", std::move(reply.body)};
  answer.audit = "traces";
  return answer;
}

ServedResult<AnswerFunction> receive(Call& call) {
  const bool is_json = name_in(call.request, "content-type").starts_with("application/json");
  const OtlpEncoding encoding = is_json ? OtlpEncoding::json : OtlpEncoding::protobuf;
  auto read = read_traces(encoding, name_in(call.request, "content-encoding"), call.request.body,
                          call.services.otlp);
  if (!read) {
    return [refusal = answer_of(encoding, read.error())](Call&) -> ServedResult<Answer> {
      return refusal;
    };
  }
  return [encoding, spans = *std::move(read)](Call& writing) -> ServedResult<Answer> {
    PLUMB_TRY(const TraceOutcome outcome,
              take_traces(writing.services.store, writing.caller.project, spans->traces,
                          writing.services.otlp.intake));
    Answer answer = answer_of(encoding, export_reply(encoding, outcome));
    answer.afterwards = [answer](Call& done) -> ServedResult<Answer> {
      // By the way, so that a stream that goes on needs no clock of its own. Where it fails the
      // request is taken all the same, and the next one tries again.
      static_cast<void>(tell_quiet_traces(done.services.store, done.services.otlp.intake, 10));
      return answer;
    };
    return answer;
  };
}

// An exporter keeps its spans only where it is told to come back, and 503 is what it knows for
// that: of a full disk, too.
void tell_to_come_back(Problem& problem) {
  constexpr int kRetryAfterSeconds = 5;
  const bool may_pass = problem.status == 409 || problem.status == 503 || problem.status == 507;
  if (!may_pass) return;
  problem.status = 503;
  problem.retry_after_seconds = kRetryAfterSeconds;
}

}  // namespace

std::vector<Operation> otlp_operations() {
  return {{.id = "traces.export", .prepare = receive, .reword = tell_to_come_back}};
}

}  // namespace plumb
