#include "ingest/evaluation_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_map>

#include "base/file.h"
#include "base/json_depth.h"
#include "base/suggest.h"
#include "ingest/case_reader.h"
#include "ingest/json_line.h"
#include "text/utf8.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "evaluation_";
constexpr std::string_view kExtension = ".json";

// Line and column, from 1, of the character with that number, from 1.
std::string place_of(std::string_view text, std::size_t character) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 1; i < character && !text.empty(); ++i) {
    const bool ends_line = text.front() == '\n';
    text.remove_prefix(decode_code_point(text).length);
    line += ends_line ? 1 : 0;
    column = ends_line ? 1 : column + 1;
  }
  return fmt::format("{}:{}", line, column);
}

std::unexpected<Error> bad(std::string_view name, std::string_view text,
                           const JsonProblem& problem) {
  return fail(ErrorCode::invalid_input,
              fmt::format("{}:{}: {}", name, place_of(text, problem.column), problem.reason));
}

Result<void> check_text(std::string_view text, std::string_view name) {
  if (is_blank(text)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: the file is empty, where a list of entries is expected", name));
  }
  if (json_nests_too_deep(text)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: the JSON is nested deeper than {} levels", name, kMaxJsonDepth));
  }
  if (is_valid_utf8(text)) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{}: the file is not UTF-8; convert it first", name));
}

// Written with digits alone it may still be none that a double can hold.
bool is_too_large(const JsonNode& node) {
  return node.is(JsonKind::number) &&
         !std::isfinite(std::strtod(std::string(node.raw).c_str(), nullptr));
}

EvaluationField field_of(const JsonNode& node) {
  EvaluationField field;
  field.name = node.key;
  switch (node.kind) {
    case JsonKind::null:
      break;
    case JsonKind::string:
      field.kind = FieldKind::text;
      field.value = node.text;
      break;
    case JsonKind::boolean:
    case JsonKind::number:
    case JsonKind::array:
    case JsonKind::object:
      field.kind = FieldKind::json;
      field.value = minified_json(node.raw);
      break;
  }
  return field;
}

std::string not_a_list(JsonKind kind) {
  return fmt::format(
      "the file holds {}, not a list of entries: [{{\"control_response\": ...}}, ...]",
      name_of(kind));
}

// A number, a word or a text alone is JSON, too, which the parser takes in brackets only.
std::optional<JsonProblem> lone_value(std::string_view json) {
  JsonLineParser parser({.paths = {}, .depth = 1});
  if (!parser.parse_value(fmt::format("[{}]", json)) || parser.nodes().size() != 2) {
    return std::nullopt;
  }
  const JsonNode& value = parser.nodes()[1];
  JsonProblem problem = parser.problem(value, not_a_list(value.kind));
  --problem.column;  // without the bracket
  return problem;
}

EvaluationEntry entry_of(const JsonLineParser& parser, const JsonNode& object) {
  EvaluationEntry entry;
  std::unordered_map<std::string_view, std::size_t> places;  // of the keys in the document
  parser.for_each_child(object, [&](const JsonNode& member) {
    const auto [place, is_new] = places.try_emplace(member.key, entry.fields.size());
    if (is_new) {
      entry.fields.push_back(field_of(member));
    } else {
      entry.fields[place->second] = field_of(member);
    }
    return true;
  });
  return entry;
}

std::vector<std::string> models_of(const std::vector<std::string>& paths) {
  std::vector<std::string> models;
  for (const std::string& path : paths) models.push_back(model_of_evaluation(path));
  return models;
}

std::string file_of(const std::string& folder, std::string_view model) {
  return (fs::path(folder) / fmt::format("{}{}{}", kPrefix, model, kExtension)).string();
}

}  // namespace

Result<std::vector<EvaluationEntry>> parse_evaluation(std::string_view json,
                                                      std::string_view name) {
  if (json.starts_with("\xef\xbb\xbf")) json.remove_prefix(3);
  PLUMB_CHECK_RESULT(check_text(json, name));
  // All of it is kept, because a number may be too large anywhere.
  JsonLineParser parser({.paths = {}, .depth = static_cast<int>(kMaxJsonDepth)});
  if (const auto parsed = parser.parse_value(json); !parsed) {
    return bad(name, json, lone_value(json).value_or(parsed.error()));
  }
  for (const JsonNode& node : parser.nodes()) {
    if (is_too_large(node)) {
      return bad(name, json, parser.problem(node, "a number is too large for any computation"));
    }
  }
  const JsonNode& root = parser.nodes().front();
  if (!root.is(JsonKind::array)) {
    return bad(name, json, parser.problem(root, not_a_list(root.kind)));
  }
  std::vector<EvaluationEntry> entries;
  std::optional<JsonProblem> problem;
  parser.for_each_child(root, [&](const JsonNode& node) {
    if (!node.is(JsonKind::object)) {
      problem = parser.problem(
          node, fmt::format("entry {} is {}, not an object", entries.size(), name_of(node.kind)));
      return false;
    }
    entries.push_back(entry_of(parser, node));
    return true;
  });
  if (problem) return bad(name, json, *problem);
  return entries;
}

Result<Evaluation> read_evaluation(const std::string& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxDocumentBytes));
  Evaluation evaluation{model_of_evaluation(path), path, {}};
  const std::string& model = evaluation.model;
  if (is_blank(model) || model == "." || model == "..") {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} does not name a model, whose folder the results go to; rename it "
                            "to evaluation_MODEL.json",
                            path));
  }
  PLUMB_TRY(evaluation.entries, parse_evaluation(text, path));
  if (!evaluation.entries.empty()) return evaluation;
  return fail(ErrorCode::invalid_input, fmt::format("{} holds no entry to measure", path));
}

std::string model_of_evaluation(std::string_view path) {
  std::string stem = fs::path(path).stem().string();
  if (stem.starts_with(kPrefix) && stem.size() > kPrefix.size()) stem.erase(0, kPrefix.size());
  return stem;
}

Result<std::vector<std::string>> list_evaluations(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  fs::directory_iterator each(folder, error);
  for (; !error && each != fs::directory_iterator(); each.increment(error)) {
    const std::string file = each->path().filename().string();
    const bool named = file.size() > kPrefix.size() + kExtension.size() &&
                       file.starts_with(kPrefix) && file.ends_with(kExtension);
    std::error_code ignored;
    if (named && each->is_regular_file(ignored)) paths.push_back(each->path().string());
  }
  if (error) {
    return fail(
        ErrorCode::not_found,
        fmt::format("the folder {} of evaluations cannot be read: {}; name files, or another "
                    "folder",
                    folder, error.message()));
  }
  if (paths.empty()) {
    return fail(ErrorCode::not_found,
                fmt::format("the folder {} holds no evaluation_MODEL.json; name files, or another "
                            "folder",
                            folder));
  }
  std::ranges::sort(paths);
  return paths;
}

Result<std::string> find_evaluation(const std::string& folder, std::string_view model) {
  std::string plain(model);
  for (char& c : plain) {
    if (c == '.' || c == ':' || c == '/') c = '_';
  }
  std::error_code ignored;
  // A slash would lead out of the folder.
  if (!model.contains('/') && fs::is_regular_file(file_of(folder, model), ignored)) {
    return file_of(folder, model);
  }
  if (fs::is_regular_file(file_of(folder, plain), ignored)) return file_of(folder, plain);
  PLUMB_TRY(const std::vector<std::string> paths, list_evaluations(folder));
  const std::vector<std::string> models = models_of(paths);
  return fail(ErrorCode::not_found,
              fmt::format("there is no evaluation of the model \"{}\" in {}, which has {}{}", model,
                          folder, fmt::join(models, ", "), did_you_mean(plain, models)));
}

}  // namespace plumb
