// One text, or a pair of texts, out of one line of JSON.
//
// The line is read as ingest/json_line.h says.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/json_line.h"

namespace plumb {

struct JsonText {
  std::string_view text;
  std::string_view id;  // the field "id" as JSON, e.g. "\"r1\"" or "7"; empty where there is none
  std::optional<std::string_view> pair = {};  // none where the line has no such field, or null
};

// Reuses its memory from line to line; one thread at a time.
class JsonTextParser {
 public:
  // `field` may lead into objects by dots: "response.body". A key that itself
  // holds the dots is found too.
  // `pair` likewise names the field of a second text; empty: it is not looked for.
  explicit JsonTextParser(std::string field, std::string pair = "");
  JsonTextParser(JsonTextParser&&) noexcept;
  JsonTextParser& operator=(JsonTextParser&&) noexcept;
  ~JsonTextParser();

  // The views are valid until the next call.
  std::expected<JsonText, JsonProblem> parse(std::string_view line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
