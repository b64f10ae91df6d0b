#include "ingest/json_text.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace plumb {

struct JsonTextParser::State {
  State(std::string name, std::string pair_name)
      : field(std::move(name)),
        pair_field(std::move(pair_name)),
        line({.paths = paths(field, pair_field), .depth = kAnyDepth}) {}

  static std::vector<std::string> paths(const std::string& field, const std::string& pair) {
    std::vector<std::string> wanted = {field, "id", "plumb"};
    if (!pair.empty()) wanted.push_back(pair);
    return wanted;
  }

  static constexpr int kAnyDepth = 256;  // as deep as the field's dots lead

  std::string field;
  std::string pair_field;
  JsonLineParser line;

  std::expected<std::string_view, JsonProblem> text() const {
    const JsonNode* node = line.find(field);
    if (node == nullptr) {
      JsonProblem missing{1, fmt::format("there is no field \"{}\"; name the one that holds the "
                                         "text with --field",
                                         field)};
      missing.is_header = line.find("plumb") != nullptr;
      return std::unexpected(std::move(missing));
    }
    if (node->is(JsonKind::string)) return node->text;
    return std::unexpected(
        line.problem(*node, fmt::format("the field \"{}\" is not a string", field)));
  }

  std::expected<std::optional<std::string_view>, JsonProblem> pair() const {
    const JsonNode* node = pair_field.empty() ? nullptr : line.find(pair_field);
    if (node == nullptr || node->is(JsonKind::null)) return std::nullopt;
    if (node->is(JsonKind::string)) return node->text;
    return std::unexpected(
        line.problem(*node, fmt::format("the field \"{}\" is not a string", pair_field)));
  }

  // An id is carried as it is written, not understood.
  std::expected<std::string_view, JsonProblem> id() const {
    const JsonNode* node = line.find("id");
    if (node == nullptr || node->is(JsonKind::null)) return std::string_view();
    if (node->is(JsonKind::number) || node->is(JsonKind::string)) return node->raw;
    return std::unexpected(
        line.problem(*node, "the field \"id\" is neither a string nor a number"));
  }
};

JsonTextParser::JsonTextParser(std::string field, std::string pair)
    : state_(std::make_unique<State>(std::move(field), std::move(pair))) {}
JsonTextParser::JsonTextParser(JsonTextParser&&) noexcept = default;
JsonTextParser& JsonTextParser::operator=(JsonTextParser&&) noexcept = default;
JsonTextParser::~JsonTextParser() = default;

std::expected<JsonText, JsonProblem> JsonTextParser::parse(std::string_view line) {
  if (auto parsed = state_->line.parse(line); !parsed) {
    return std::unexpected(std::move(parsed.error()));
  }
  const auto text = state_->text();
  if (!text) return std::unexpected(text.error());
  const auto id = state_->id();
  if (!id) return std::unexpected(id.error());
  const auto pair = state_->pair();
  if (!pair) return std::unexpected(pair.error());
  return JsonText{*text, *id, *pair};
}

}  // namespace plumb
