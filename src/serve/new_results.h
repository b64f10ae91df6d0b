// The quick look at a body of results, the one body that comes by the megabyte.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/json_line.h"
#include "record/stored_execution.h"

namespace plumb {

// The members of a result, in the order of NewResult::members.
enum class ResultMember { id, prompt, response, severity, tools, labels, embedding };
inline constexpr std::array<std::string_view, 7> kResultMembers = {
    "id", "prompt", "response", "severity", "tools", "labels", "embedding"};

struct NewResult {
  const JsonNode* object = nullptr;
  std::array<const JsonNode*, kResultMembers.size()> members{};  // nullptr: absent or null

  const JsonNode* get(ResultMember member) const {
    return members[static_cast<std::size_t>(member)];
  }
};

// A body that surely is as the document describes the body of result.add, read once: what is
// checked here is what is stored from.
class NewResults {
 public:
  // Reads by simdjson in one pass, and makes no document. nullptr also where it would take more to
  // know (calls with arguments, ids that are numbers, escapes of surrogates): then the check by the
  // document decides, with its sentences. The body must outlive what is returned.
  static std::shared_ptr<const NewResults> look(const std::string& body);

  const JsonLineParser& parser() const { return parser_; }
  std::span<const NewResult> results() const { return results_; }

  // The result as it is stored, letter for letter what the reader of native lines leads to. None
  // where that takes more than its own text: it has no id, or a vector.
  std::optional<StoredResult> stored(const NewResult& result) const;

 private:
  class Kept;

  NewResults();
  bool read(const std::string& body);

  JsonLineParser parser_;
  std::vector<NewResult> results_;
  std::size_t body_bytes_ = 0;
};

// Whether NewResults::look() finds something.
bool surely_fits_new_results(std::string_view body);

}  // namespace plumb
