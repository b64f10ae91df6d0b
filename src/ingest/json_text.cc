#include "ingest/json_text.h"

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
    const auto unit = escaped_unit(rest);
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
    const std::size_t count = std::min(token.find_first_not_of("0123456789"), token.size());
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
  return token.substr(0, token.find_last_not_of(" \t\n\r") + 1);
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

// Visits every value of a line once, in order, which is what on-demand parsing
// asks for, and keeps what was looked for.
class Walk {
 public:
  Walk(std::string_view field, const char* start) : field_(field), at_(start) {}

  simdjson::error_code run(ondemand::document& document) {
    ondemand::object object;
    if (const auto error = document.get_object().get(object)) return error;
    if (const auto error = visit_object(object, field_, 0)) return error;
    const char* rest = nullptr;
    if (document.current_location().get(rest) != simdjson::SUCCESS) return simdjson::SUCCESS;
    at_ = rest;  // something follows the closing brace
    return simdjson::TAPE_ERROR;
  }

  const char* at() const { return at_; }

  std::optional<std::string_view> text;
  const char* text_of_other_type = nullptr;
  std::string_view id;
  const char* id_of_other_type = nullptr;
  bool has_plumb_key = false;

 private:
  // `path` is what is left of the field's name here, empty off its way.
  simdjson::error_code visit_object(ondemand::object object, std::string_view path, int depth) {
    if (depth >= kMaxDepth) return simdjson::DEPTH_ERROR;
    for (auto entry : object) {
      ondemand::field field;
      if (const auto error = std::move(entry).get(field)) return error;
      std::string_view key;
      if (const auto error = field.unescaped_key().get(key)) return error;
      if (const auto error = visit_member(key, field.value(), path, depth)) return error;
    }
    return simdjson::SUCCESS;
  }

  simdjson::error_code visit_member(std::string_view key, ondemand::value value,
                                    std::string_view path, int depth) {
    const std::string_view token = value.raw_json_token();
    at_ = token.data();
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return error;
    const bool named = !path.empty() && key == path;
    if (depth == 0 && key == "plumb") has_plumb_key = true;
    if (depth == 0 && key == "id") take_id(token, type);
    std::string_view inner;
    if (!path.empty() && path.starts_with(key) && path.size() > key.size() + 1 &&
        path[key.size()] == '.') {
      inner = path.substr(key.size() + 1);
    }
    std::optional<std::string_view> string;
    if (const auto error = visit(value, type, inner, depth, string)) return error;
    if (named) {
      text = string;
      text_of_other_type = string ? nullptr : token.data();
    }
    return simdjson::SUCCESS;
  }

  void take_id(std::string_view token, ondemand::json_type type) {
    const bool carried = type == ondemand::json_type::string || type == ondemand::json_type::number;
    id = carried ? without_trailing_space(token) : std::string_view();
    id_of_other_type = carried || type == ondemand::json_type::null ? nullptr : token.data();
  }

  simdjson::error_code visit(ondemand::value value, ondemand::json_type type, std::string_view path,
                             int depth, std::optional<std::string_view>& string) {
    switch (type) {
      case ondemand::json_type::object: {
        ondemand::object object;
        if (const auto error = value.get_object().get(object)) return error;
        return visit_object(object, path, depth + 1);
      }
      case ondemand::json_type::array: {
        ondemand::array array;
        if (const auto error = value.get_array().get(array)) return error;
        return visit_array(array, depth + 1);
      }
      case ondemand::json_type::string: {
        std::string_view unescaped;
        if (const auto error = value.get_string().get(unescaped)) return error;
        string = unescaped;
        return simdjson::SUCCESS;
      }
      case ondemand::json_type::number:
        return visit_number(value);
      case ondemand::json_type::boolean: {
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

  simdjson::error_code visit_array(ondemand::array array, int depth) {
    if (depth >= kMaxDepth) return simdjson::DEPTH_ERROR;
    for (auto entry : array) {
      ondemand::value value;
      if (const auto error = std::move(entry).get(value)) return error;
      at_ = value.raw_json_token().data();
      ondemand::json_type type;
      if (const auto error = value.type().get(type)) return error;
      std::optional<std::string_view> ignored;
      if (const auto error = visit(value, type, {}, depth, ignored)) return error;
    }
    return simdjson::SUCCESS;
  }

  // Checked by its spelling: get_number() refuses integers past 64 bits, which
  // are good JSON and common as ids.
  static simdjson::error_code visit_number(ondemand::value value) {
    const std::string_view token = without_trailing_space(value.raw_json_token());
    return is_json_number(token) ? simdjson::SUCCESS : simdjson::NUMBER_ERROR;
  }

  std::string_view field_;
  const char* at_;
};

}  // namespace

struct JsonTextParser::State {
  std::string field;
  std::string json;  // the line at hand, repaired, with simdjson's padding behind it
  ondemand::parser parser;

  void take(std::string_view line) {
    const bool valid = simdjson::validate_utf8(line.data(), line.size());
    if (valid) {
      json = line;  // keeps its memory
    } else {
      json = replace_invalid_utf8(line);
    }
    replace_lone_surrogates(json);
    json.reserve(json.size() + simdjson::SIMDJSON_PADDING);
  }

  JsonProblem problem(const char* at, std::string reason) const {
    const auto offset = static_cast<std::size_t>(
        std::clamp(at, json.data(), json.data() + json.size()) - json.data());
    return {1 + count_code_points(std::string_view(json).substr(0, offset)), std::move(reason)};
  }

  // Where on-demand parsing stopped; `fallback` where it cannot say.
  static const char* stopped_at(ondemand::document& document, const char* fallback) {
    const char* at = nullptr;
    return document.current_location().get(at) == simdjson::SUCCESS ? std::max(at, fallback)
                                                                    : fallback;
  }

  std::expected<JsonText, JsonProblem> found(const Walk& walk) const {
    if (walk.text_of_other_type != nullptr) {
      return std::unexpected(
          problem(walk.text_of_other_type, fmt::format("the field \"{}\" is not a string", field)));
    }
    if (!walk.text) {
      auto missing = problem(json.data(), fmt::format("there is no field \"{}\"; name the one "
                                                      "that holds the text with --field",
                                                      field));
      missing.is_header = walk.has_plumb_key;
      return std::unexpected(std::move(missing));
    }
    if (walk.id_of_other_type != nullptr) {
      return std::unexpected(
          problem(walk.id_of_other_type, "the field \"id\" is neither a string nor a number"));
    }
    return JsonText{*walk.text, walk.id};
  }
};

JsonTextParser::JsonTextParser(std::string field) : state_(std::make_unique<State>()) {
  state_->field = std::move(field);
}
JsonTextParser::JsonTextParser(JsonTextParser&&) noexcept = default;
JsonTextParser& JsonTextParser::operator=(JsonTextParser&&) noexcept = default;
JsonTextParser::~JsonTextParser() = default;

std::expected<JsonText, JsonProblem> JsonTextParser::parse(std::string_view line) {
  State& state = *state_;
  state.take(line);
  const char* const start = state.json.data();
  const auto not_json = [&](const char* at, simdjson::error_code error) {
    return std::unexpected(state.problem(at, fmt::format("not valid JSON: {}", clause_of(error))));
  };
  const std::size_t first = std::min(state.json.find_first_not_of(" \t\r"), state.json.size());
  if (first < state.json.size() && state.json[first] != '{') {
    return std::unexpected(state.problem(start + first, "the line is not a JSON object"));
  }
  ondemand::document document;
  const simdjson::padded_string_view padded(state.json, state.json.capacity());
  if (const auto error = state.parser.iterate(padded).get(document)) return not_json(start, error);
  Walk walk(state.field, start);
  if (const auto error = walk.run(document)) {
    return not_json(State::stopped_at(document, walk.at()), error);
  }
  return state.found(walk);
}

}  // namespace plumb
