#include "ingest/json_line.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr int kMaxDepth = 256;  // bounds the stack; real lines stay below 20

std::optional<unsigned> hex4(std::string_view digits) {
  unsigned value = 0;
  if (digits.size() < 4) return std::nullopt;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + 4, value, 16);
  if (error != std::errc() || end != digits.data() + 4) return std::nullopt;
  return value;
}

// The UTF-16 unit of an escape at the start of `text`: \uXXXX.
std::optional<unsigned> escaped_unit(std::string_view text) {
  return text.starts_with("\\u") ? hex4(text.substr(2)) : std::nullopt;
}

// Halves of surrogate pairs become \ufffd, which has the same length.
void replace_lone_surrogates(std::string& json) {
  constexpr auto is_high = [](unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; };
  constexpr auto is_low = [](unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; };
  for (std::size_t at = json.find('\\'); at < json.size(); at = json.find('\\', at)) {
    const std::string_view rest = std::string_view(json).substr(at);
    const bool may_be_half = rest.size() > 2 && (rest[2] == 'd' || rest[2] == 'D');
    const auto unit = may_be_half ? escaped_unit(rest) : std::nullopt;
    if (!unit || (!is_high(*unit) && !is_low(*unit))) {
      at += 2;
      continue;
    }
    const auto next = rest.size() > 6 ? escaped_unit(rest.substr(6)) : std::nullopt;
    if (is_high(*unit) && next && is_low(*next)) {
      at += 12;
      continue;
    }
    json.replace(at, 6, "\\ufffd");
    at += 6;
  }
}

bool is_json_number(std::string_view token) {
  const auto digits = [&] {
    std::size_t count = 0;  // a loop: find_first_not_of is several times slower
    while (count < token.size() && token[count] >= '0' && token[count] <= '9') ++count;
    token.remove_prefix(count);
    return count;
  };
  if (token.starts_with('-')) token.remove_prefix(1);
  const bool leading_zero = token.starts_with('0');
  const std::size_t whole = digits();
  if (whole == 0 || (leading_zero && whole > 1)) return false;
  if (token.starts_with('.')) {
    token.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (token.starts_with('e') || token.starts_with('E')) {
    token.remove_prefix(1);
    if (token.starts_with('+') || token.starts_with('-')) token.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return token.empty();
}

std::string_view without_trailing_space(std::string_view token) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  return token;
}

// What Python's json.dumps writes for floats that JSON cannot hold.
bool is_python_number(std::string_view text) {
  return text.starts_with("NaN") || text.starts_with("Infinity") || text.starts_with("-Infinity");
}

std::string_view clause_of(simdjson::error_code code) {
  switch (code) {
    case simdjson::EMPTY:
      return "the line is empty";
    case simdjson::UNCLOSED_STRING:
      return "a string has no closing quote";
    case simdjson::UNESCAPED_CHARS:
      return "a string holds a control character without its escape";
    case simdjson::STRING_ERROR:
      return "a string holds a wrong escape";
    case simdjson::NUMBER_ERROR:
      return "a number is malformed";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "a word is neither true, false nor null";
    case simdjson::DEPTH_ERROR:
      return "it is nested deeper than 256 levels";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "an object or array is not closed, or something follows it";
    case simdjson::CAPACITY:
    case simdjson::MEMALLOC:
      return "the line is too large for the memory at hand";
    default:
      return "a comma, colon, bracket or value is missing or out of place";
  }
}

// Whether a member called `key` is the start of `path`, which may hold dots.
bool leads_into(std::string_view path, std::string_view key) {
  return path.size() > key.size() && path[key.size()] == '.' && path.starts_with(key);
}

// Visits every value of a line once, in order, which is what on-demand parsing
// asks for, and keeps those that are wanted.
class Walk {
 public:
  Walk(const JsonWanted& wanted, std::vector<JsonNode>& nodes, ondemand::document& document,
       std::string_view json)
      : wanted_(wanted),
        nodes_(nodes),
        document_(document),
        at_(json.data()),
        end_(json.data() + json.size()) {}

  simdjson::error_code run() {
    ondemand::value value;
    if (const auto error = document_.get_value().get(value)) return error;
    if (const auto error = visit(value, {}, true, 0)) return error;
    const char* rest = nullptr;
    if (document_.current_location().get(rest) != simdjson::SUCCESS) return simdjson::SUCCESS;
    at_ = rest;  // something follows the end of the value
    return simdjson::TAPE_ERROR;
  }

  const char* at() const { return at_; }
  bool is_overfull() const { return overfull_; }

 private:
  bool wants(std::string_view key) const {
    return wanted_.paths.empty() ||
           std::ranges::any_of(wanted_.paths, [&](const std::string& path) {
             return path == key || leads_into(path, key);
           });
  }

  // Values are handed on by reference and nodes are written a member at a time: where the compiler
  // copies a pair that was just stored by halves, the load waits for both stores, some 20 cycles
  // each time.
  simdjson::error_code visit(ondemand::value& value, std::string_view key, bool keep, int depth) {
    const std::string_view token = value.raw_json_token();
    at_ = token.data();
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return error;
    if (keep && nodes_.size() >= wanted_.most_kept) {
      overfull_ = true;
      return simdjson::CAPACITY;
    }
    // A parent stands before its children, so it takes its place first.
    const std::size_t index = nodes_.size();
    if (keep) nodes_.emplace_back();
    JsonNode seen;
    if (const auto error = visit_content(value, type, token, keep, depth, seen)) return error;
    if (!keep) return simdjson::SUCCESS;
    const auto end = static_cast<std::uint32_t>(nodes_.size());
    JsonNode& node = nodes_[index];
    node.key = key;
    node.raw = seen.raw;
    node.text = seen.text;
    node.end = end;
    node.kind = seen.kind;
    return simdjson::SUCCESS;
  }

  simdjson::error_code visit_content(ondemand::value& value, ondemand::json_type type,
                                     std::string_view token, bool keep, int depth, JsonNode& seen) {
    seen.raw = seen.text = without_trailing_space(token);
    switch (type) {
      case ondemand::json_type::object: {
        seen.kind = JsonKind::object;
        ondemand::object object;
        if (const auto error = value.get_object().get(object)) return error;
        if (const auto error = visit_object(object, keep && depth < wanted_.depth, depth + 1)) {
          return error;
        }
        return take_whole(token.data(), seen);
      }
      case ondemand::json_type::array: {
        seen.kind = JsonKind::array;
        ondemand::array array;
        if (const auto error = value.get_array().get(array)) return error;
        if (const auto error = visit_array(array, keep && depth < wanted_.depth, depth + 1)) {
          return error;
        }
        return take_whole(token.data(), seen);
      }
      case ondemand::json_type::string:
        seen.kind = JsonKind::string;
        return value.get_string().get(seen.text);
      // Checked by its spelling: get_number() refuses integers past 64 bits, which
      // are good JSON and common as ids.
      case ondemand::json_type::number:
        seen.kind = JsonKind::number;
        return is_json_number(seen.text) ? simdjson::SUCCESS : simdjson::NUMBER_ERROR;
      case ondemand::json_type::boolean: {
        seen.kind = JsonKind::boolean;
        bool ignored = false;
        return value.get_bool().get(ignored);
      }
      case ondemand::json_type::null: {
        bool is_null = false;
        if (const auto error = value.is_null().get(is_null)) return error;
        return is_null ? simdjson::SUCCESS : simdjson::N_ATOM_ERROR;
      }
    }
    return simdjson::TAPE_ERROR;
  }

  // From the opening bracket to the closing one, which was just passed.
  simdjson::error_code take_whole(const char* start, JsonNode& seen) {
    const char* end = nullptr;
    if (document_.current_location().get(end) != simdjson::SUCCESS) end = end_;
    seen.raw = without_trailing_space({start, static_cast<std::size_t>(end - start)});
    seen.text = seen.raw;
    return simdjson::SUCCESS;
  }

  simdjson::error_code visit_object(ondemand::object& object, bool keep, int depth) {
    if (depth > kMaxDepth) return simdjson::DEPTH_ERROR;
    for (auto entry : object) {
      if (const auto error = entry.error()) return error;
      ondemand::field&& field = std::move(entry).value_unsafe();
      std::string_view key;
      if (const auto error = field.unescaped_key().get(key)) return error;
      const bool kept = keep && (depth > 1 || wants(key));
      if (const auto error = visit(field.value(), key, kept, depth)) return error;
    }
    return simdjson::SUCCESS;
  }

  simdjson::error_code visit_array(ondemand::array& array, bool keep, int depth) {
    if (depth > kMaxDepth) return simdjson::DEPTH_ERROR;
    for (auto entry : array) {
      if (const auto error = entry.error()) return error;
      ondemand::value&& value = std::move(entry).value_unsafe();
      if (const auto error = visit(value, {}, keep, depth)) return error;
    }
    return simdjson::SUCCESS;
  }

  const JsonWanted& wanted_;
  std::vector<JsonNode>& nodes_;
  ondemand::document& document_;
  const char* at_;
  const char* end_;
  bool overfull_ = false;
};

}  // namespace

std::string_view name_of(JsonKind kind) {
  switch (kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return "a boolean";
    case JsonKind::number:
      return "a number";
    case JsonKind::string:
      return "text";
    case JsonKind::array:
      return "an array";
    case JsonKind::object:
      return "an object";
  }
  std::unreachable();
}

struct JsonLineParser::State {
  JsonWanted wanted;
  std::string own;           // a copy of the line, repaired; keeps its memory
  std::string_view json;     // the line at hand, with simdjson's padding behind it
  std::size_t readable = 0;  // bytes from its start on
  std::vector<JsonNode> nodes;
  ondemand::parser parser;

  void take(std::string_view line) {
    // Before the line is there: a string that grows afterwards copies it once more.
    own.reserve(line.size() + simdjson::SIMDJSON_PADDING);
    if (simdjson::validate_utf8(line.data(), line.size())) {
      own = line;
    } else {
      own = replace_invalid_utf8(line);
    }
    replace_lone_surrogates(own);
    own.reserve(own.size() + simdjson::SIMDJSON_PADDING);
    read_at(own);
  }

  void read_at(const std::string& text) {
    json = text;
    readable = text.capacity();
  }

  JsonProblem problem(const char* at, std::string reason) const {
    const auto offset = static_cast<std::size_t>(
        std::clamp(at, json.data(), json.data() + json.size()) - json.data());
    return {1 + count_code_points(json.substr(0, offset)), std::move(reason)};
  }

  // Where on-demand parsing stopped; `fallback` where it cannot say.
  static const char* stopped_at(ondemand::document& document, const char* fallback) {
    const char* at = nullptr;
    return document.current_location().get(at) == simdjson::SUCCESS ? std::max(at, fallback)
                                                                    : fallback;
  }

  std::expected<void, JsonProblem> parse() {
    constexpr std::size_t kBytesAValue = 48;  // about, with its name
    nodes.clear();
    nodes.reserve(std::min(wanted.most_kept, json.size() / kBytesAValue));
    const auto not_json = [&](const char* at, simdjson::error_code error) {
      return std::unexpected(problem(at, fmt::format("not valid JSON: {}", clause_of(error))));
    };
    ondemand::document document;
    const simdjson::padded_string_view padded(json, readable);
    if (const auto error = parser.iterate(padded).get(document)) {
      return not_json(json.data(), error);
    }
    Walk walk(wanted, nodes, document, json);
    if (const auto error = walk.run()) {
      if (walk.is_overfull()) {
        return std::unexpected(problem(
            walk.at(), fmt::format("the line holds more than {} values", wanted.most_kept)));
      }
      const bool too_deep = error == simdjson::DEPTH_ERROR;
      const char* at = too_deep ? walk.at() : stopped_at(document, walk.at());
      if (is_python_number({at, json.data() + json.size()})) {
        return std::unexpected(
            problem(at, "not valid JSON: NaN and Infinity are no numbers there; write null"));
      }
      return not_json(at, error);
    }
    return {};
  }

  const JsonNode* find(const JsonNode& parent, std::string_view path) const {
    const JsonNode* found = nullptr;
    if (!parent.is(JsonKind::object)) return found;
    for (auto i = static_cast<std::size_t>(&parent - nodes.data()) + 1; i < parent.end;
         i = nodes[i].end) {
      const JsonNode& node = nodes[i];
      if (node.key == path) {
        found = &node;
      } else if (leads_into(path, node.key)) {
        const JsonNode* inner = find(node, path.substr(node.key.size() + 1));
        if (inner != nullptr) found = inner;
      }
    }
    return found;
  }
};

JsonLineParser::JsonLineParser(JsonWanted wanted) : state_(std::make_unique<State>()) {
  state_->wanted = std::move(wanted);
}
JsonLineParser::JsonLineParser(JsonLineParser&&) noexcept = default;
JsonLineParser& JsonLineParser::operator=(JsonLineParser&&) noexcept = default;
JsonLineParser::~JsonLineParser() = default;

std::expected<void, JsonProblem> JsonLineParser::parse(std::string_view line) {
  state_->take(line);
  const std::string_view json = state_->json;
  const std::size_t first = std::min(json.find_first_not_of(" \t\r"), json.size());
  if (first < json.size() && json[first] != '{') {
    return std::unexpected(state_->problem(json.data() + first, "the line is not a JSON object"));
  }
  return state_->parse();
}

std::expected<void, JsonProblem> JsonLineParser::parse_value(std::string_view json) {
  state_->take(json);
  return state_->parse();
}

std::expected<void, JsonProblem> JsonLineParser::parse_sound_value(const std::string& json) {
  if (json.capacity() - json.size() < simdjson::SIMDJSON_PADDING) {
    state_->own.reserve(json.size() + simdjson::SIMDJSON_PADDING);
    state_->own = json;
    state_->read_at(state_->own);
  } else {
    state_->read_at(json);
  }
  return state_->parse();
}

std::span<const JsonNode> JsonLineParser::nodes() const {
  return state_->nodes;
}

const JsonNode* JsonLineParser::find(std::string_view path) const {
  return state_->nodes.empty() ? nullptr : state_->find(state_->nodes.front(), path);
}

const JsonNode* JsonLineParser::find_in(const JsonNode& parent, std::string_view path) const {
  return state_->find(parent, path);
}

JsonProblem JsonLineParser::problem(const JsonNode& node, std::string reason) const {
  return state_->problem(node.raw.data(), std::move(reason));
}

std::string minified_json(std::string_view json) {
  std::string out(json.size() + simdjson::SIMDJSON_PADDING, '\0');
  std::size_t length = 0;
  if (simdjson::minify(json.data(), json.size(), out.data(), length) != simdjson::SUCCESS) {
    return std::string(json);  // not JSON after all; the caller parsed it, so it is
  }
  out.resize(length);
  return out;
}

}  // namespace plumb
