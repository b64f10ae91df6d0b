#include "serve/parameters_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/suggest.h"
#include "serve/request_json.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kJson = "application/json";

bool has_type(const Json& schema, std::string_view type) {
  const auto found = schema.find("type");
  if (found == schema.end()) return false;
  const auto is_it = [&](const Json& each) { return each == type; };
  return found->is_array() ? std::ranges::any_of(*found, is_it) : is_it(*found);
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

// "1.0" and "2e3" are whole numbers to JSON Schema, and so to the document.
std::optional<Json> whole_number_in(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (const auto value = number_in<std::int64_t>(text)) return *value;
  if (text.empty() || !is_digit(text.back()) || !(is_digit(text[0]) || text[0] == '-')) {
    return std::nullopt;
  }
  const Json number = Json::parse(text, nullptr, false);
  if (!number.is_number()) return std::nullopt;
  const auto value = number.get<double>();
  if (std::trunc(value) != value) return std::nullopt;
  constexpr double kMostExact = 9'007'199'254'740'992;  // 2^53: beyond it, the schema has the word
  if (std::abs(value) > kMostExact) return number;
  return static_cast<std::int64_t>(value);
}

// The text as what the schema asks for; as text where it is none, which the schema then refuses.
Json value_of(const Json& schema, const std::string& text) {
  if (has_type(schema, "integer")) {
    if (auto value = whole_number_in(text)) return *std::move(value);
  }
  if (has_type(schema, "number")) {
    const auto value = number_in<double>(text);
    if (value && std::isfinite(*value)) return *value;
  }
  if (has_type(schema, "boolean") && (text == "true" || text == "false")) return text == "true";
  return text;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// One request's parameters.
class Reading {
 public:
  Reading(const OperationRule& rule, const SchemaCheck& schemas) : rule_(rule), schemas_(schemas) {}

  void take(const std::string& name, const std::string& text, bool is_in_path) {
    const ParameterRule* known = find(name, is_in_path);
    if (known == nullptr) return report_unknown(name, text);
    const Json& schema = schemas_.resolved(known->schema);
    if (has_type(schema, "array")) {
      static const Json kAnything = Json::object();
      const auto items = schema.find("items");
      Json& values = values_[name];
      if (values.is_null()) values = Json::array();
      values.push_back(
          value_of(items == schema.end() ? kAnything : schemas_.resolved(*items), text));
    } else if (values_.contains(name)) {
      problems_.push_back({name, text, "comes twice; give it once"});
    } else {
      values_[name] = value_of(schema, text);
    }
  }

  ServedResult<Json> finish() {
    for (const ParameterRule& parameter : rule_.parameters) look_at(parameter);
    if (problems_.empty()) return std::move(values_);
    const FieldProblem& first = problems_.front();
    Problem problem(422, fmt::format("the parameter {} {}", first.field, first.message));
    problem.errors = std::move(problems_);
    return std::unexpected(std::move(problem));
  }

 private:
  const ParameterRule* find(std::string_view name, bool is_in_path) const {
    const auto found = std::ranges::find_if(rule_.parameters, [&](const ParameterRule& each) {
      return each.name == name && each.is_in_path == is_in_path;
    });
    return found == rule_.parameters.end() ? nullptr : &*found;
  }

  void report_unknown(const std::string& name, const std::string& text) {
    std::vector<std::string> known;
    for (const ParameterRule& each : rule_.parameters) {
      if (!each.is_in_path) known.push_back(each.name);
    }
    problems_.push_back({name, shown_value(text),
                         "is not known here" + (known.empty() ? "; this route has none"
                                                              : did_you_mean(name, known))});
  }

  void look_at(const ParameterRule& parameter) {
    if (values_.contains(parameter.name)) {
      auto found = schemas_.check(parameter.schema, values_.at(parameter.name), parameter.name);
      problems_.insert(problems_.end(), std::make_move_iterator(found.begin()),
                       std::make_move_iterator(found.end()));
      return;
    }
    const Json& schema = schemas_.resolved(parameter.schema);
    if (schema.contains("default")) {
      values_[parameter.name] = schema.at("default");
    } else if (parameter.is_required) {
      problems_.push_back({parameter.name, "", "is missing; it is required"});
    }
  }

  const OperationRule& rule_;
  const SchemaCheck& schemas_;
  Json values_ = Json::object();
  std::vector<FieldProblem> problems_;
};

std::string types_of(const OperationRule& rule) {
  std::string types;
  for (const MediaRule& media : rule.media) types += (types.empty() ? "" : " or ") + media.type;
  return types.empty() ? std::string(kJson) : types;
}

// Whether anything comes behind the head; before the body is there, by what the head announces.
bool has_body(const ServedRequest& request) {
  if (!request.body.empty() || !request.header("transfer-encoding").empty()) return true;
  const std::string_view length = request.header("content-length");
  return !length.empty() && length != "0";
}

}  // namespace

ServedResult<Json> read_parameters(const OperationRule& rule, const RouteMatch& match,
                                   const ServedRequest& request, const SchemaCheck& schemas) {
  Reading reading(rule, schemas);
  for (const auto& [name, text] : match.parameters) reading.take(name, text, true);
  for (const auto& [name, text] : request.query) reading.take(name, text, false);
  return reading.finish();
}

ServedResult<const MediaRule*> media_of(const OperationRule& rule, const ServedRequest& request) {
  if (rule.method == "GET") return nullptr;
  const std::string_view header = request.header("content-type");
  const bool is_there = has_body(request);
  if (header.empty() && !is_there && !rule.needs_body) return nullptr;
  const std::size_t parameters = std::min(header.find(';'), header.size());
  const std::string type = in_lower_case(trimmed(header.substr(0, parameters)));
  const std::string rest = in_lower_case(header.substr(parameters));
  const auto found =
      std::ranges::find_if(rule.media, [&](const MediaRule& each) { return each.type == type; });
  const bool is_known = found != rule.media.end() || (rule.media.empty() && type == kJson);
  if (!is_known) {
    return refused(415, fmt::format("the content type is {}; send {}",
                                    type.empty() ? "missing" : shown_value(type), types_of(rule)));
  }
  if (rest.contains("charset") && !rest.contains("utf-8") && !rest.contains("utf8")) {
    return refused(415, fmt::format("the content type says {}; send UTF-8", shown_value(rest)));
  }
  const std::string_view encoding = request.header("content-encoding");
  const bool is_plain = encoding.empty() || in_lower_case(encoding) == "identity";
  if (!is_plain && (found == rule.media.end() || !found->is_raw)) {
    return refused(415, fmt::format("the content encoding is {}; send the body as it is",
                                    shown_value(std::string(encoding))));
  }
  return found == rule.media.end() ? nullptr : &*found;
}

ServedResult<Json> read_body(const OperationRule& rule, const MediaRule* media,
                             const ServedRequest& request, const SchemaCheck& schemas) {
  if (media == nullptr || (request.body.empty() && !rule.needs_body)) return Json();
  if (media->is_raw || media->type != kJson) return Json();
  auto body = read_json_body(request.body);
  if (!body) return body;
  auto problems = schemas.check(media->schema, *body, "");
  if (problems.empty()) return body;
  const FieldProblem& first = problems.front();
  Problem problem(
      422, fmt::format("{} {}", first.field.empty() ? "the body" : first.field, first.message));
  problem.errors = std::move(problems);
  return std::unexpected(std::move(problem));
}

}  // namespace plumb
