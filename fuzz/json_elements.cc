// Any document, cut into the elements of its member "a" and of itself: what a parser says is JSON
// gives the parser's elements; nothing is given of a document without end.
#include "ingest/json_elements.h"

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json_depth.h"
#include "execution_round_trip.h"

namespace {

using Json = nlohmann::json;

std::vector<Json> expected_elements(const Json& document) {
  std::vector<Json> all;
  const Json* list = document.is_array() ? &document : nullptr;
  if (document.is_object() && document.contains("a") && document["a"].is_array()) {
    list = &document["a"];
  }
  if (list != nullptr) all.assign(list->begin(), list->end());
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  plumb::JsonElements elements(plumb::fuzz_lines(bytes, 1 + std::size_t{data[0]}), {"", "a"},
                               1'000);
  std::vector<Json> found;
  bool whole = true;
  while (true) {
    const auto next = elements.next();
    if (!next) {
      whole = false;
      if (next.error().code != plumb::ErrorCode::invalid_input) break;
      continue;
    }
    if (!*next) break;
    found.push_back(Json::parse((*next)->json, nullptr, false));
  }
  // A key that comes twice, or an escaped one, is where the two differ: the parser keeps the last.
  const bool is_plain = bytes.find('\\') == bytes.npos && bytes.starts_with('[');
  if (!whole || !is_plain || plumb::json_nests_too_deep(bytes)) return 0;
  const Json document = Json::parse(bytes, nullptr, false);
  if (document.is_discarded()) return 0;  // an element may be none
  if (expected_elements(document) != found) std::abort();
  return 0;
}
