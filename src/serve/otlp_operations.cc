// POST /v1/traces.
#include <string>

#include "serve/operation_json.h"
#include "serve/otlp_receiver.h"

namespace plumb {
namespace {

constexpr int kRetryAfterSeconds = 5;

// A header that names one thing: "gzip" of " GZIP ".
std::string name_in(const ServedRequest& request, std::string_view header) {
  std::string name(request.header(header));
  std::erase_if(name, [](char c) { return c == ' ' || c == '\t'; });
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

ServedResult<Answer> receive(Call& call) {
  const bool is_json = name_in(call.request, "content-type").starts_with("application/json");
  const OtlpEncoding encoding = is_json ? OtlpEncoding::json : OtlpEncoding::protobuf;
  auto reply = receive_traces(call.services.store, call.caller.project, encoding,
                              name_in(call.request, "content-encoding"), call.request.body,
                              call.services.otlp);
  if (!reply) {
    // An exporter keeps its spans only where it is told to come back, and 503 is what it knows for
    // that: of a full disk, too.
    Problem problem(reply.error());
    const ErrorCode code = reply.error().code;
    const bool may_pass = code == ErrorCode::io || code == ErrorCode::full ||
                          code == ErrorCode::conflict || code == ErrorCode::interrupted;
    if (may_pass) {
      problem.status = 503;
      problem.retry_after_seconds = kRetryAfterSeconds;
    }
    return std::unexpected(std::move(problem));
  }
  Answer answer;
  answer.status = reply->status;
  answer.text =
      Answer::Text{is_json ? "application/json" : "application/x-protobuf", std::move(reply->body)};
  if (reply->outcome.accepted > 0) answer.audit = "traces";
  return answer;
}

}  // namespace

std::vector<Operation> otlp_operations() {
  return {{.id = "traces.export", .answer = receive}};
}

}  // namespace plumb
