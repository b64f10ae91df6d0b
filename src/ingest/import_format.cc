#include "ingest/import_format.h"

#include <algorithm>
#include <utility>

#include "ingest/json_elements.h"

namespace plumb {
namespace {

// Where "all" of these keys stand, the file is of that format. The first that fits counts.
struct Signature {
  ImportFormat format;
  std::vector<std::string_view> all;
};

const std::vector<Signature>& signatures() {
  using enum ImportFormat;
  static const std::vector<Signature> known = {
      {promptfoo, {"results.results"}},
      {promptfoo, {"evalId", "results"}},
      {promptfoo, {"promptIdx", "testIdx"}},
      {deepeval, {"testCases"}},
      {deepeval, {"conversationalTestCases"}},
      {deepeval, {"testRunData"}},
      {inspect, {"eval.task", "status"}},
      {inspect, {"eval.run_id", "version"}},
      {inspect, {"samples.epoch"}},
      {otlp, {"resourceSpans"}},
      {otlp, {"resource_spans"}},
      {langsmith, {"dotted_order", "run_type"}},
      {langsmith, {"runs.dotted_order"}},
      {langfuse, {"trace_id", "type", "start_time"}},
      {langfuse, {"traceId", "type", "startTime"}},
      {langfuse, {"data.traceId", "data.type"}},
      {openai, {"custom_id", "response"}},
      {openai, {"custom_id", "error"}},
      {openai, {"messages"}},
  };
  return known;
}

// Members of Plumb's own formats: what has one of them is no other tool's.
bool is_native(const std::set<std::string, std::less<>>& paths) {
  const bool has_id = paths.contains("custom_id");
  for (const std::string_view own : {"plumb", "session", "task_id"}) {
    if (paths.contains(own)) return true;
  }
  return paths.contains("response") && !has_id && !paths.contains("promptIdx");
}

// The columns' names of a CSV file's first line, without blanks and quotes around them.
std::set<std::string, std::less<>> names_of_header(std::string_view line) {
  constexpr std::string_view kAround = " \t\r\"";
  std::set<std::string, std::less<>> names;
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') in_quotes = !in_quotes;
    if (i < line.size() && (line[i] != ',' || in_quotes)) continue;
    std::string_view name = line.substr(begin, i - begin);
    name.remove_prefix(std::min(name.find_first_not_of(kAround), name.size()));
    name = name.substr(0, name.find_last_not_of(kAround) + 1);  // npos + 1 is 0
    names.emplace(name);
    begin = i + 1;
  }
  return names;
}

bool is_csv_of_langfuse(std::string_view line) {
  const auto names = names_of_header(line);
  if (is_native(names)) return false;
  return (names.contains("trace_id") && names.contains("start_time") && names.contains("type")) ||
         (names.contains("traceId") && names.contains("startTime") && names.contains("type"));
}

}  // namespace

std::string_view name_of(ImportFormat format) {
  switch (format) {
    case ImportFormat::openai:
      return "openai";
    case ImportFormat::promptfoo:
      return "promptfoo";
    case ImportFormat::deepeval:
      return "deepeval";
    case ImportFormat::inspect:
      return "inspect";
    case ImportFormat::otlp:
      return "otlp";
    case ImportFormat::langfuse:
      return "langfuse";
    case ImportFormat::langsmith:
      return "langsmith";
  }
  std::unreachable();
}

std::optional<ImportFormat> import_format_of(std::string_view name) {
  const auto found =
      std::ranges::find(kImportFormats, name, [](ImportFormat format) { return name_of(format); });
  return found == kImportFormats.end() ? std::nullopt : std::optional(*found);
}

const ImportLayout& layout_of(ImportFormat format) {
  static const ImportLayout openai{
      {""}, {{"messages", "custom_id", "id", "response", "error", "metadata", "model"}, 5}};
  static const ImportLayout promptfoo{
      {"results.results", ""},
      {{"id", "prompt", "response", "vars", "success", "score", "namedScores", "provider",
        "gradingResult", "testCase", "metadata", "error", "failureReason", "promptIdx"},
       4}};
  static const ImportLayout deepeval{
      {"testCases", "conversationalTestCases", "testRunData.testCases",
       "testRunData.conversationalTestCases"},
      {{}, 5}};
  static const ImportLayout inspect{{"samples"},
                                    {{"id", "epoch", "input", "messages", "output", "scores",
                                      "metadata", "error", "target", "limit", "attachments"},
                                     4}};
  static const ImportLayout otlp{{"resourceSpans", "resource_spans"}, {{}, 0}};
  static const ImportLayout langfuse{{"", "data"}, {{}, 3}};
  static const ImportLayout langsmith{{"", "runs"}, {{}, 4}};
  switch (format) {
    case ImportFormat::openai:
      return openai;
    case ImportFormat::promptfoo:
      return promptfoo;
    case ImportFormat::deepeval:
      return deepeval;
    case ImportFormat::inspect:
      return inspect;
    case ImportFormat::otlp:
      return otlp;
    case ImportFormat::langfuse:
      return langfuse;
    case ImportFormat::langsmith:
      return langsmith;
  }
  std::unreachable();
}

ImportGlance glance_at(std::string_view start) {
  ImportGlance glance;
  if (start.starts_with("PK\x03\x04")) {
    glance.format = ImportFormat::inspect;
    glance.is_archive = true;
    return glance;
  }
  glance.framing = otlp_framing(start);
  if (glance.framing) {
    glance.format = ImportFormat::otlp;
    return glance;
  }
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first == start.npos) return glance;
  if (start[first] != '{' && start[first] != '[') {
    glance.is_csv = true;
    if (is_csv_of_langfuse(start.substr(0, start.find('\n')))) {
      glance.format = ImportFormat::langfuse;
    }
    return glance;
  }
  // Keys down to the second level; of lines, those of the first.
  JsonScanner scanner;
  bool on_first_line = true;
  glance.is_lines = start[first] == '{';
  for (const char byte : start.substr(first)) {
    if (!scanner.take(byte)) break;
    if (byte == ':' && !scanner.in_string() && std::ranges::count(scanner.path(), '.') < 2) {
      glance.paths.insert(scanner.path());
    }
    if (scanner.depth() == 0) break;
    if (byte == '\n') on_first_line = false;
  }
  glance.is_lines = glance.is_lines && on_first_line;
  if (is_native(glance.paths)) return glance;
  for (const Signature& each : signatures()) {
    const bool fits = std::ranges::all_of(
        each.all, [&](std::string_view path) { return glance.paths.contains(path); });
    if (!fits) continue;
    glance.format = each.format;
    break;
  }
  return glance;
}

bool is_one_document(ImportFormat format, const ImportGlance& glance) {
  if (!glance.is_lines) return true;
  switch (format) {
    case ImportFormat::openai:
    case ImportFormat::otlp:  // a request a line, of which there may be one
      return false;
    case ImportFormat::deepeval:
    case ImportFormat::inspect:
      return true;
    case ImportFormat::promptfoo:
      return glance.paths.contains("results");
    case ImportFormat::langfuse:
      return glance.paths.contains("data");
    case ImportFormat::langsmith:
      return glance.paths.contains("runs");
  }
  std::unreachable();
}

}  // namespace plumb
