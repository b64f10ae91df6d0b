// One line of JSON as a flat list of its values, for readers that take several
// fields of millions of lines.
//
// The whole line is checked, not only what is kept: what is not JSON is refused
// wherever it stands. As in Python's json.loads, the last of two equal keys
// counts. Invalid UTF-8 is read as bytes.decode("utf-8", errors="replace"); half
// of a surrogate pair (\ud800), which no UTF-8 can hold, becomes U+FFFD. Nesting
// deeper than 256 levels is refused. Memory is a small multiple of the longest
// line: at most JsonWanted::most_kept values are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

struct JsonProblem {
  std::size_t column = 1;  // in characters, from 1
  std::string reason;      // a clause: "not valid JSON: ..."
  bool is_header = false;  // an object without the field but with Plumb's own "plumb" key
};

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

// "null", "text", "a number": how a sentence calls it.
std::string_view name_of(JsonKind kind);

struct JsonNode {
  std::string_view key;   // unescaped; empty in an array
  std::string_view raw;   // as it is written, from the first character to the last
  std::string_view text;  // of a string what it says; of the others as `raw`
  std::uint32_t end = 0;  // the node behind it and all that it holds
  JsonKind kind = JsonKind::null;

  bool is(JsonKind other) const { return kind == other; }
};

// What of a line is kept. The line's own members have depth 1.
struct JsonWanted {
  // Members of the line, by name or by the start of a path with dots; empty: all.
  std::vector<std::string> paths;
  int depth = 3;                      // what lies deeper is checked, and part of its parent's text
  std::size_t most_kept = 4'000'000;  // values, of some 60 bytes each; more are refused
};

// Reuses its memory from line to line; one thread at a time.
class JsonLineParser {
 public:
  explicit JsonLineParser(JsonWanted wanted);
  JsonLineParser(JsonLineParser&&) noexcept;
  JsonLineParser& operator=(JsonLineParser&&) noexcept;
  ~JsonLineParser();

  // The line must be an object. All views are valid until the next call.
  std::expected<void, JsonProblem> parse(std::string_view line);
  // The same for an object or an array that stands elsewhere, such as in a CSV cell.
  std::expected<void, JsonProblem> parse_value(std::string_view json);
  // The same of a text without halves of surrogates that outlives the views: it is read where it
  // stands, if the string has room behind its end, and not copied. Nothing is mended: what is no
  // UTF-8 is a problem.
  std::expected<void, JsonProblem> parse_sound_value(const std::string& json);

  // The line itself is nodes()[0]; its members follow, each before what it holds.
  std::span<const JsonNode> nodes() const;
  // The last value by that name; nullptr where there is none. "a.b" leads into
  // objects, and finds a key that itself holds the dot.
  const JsonNode* find(std::string_view path) const;
  // The same among the members of `parent`.
  const JsonNode* find_in(const JsonNode& parent, std::string_view path) const;

  template <class Function>  // bool(const JsonNode&), false ends it
  void for_each_child(const JsonNode& parent, Function&& function) const {
    const auto all = nodes();
    for (auto i = static_cast<std::size_t>(&parent - all.data()) + 1; i < parent.end;
         i = all[i].end) {
      if (!function(all[i])) return;
    }
  }

  JsonProblem problem(const JsonNode& node, std::string reason) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The value without the white space between its tokens, so that it fits a line.
std::string minified_json(std::string_view json);

}  // namespace plumb
