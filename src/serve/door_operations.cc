#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "serve/docs_page_json.h"
#include "serve/door_operations_json.h"

namespace plumb {
namespace {

ServedResult<Answer> health(Call&) {
  return Answer{{{"status", "ok"}}};
}

ServedResult<Answer> ready(Call& call) {
  const auto answered = call.services.store.ping();
  if (answered) return Answer{{{"status", "ready"}}};
  Problem problem(503, "the database does not answer; the server's log says why");
  problem.log = answered.error().message;
  problem.retry_after_seconds = 5;
  return std::unexpected(std::move(problem));
}

// What was compared before the server was started, read once.
Result<void> add_earlier_scores(Services& services) {
  constexpr std::size_t kMostProjects = 1'000;  // a line of the page each
  if (services.metrics.has_earlier_scores()) return {};
  PLUMB_TRY(const auto scores, services.store.comparisons().newest_scores(kMostProjects));
  std::map<std::string, double, std::less<>> by_name;
  for (const ProjectScore& score : scores) by_name.emplace(score.project, score.drift_score);
  services.metrics.add_earlier_scores(by_name);
  return {};
}

ServedResult<Answer> metrics(Call& call) {
  PLUMB_CHECK_RESULT(add_earlier_scores(call.services));
  std::string page = call.services.metrics.text();
  PLUMB_TRY(const auto counts, call.services.store.jobs().counts());
  page +=
      "# HELP plumb_jobs Jobs in the store, by state.\n"
      "# TYPE plumb_jobs gauge\n";
  for (std::size_t i = 0; i < kJobStates.size(); ++i) {
    page += fmt::format("plumb_jobs{{state=\"{}\"}} {}\n", name_of(kJobStates[i]), counts[i]);
  }
  Answer answer;
  answer.text = Answer::Text{"text/plain; version=0.0.4; charset=utf-8", std::move(page)};
  return answer;
}

}  // namespace

DoorPages door_pages(const ApiDocument& document) {
  DocsPage page = docs_page(document.openapi());
  return {
      json_line(document.openapi()), std::move(page.html),
      fmt::format("default-src 'none'; style-src '{}'; frame-ancestors 'none'; base-uri 'none'; "
                  "form-action 'none'",
                  page.style_hash)};
}

std::vector<Operation> door_operations(const DoorPages& pages) {
  const auto document = [&pages](Call&) -> ServedResult<Answer> {
    Answer answer;
    answer.text = Answer::Text{"application/json", pages.openapi};
    return answer;
  };
  const auto docs = [&pages](Call&) -> ServedResult<Answer> {
    Answer answer;
    answer.text = Answer::Text{"text/html; charset=utf-8", pages.docs};
    answer.headers.emplace_back("content-security-policy", pages.docs_policy);
    return answer;
  };
  return {
      {.id = "service.health", .answer = health},   {.id = "service.ready", .answer = ready},
      {.id = "service.metrics", .answer = metrics}, {.id = "service.document", .answer = document},
      {.id = "service.docs", .answer = docs},
  };
}

}  // namespace plumb
