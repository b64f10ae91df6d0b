#include "serve/api_document_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace plumb {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kMethods = {"get", "post", "put", "patch", "delete"};

bool is_method(std::string_view word) {
  return std::ranges::find(kMethods, word) != kMethods.end();
}

std::string in_upper_case(std::string word) {
  for (char& c : word) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return word;
}

std::unexpected<Error> bad(std::string_view place, std::string_view why) {
  return fail(ErrorCode::invalid_input, fmt::format("the API document, {}: {}", place, why));
}

Result<OrderedJson> parse(const ApiFragment& fragment) {
  OrderedJson parsed = OrderedJson::parse(fragment.text, nullptr, false);
  if (!parsed.is_object()) return bad(fragment.name, "it is no JSON object");
  return parsed;
}

// Members of `more` become members of `all`; one that is there is an error.
Result<void> add_members(OrderedJson& all, const OrderedJson& more, const std::string& place) {
  for (const auto& [name, value] : more.items()) {
    if (all.contains(name)) return bad(place + "/" + name, "it is described a second time");
    all[name] = value;
  }
  return {};
}

// The same one level down: methods of a path, names of a kind of component.
Result<void> add_nested(OrderedJson& all, const OrderedJson& more, const std::string& place) {
  for (const auto& [name, value] : more.items()) {
    if (!all.contains(name)) all[name] = OrderedJson::object();
    PLUMB_CHECK_RESULT(add_members(all[name], value, place + "/" + name));
  }
  return {};
}

// "stereotype-report-1.schema.json" -> "StereotypeReport".
std::string name_of_format(std::string_view file) {
  std::string name;
  bool starts_word = true;
  for (const char c : file.substr(0, file.find_first_of("0123456789."))) {
    const bool is_letter = c >= 'a' && c <= 'z';
    if (is_letter) name += starts_word ? static_cast<char>(c - 'a' + 'A') : c;
    starts_word = !is_letter;
  }
  return name;
}

constexpr std::string_view kDefinitions = "#/$defs/";

void redirect_references(OrderedJson& schema, const std::string& to) {
  for (auto& [name, value] : schema.items()) {
    if (name == "$ref" && value.is_string() &&
        value.get_ref<const std::string&>().starts_with(kDefinitions)) {
      value = to + value.get<std::string>().substr(kDefinitions.size());
    } else if (value.is_structured()) {
      redirect_references(value, to);
    }
  }
}

// The JSON Schema of a format (docs/formats) as components: NAMEDocument, and NAME_PART for each of
// its definitions.
OrderedJson components_of_format(OrderedJson format, const std::string& name) {
  redirect_references(format, fmt::format("#/components/schemas/{}_", name));
  OrderedJson schemas = OrderedJson::object();
  for (auto& [part, schema] : format.at("$defs").items()) schemas[name + "_" + part] = schema;
  format.erase("$defs");
  format.erase("$schema");
  schemas[name + "Document"] = std::move(format);
  return {{"schemas", std::move(schemas)}};
}

// Which problems an operation may answer with, beside those that it describes itself.
std::vector<int> usual_problems(const std::string& method, const OrderedJson& operation) {
  std::vector<int> statuses = {400, 403, 414, 421, 422, 429, 431, 500, 503, 507};
  if (operation.contains("x-plumb-scope")) statuses.push_back(401);
  if (operation.contains("parameters")) statuses.push_back(404);
  if (method != "get") statuses.insert(statuses.end(), {404, 408, 409, 413, 415});
  std::ranges::sort(statuses);
  return statuses;
}

void add_shared(const std::string& method, OrderedJson& operation) {
  const OrderedJson problem = {{"$ref", "#/components/responses/Problem"}};
  for (const int status : usual_problems(method, operation)) {
    auto& responses = operation["responses"];
    const std::string key = std::to_string(status);
    if (!responses.contains(key)) responses[key] = problem;
  }
  OrderedJson needed = OrderedJson::array();
  if (operation.contains("x-plumb-scope")) needed.push_back({{"key", OrderedJson::array()}});
  operation["security"] = std::move(needed);
  if (method == "post" && operation.contains("x-plumb-scope")) {
    operation["parameters"].push_back({{"$ref", "#/components/parameters/IdempotencyKey"}});
  }
}

bool names_integer(const OrderedJson& type) {
  if (type.is_string()) return type.get_ref<const std::string&>() == "integer";
  for (const OrderedJson& one : type) {
    if (type.is_array() && names_integer(one)) return true;
  }
  return false;
}

// The check refuses integers beyond 2^53 - 1, which not every reader sees as the same number; so
// the document says it of every integer. But lines and OTLP are read by other means than the
// check, and as text: there x-plumb-any-size says that no digit is lost.
void bound_integers(OrderedJson& schema) {
  constexpr std::int64_t kLargest = 9'007'199'254'740'991;
  for (auto& [name, value] : schema.items()) {
    if (value.is_structured() && !name.starts_with("example")) bound_integers(value);
  }
  if (!schema.is_object() || !schema.contains("type") || !names_integer(schema["type"])) return;
  if (schema.contains("x-plumb-any-size")) return;
  if (!schema.contains("exclusiveMinimum")) {
    schema["minimum"] = std::max(-kLargest, schema.value("minimum", -kLargest));
  }
  if (!schema.contains("exclusiveMaximum")) {
    schema["maximum"] = std::min(kLargest, schema.value("maximum", kLargest));
  }
}

std::optional<Scope> scope_called(const std::string& name) {
  for (const Scope scope : kScopes) {
    if (name_of(scope) == name) return scope;
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<const ApiDocument>> ApiDocument::merge(
    std::span<const ApiFragment> fragments) {
  std::unique_ptr<ApiDocument> document(new ApiDocument);
  document->openapi_ = {{"openapi", "3.1.0"},
                        {"info", OrderedJson::object()},
                        {"tags", OrderedJson::array()},
                        {"paths", OrderedJson::object()},
                        {"components", OrderedJson::object()}};
  for (const ApiFragment& fragment : fragments) PLUMB_CHECK_RESULT(document->add(fragment));
  document->add_what_all_share();
  document->plain_ = document->openapi_;
  PLUMB_CHECK_RESULT(document->know_schemas());
  PLUMB_CHECK_RESULT(document->read_operations());
  return document;
}

Result<void> ApiDocument::add(const ApiFragment& fragment) {
  PLUMB_TRY(const OrderedJson parsed, parse(fragment));
  const std::string place(fragment.name);
  if (parsed.contains("$defs")) {
    return add_nested(openapi_["components"],
                      components_of_format(parsed, name_of_format(fragment.name)), place);
  }
  for (const auto& [name, value] : parsed.items()) {
    if (name == "info") {
      PLUMB_CHECK_RESULT(add_members(openapi_["info"], value, place + " info"));
    } else if (name == "tags") {
      for (const OrderedJson& tag : value) openapi_["tags"].push_back(tag);
    } else if (name == "paths" || name == "components") {
      PLUMB_CHECK_RESULT(add_nested(openapi_[name], value, place + " " + name));
    } else {
      return bad(place, fmt::format("a fragment has no \"{}\"", name));
    }
  }
  return {};
}

void ApiDocument::add_what_all_share() {
  for (auto& [path, methods] : openapi_["paths"].items()) {
    for (auto& [method, operation] : methods.items()) {
      if (is_method(method)) add_shared(method, operation);
    }
  }
  bound_integers(openapi_);
}

Result<void> ApiDocument::know_schemas() const {
  const auto look = [&](auto& self, const Json& value, const std::string& place) -> Result<void> {
    for (const auto& [name, member] : value.items()) {
      const std::string here = place + "/" + name;
      if (name == "schema") {
        PLUMB_CHECK_RESULT(schemas_.know(member, here));
      } else if (member.is_structured() && !name.starts_with("example")) {
        PLUMB_CHECK_RESULT(self(self, member, here));
      }
    }
    return {};
  };
  PLUMB_CHECK_RESULT(look(look, plain_.at("paths"), "paths"));
  for (const auto& [kind, components] : plain_.at("components").items()) {
    if (kind != "schemas") {
      PLUMB_CHECK_RESULT(look(look, components, kind));
      continue;
    }
    for (const auto& [name, schema] : components.items()) {
      PLUMB_CHECK_RESULT(schemas_.know(schema, "schemas/" + name));
    }
  }
  return {};
}

Result<void> ApiDocument::read_operations() {
  for (const auto& [path, methods] : plain_.at("paths").items()) {
    for (const auto& [method, operation] : methods.items()) {
      if (!is_method(method)) {
        return bad(path, fmt::format("\"{}\" is no method that is served", method));
      }
      PLUMB_TRY(auto rule, read_operation(path, method, operation));
      const auto has_its_id = [&](const OperationRule& other) { return other.id == rule.id; };
      if (std::ranges::any_of(operations_, has_its_id)) {
        return bad(path, fmt::format("the operationId {} is taken", rule.id));
      }
      operations_.push_back(std::move(rule));
    }
  }
  return {};
}

Result<OperationRule> ApiDocument::read_operation(const std::string& path,
                                                  const std::string& method,
                                                  const Json& operation) const {
  OperationRule rule;
  rule.id = operation.value("operationId", "");
  rule.method = in_upper_case(method);
  rule.path = path;
  if (rule.id.empty()) return bad(path, fmt::format("{} has no operationId", rule.method));
  if (operation.contains("x-plumb-scope")) {
    rule.scope = scope_called(operation.value("x-plumb-scope", ""));
    if (!rule.scope) return bad(path, fmt::format("{} has an unknown scope", rule.id));
  }
  rule.takes_any_host = operation.value("x-plumb-any-host", false);
  if (operation.contains("parameters")) {
    PLUMB_CHECK_RESULT(read_parameters(operation.at("parameters"), rule));
  }
  if (operation.contains("requestBody")) {
    PLUMB_CHECK_RESULT(read_body(operation.at("requestBody"), rule));
  }
  for (const ParameterRule& parameter : rule.parameters) {
    if (parameter.is_in_path && !path.contains("{" + parameter.name + "}")) {
      return bad(path, fmt::format("it has no part {{{}}}", parameter.name));
    }
  }
  return rule;
}

Result<void> ApiDocument::read_parameters(const Json& list, OperationRule& rule) const {
  for (const Json& unresolved : list) {
    const Json& parameter = schemas_.resolved(unresolved);
    const std::string where = parameter.value("in", "");
    if (where == "header" && parameter.value("name", "") == "Idempotency-Key") continue;
    if (where != "path" && where != "query") {
      return bad(rule.path, fmt::format("a parameter in \"{}\" would not be checked", where));
    }
    ParameterRule& added = rule.parameters.emplace_back();
    added.name = parameter.value("name", "");
    added.is_in_path = where == "path";
    added.is_required = parameter.value("required", false);
    added.schema = parameter.value("schema", Json::object());
    rule.takes_rest = rule.takes_rest || parameter.value("x-plumb-rest", false);
  }
  return {};
}

Result<void> ApiDocument::read_body(const Json& body, OperationRule& rule) const {
  rule.needs_body = body.value("required", false);
  for (const auto& [type, media] : body.at("content").items()) {
    MediaRule& added = rule.media.emplace_back();
    added.type = type;
    added.schema = media.value("schema", Json(true));
    added.is_raw = media.value("x-plumb-raw", false);
    if (media.contains("x-plumb-most-bytes")) {
      added.most_bytes = media.at("x-plumb-most-bytes").get<std::size_t>();
    }
  }
  if (rule.media.empty()) return bad(rule.path, "its body has no media type");
  return {};
}

}  // namespace plumb
