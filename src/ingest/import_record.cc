#include "ingest/import_record.h"

#include <fmt/format.h>

#include "ingest/execution_fields.h"
#include "ingest/genai_content.h"
#include "text/utf8.h"

namespace plumb {

void ImportedLabels::add(std::string_view name, const std::optional<std::string>& value) {
  const GenAiOptions most;
  if (!value || is_blank(*value) || value->size() > most.longest_label) return;
  if (is_blank(name) || name.size() > most.longest_label) return;
  if (labels_.size() < most.most_labels) {
    labels_.try_emplace(std::string(name), kept_text(*value));
  } else if (!labels_.contains(name)) {
    ++left_out_;
  }
}

std::optional<std::string> word_of(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::string:
    case JsonKind::number:
    case JsonKind::boolean:
      return std::string(node.text);
    case JsonKind::null:
    case JsonKind::array:
    case JsonKind::object:
      return std::nullopt;
  }
  std::unreachable();
}

std::string text_of(const JsonNode& node) {
  return node.is(JsonKind::string) ? kept_text(node.text) : minified_json(node.raw);
}

const JsonNode* ImportRecord::find(std::string_view path) const {
  const JsonNode* node = json_.find(path);
  return node == nullptr || node->is(JsonKind::null) ? nullptr : node;
}

const JsonNode* ImportRecord::find(std::initializer_list<std::string_view> paths) const {
  for (const std::string_view path : paths) {
    if (const JsonNode* node = find(path)) return node;
  }
  return nullptr;
}

std::string_view ImportRecord::raw(std::string_view path) const {
  const JsonNode* node = find(path);
  return node == nullptr ? std::string_view() : node->raw;
}

std::optional<std::string> ImportRecord::text(std::string_view path) const {
  const JsonNode* node = find(path);
  return node == nullptr ? std::nullopt : std::optional(text_of(*node));
}

std::string_view ImportRecord::said(std::string_view path) const {
  const JsonNode* node = find(path);
  if (node == nullptr || node->raw == "{}" || node->raw == "[]") return {};
  return node->is(JsonKind::string) ? node->text : node->raw;
}

std::optional<std::string> ImportRecord::word(std::initializer_list<std::string_view> paths) const {
  for (const std::string_view path : paths) {
    const JsonNode* node = path.empty() ? nullptr : find(path);
    if (node == nullptr) continue;
    if (auto found = word_of(*node); found && !is_blank(*found)) return found;
  }
  return std::nullopt;
}

void ImportRecord::add_labels(std::string_view path, std::string_view prefix,
                              ImportedLabels& out) const {
  const JsonNode* object = find(path);
  if (object == nullptr || !object->is(JsonKind::object)) return;
  for (const JsonNode* member : last_members(json_, *object)) {
    out.add(fmt::format("{}{}", prefix, member->key), word_of(*member));
  }
}

std::expected<void, JsonProblem> ImportRecord::expect(std::string_view path, JsonKind kind) const {
  const JsonNode* node = find(path);
  if (node == nullptr || node->is(kind)) return {};
  return std::unexpected(wrong_type(json_, *node, path, name_of(kind)));
}

}  // namespace plumb
