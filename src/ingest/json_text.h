// One text out of one line of JSON.
//
// The whole line is checked, not only the field: what is not JSON is refused
// wherever it stands. As in Python's json.loads, the last of two equal keys
// counts. Invalid UTF-8 is read as bytes.decode("utf-8", errors="replace"); half
// of a surrogate pair (\ud800), which no UTF-8 can hold, becomes U+FFFD.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace plumb {

struct JsonText {
  std::string_view text;
  std::string_view id;  // the field "id" as JSON, e.g. "\"r1\"" or "7"; empty where there is none
};

struct JsonProblem {
  std::size_t column = 1;  // in characters, from 1
  std::string reason;      // a clause: "not valid JSON: ..."
  bool is_header = false;  // an object without the field but with Plumb's own "plumb" key
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
