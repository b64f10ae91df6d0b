// plumb explain: what a metric means, how it is computed, and what it misses.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "command.h"
#include "judge/metric_catalogue.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kPlain = "\033[0m";

std::string_view about(MetricFamily family) {
  switch (family) {
    case MetricFamily::execution:
      return "plumb compare: score and verdict rest on these";
    case MetricFamily::additional:
      return "plumb compare: told beside them, never scored";
    case MetricFamily::intent:
      return "plumb intent";
    case MetricFamily::session:
      return "plumb session";
  }
  std::unreachable();
}

Json as_json(const MetricEntry& entry) {
  const auto text_or_null = [](std::string_view text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  return {{"metric", entry.name},
          {"family", name_of(entry.family)},
          {"type", text_or_null(entry.type)},
          {"command", entry.command},
          {"summary", entry.summary},
          {"meaning", entry.meaning},
          {"formula", entry.formula},
          {"bands", entry.bands},
          {"weaknesses", entry.weaknesses},
          {"example", entry.example},
          {"source", text_or_null(entry.source)}};
}

std::string paragraph(std::string_view title, std::string_view lines, bool color) {
  if (lines.empty()) return {};
  std::string out = fmt::format("\n{}{}{}\n", color ? kBold : "", title, color ? kPlain : "");
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out += fmt::format("  {}\n", lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

std::string as_text(const MetricEntry& entry, bool color) {
  std::string out = fmt::format("{}{}{}: {}\n", color ? kBold : "", entry.name, color ? kPlain : "",
                                entry.summary);
  const std::string command(entry.command);
  out += entry.type.empty() ? fmt::format("computed by {}\n", command)
                            : fmt::format("computed by {}, of type {}\n", command, entry.type);
  out += paragraph("What it says", entry.meaning, color);
  out += paragraph("Formula", entry.formula, color);
  out += paragraph("Bands", entry.bands, color);
  out += paragraph("Example", entry.example, color);
  out += paragraph("What it does not see", entry.weaknesses, color);
  return out + paragraph("Source", entry.source, color);
}

std::string list_text(bool color) {
  std::string out;
  std::string_view heading;
  for (const MetricEntry& entry : metric_catalogue()) {
    if (about(entry.family) != heading) {
      heading = about(entry.family);
      out += fmt::format("{}{}{}{}\n", out.empty() ? "" : "\n", color ? kBold : "", heading,
                         color ? kPlain : "");
    }
    out += fmt::format("  {:<25}{}\n", entry.name, entry.summary);
  }
  return out + "\nplumb explain METRIC says more of one.\n";
}

Result<void> explain(const std::string& name, CommandContext& context) {
  std::vector<std::string> names;
  for (const MetricEntry& entry : metric_catalogue()) names.emplace_back(entry.name);
  const MetricEntry* entry = find_metric(name);
  if (!name.empty() && entry == nullptr) {
    const std::string nearest = did_you_mean(name, names);
    return fail(ErrorCode::invalid_input,
                fmt::format("no metric is called \"{}\"{}", name,
                            nearest.empty() ? "; plumb explain lists them" : nearest));
  }
  if (!context.json) {
    context.print(entry == nullptr ? list_text(context.color) : as_text(*entry, context.color));
    return {};
  }
  Json metrics = Json::array();
  for (const MetricEntry& known : metric_catalogue()) {
    if (entry == nullptr || entry == &known) metrics.push_back(as_json(known));
  }
  context.print(Json{{"plumb", "explain/1"}, {"metrics", std::move(metrics)}}.dump(
                    2, ' ', false, Json::error_handler_t::replace) +
                "\n");
  return {};
}

}  // namespace

void add_explain_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("explain", "Say what a metric means, and what it misses.");
  auto name = std::make_shared<std::string>();
  command->add_option("METRIC", *name, "the metric; none: list all");
  command->footer("plumb explain\nplumb explain severity_psi\n");
  command->callback([name, &context] {
    if (!context.accept_no_outputs("explain")) return;
    if (const auto done = explain(*name, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
