#include "ingest/execution_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace plumb {
namespace {

using Done = std::expected<void, JsonProblem>;

JsonWanted wanted_by(const ExecutionColumns& columns) {
  JsonWanted wanted{{columns.id, columns.prompt, columns.response, columns.severity, columns.tools,
                     columns.embedding, "labels", "plumb"},
                    3};  // a call's arguments
  if (columns.labels) {
    wanted.paths.insert(wanted.paths.end(), columns.labels->begin(), columns.labels->end());
  }
  for (const std::string& path : wanted.paths) {
    wanted.depth = std::max(wanted.depth, 3 + static_cast<int>(std::ranges::count(path, '.')));
  }
  return wanted;
}

// "7" for 7 and for 7.0, which JSON holds for the same; empty where it is no whole number, or is
// written with an exponent.
std::string_view whole_number_in(std::string_view number) {
  if (number.find_first_of("eE") != std::string_view::npos) return {};
  const std::size_t dot = std::min(number.find('.'), number.size());
  const bool is_whole = number.find_first_not_of('0', dot + 1) == std::string_view::npos;
  return dot == number.size() || is_whole ? number.substr(0, dot) : std::string_view();
}

}  // namespace

ExecutionLineParser::ExecutionLineParser(ExecutionColumns columns)
    : columns_(std::move(columns)), line_(wanted_by(columns_)), header_({.paths = {}, .depth = 1}) {
  static const ExecutionColumns kUsual;
  const auto note = [&](const std::string& path, const std::string& usual) {
    if (path != usual) given_.expect(path, "the " + usual);
  };
  note(columns_.id, kUsual.id);
  note(columns_.prompt, kUsual.prompt);
  note(columns_.severity, kUsual.severity);
  note(columns_.tools, kUsual.tools);
  note(columns_.embedding, kUsual.embedding);
  if (!columns_.labels) return;
  for (const std::string& path : *columns_.labels) given_.expect(path, "a label");
}

struct ExecutionLineParser::Source {
  const JsonLineParser& parsed;
  const JsonNode& object;

  // nullptr where the member is absent or null.
  const JsonNode* given(std::string_view path) const {
    const JsonNode* node = parsed.find_in(object, path);
    return node != nullptr && node->is(JsonKind::null) ? nullptr : node;
  }
  std::expected<const JsonNode*, JsonProblem> text_of(std::string_view path) const {
    const JsonNode* node = given(path);
    if (node == nullptr || node->is(JsonKind::string)) return node;
    return std::unexpected(wrong_type(parsed, *node, path, "text"));
  }
};

Done ExecutionLineParser::read(std::string_view line, Response& out) {
  if (auto parsed = line_.parse(line); !parsed) return parsed;
  auto done = read(line_, line_.nodes().front(), out);
  if (done) given_.see(line_);
  return done;
}

Done ExecutionLineParser::read(const JsonLineParser& parsed, const JsonNode& object,
                               Response& out) const {
  return fill({parsed, object}, out);
}

Done ExecutionLineParser::fill(const Source& from, Response& out) const {
  const auto response = from.text_of(columns_.response);
  if (!response) return std::unexpected(response.error());
  if (*response == nullptr) {
    return std::unexpected(JsonProblem{
        1, fmt::format("there is no \"{}\", which every result needs", columns_.response)});
  }
  out.response = (*response)->text;

  const auto prompt = from.text_of(columns_.prompt);
  if (!prompt) return std::unexpected(prompt.error());
  if (*prompt == nullptr) {
    out.prompt.reset();
  } else {
    if (!out.prompt) out.prompt.emplace();
    *out.prompt = (*prompt)->text;  // keeps its memory
  }

  const auto severity = from.text_of(columns_.severity);
  if (!severity) return std::unexpected(severity.error());
  out.severity.reset();
  if (*severity != nullptr) {
    const auto level = read_severity((*severity)->text);
    if (!level) return std::unexpected(from.parsed.problem(**severity, level.error()));
    out.severity = *level;
  }
  if (auto done = fill_lists(from, out); !done) return done;
  return fill_id(from, out.id);
}

Done ExecutionLineParser::fill_labels(const Source& from, Labels& out) const {
  out.clear();
  if (const JsonNode* labels = from.given("labels")) {
    if (auto done = read_labels(from.parsed, *labels, "labels", out); !done) return done;
  }
  if (!columns_.labels) return {};
  for (const std::string& path : *columns_.labels) {
    const JsonNode* node = from.given(path);
    if (node == nullptr) continue;
    if (node->is(JsonKind::array) || node->is(JsonKind::object)) {
      return std::unexpected(
          wrong_type(from.parsed, *node, path, "text, a number or a boolean, as a label is"));
    }
    if (std::ranges::find(out, path, &Labels::value_type::first) != out.end()) continue;
    out.emplace_back(path, node->text);
  }
  std::ranges::sort(out);
  return {};
}

Done ExecutionLineParser::fill_lists(const Source& from, Response& out) const {
  if (const JsonNode* tools = from.given(columns_.tools)) {
    if (!out.tools) out.tools.emplace();
    if (auto done = read_tools(from.parsed, *tools, columns_.tools, *out.tools); !done) return done;
  } else {
    out.tools.reset();
  }
  if (auto done = fill_labels(from, out.labels); !done) return done;
  out.embedding.clear();
  if (const JsonNode* embedding = from.given(columns_.embedding)) {
    return read_embedding(from.parsed, *embedding, columns_.embedding, out.embedding);
  }
  return {};
}

Done ExecutionLineParser::fill_id(const Source& from, std::string& out) const {
  out.clear();
  const JsonNode* node = from.given(columns_.id);
  if (node == nullptr) return {};
  const std::string_view number =
      node->is(JsonKind::number) ? whole_number_in(node->text) : std::string_view();
  if (!node->is(JsonKind::string) && number.empty()) {
    return std::unexpected(wrong_type(from.parsed, *node, columns_.id, "text or a whole number"));
  }
  out = node->is(JsonKind::string) ? node->text : number;
  if (!out.empty()) return {};
  return std::unexpected(from.parsed.problem(
      *node,
      fmt::format("\"{}\" is empty; leave it out, or give each result its own", columns_.id)));
}

std::string_view ExecutionLineParser::header_version() const {
  const JsonNode* node = line_.find("plumb");
  return node != nullptr && node->is(JsonKind::string) ? node->text : std::string_view();
}

std::expected<ExecutionHeader, JsonProblem> ExecutionLineParser::read_header(
    std::string_view line) {
  if (auto parsed = header_.parse(line); !parsed) return std::unexpected(parsed.error());
  ExecutionHeader header;
  for (const JsonNode* member : last_members(header_, header_.nodes().front())) {
    if (member->is(JsonKind::null) || member->key == "plumb") continue;
    if (member->key == "name" || member->key == "embedding_model") {
      if (!member->is(JsonKind::string)) {
        return std::unexpected(wrong_type(header_, *member, member->key, "text"));
      }
      (member->key == "name" ? header.name : header.embedding_model) = member->text;
    } else if (!member->is(JsonKind::array) && !member->is(JsonKind::object)) {
      header.labels.emplace_back(member->key, member->text);
    }
  }
  return header;
}

std::optional<JsonProblem> ExecutionLineParser::repeated_name() const {
  const auto twice = [&](const JsonNode& node, std::string_view name) {
    return line_.problem(
        node, fmt::format("the key \"{}\" comes twice in one object; give it once", shown(name)));
  };
  std::optional<JsonProblem> found;
  const JsonNode& line = line_.nodes().front();
  line_.for_each_child(line, [&](const JsonNode& member) {
    line_.for_each_child(line, [&](const JsonNode& earlier) {  // a handful: others are not kept
      if (&earlier == &member) return false;
      if (earlier.key == member.key) found = twice(member, member.key);
      return !found;
    });
    return !found;
  });
  const JsonNode* labels = line_.find("labels");
  if (found || labels == nullptr || !labels->is(JsonKind::object)) return found;
  std::vector<std::string_view> names;
  line_.for_each_child(*labels, [&](const JsonNode& label) {
    names.push_back(label.key);
    return true;
  });
  std::ranges::sort(names);
  const auto repeated = std::ranges::adjacent_find(names);
  if (repeated != names.end()) found = twice(*labels, *repeated);
  return found;
}

std::size_t ExecutionLineParser::id_column() const {
  const JsonNode* node = line_.find(columns_.id);
  return node == nullptr || node->is(JsonKind::null) ? 1 : line_.problem(*node, {}).column;
}

}  // namespace plumb
