// Bodies of requests: none may crash, what is taken is what another parser reads, whatever the API
// document asks of a body can be asked of it, and what the quick look at results is sure of the
// document takes.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "serve/api_document_json.h"
#include "serve/new_results.h"
#include "serve/request_json.h"

namespace {

// By the document, as every other body is checked.
bool fits_new_results(const plumb::ApiDocument& document,
                      const plumb::ServedResult<nlohmann::json>& body) {
  for (const plumb::OperationRule& rule : document.operations()) {
    for (const plumb::MediaRule& media : rule.media) {
      if (rule.id != "result.add" || media.type != "application/json") continue;
      return body && document.schemas().check(media.schema, *body, "").empty();
    }
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  static const auto document = *ApiDocument::merge(api_fragments());
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto body = read_json_body(text);
  if (surely_fits_new_results(text) && !fits_new_results(*document, body)) __builtin_trap();
  if (!body) {
    if (body.error().detail.empty() || body.error().status != 400) __builtin_trap();
    return 0;
  }
  if (*body != nlohmann::json::parse(text, nullptr, false)) __builtin_trap();
  for (const OperationRule& rule : document->operations()) {
    for (const MediaRule& media : rule.media) {
      const auto problems = document->schemas().check(media.schema, *body, "");
      if (problems.size() > SchemaCheck::kMostProblems) __builtin_trap();
      for (const FieldProblem& problem : problems) {
        if (problem.message.empty()) __builtin_trap();
      }
    }
  }
  return 0;
}
