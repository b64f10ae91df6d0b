// One text out of one line of JSON.
//
// The line is read as ingest/json_line.h says.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "ingest/json_line.h"

namespace plumb {

struct JsonText {
  std::string_view text;
  std::string_view id;  // the field "id" as JSON, e.g. "\"r1\"" or "7"; empty where there is none
};

// Reuses its memory from line to line; one thread at a time.
class JsonTextParser {
 public:
  // `field` may lead into objects by dots: "response.body". A key that itself
  // holds the dots is found too.
  explicit JsonTextParser(std::string field);
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
