#include "profile_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "judge/judge.h"
#include "stats/quantile.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownTools = 8;

// 1234567 as 1,234,567.
std::string grouped(std::uint64_t value) {
  const std::string digits = fmt::format("{}", value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

// 1234.5 as 1,234.5: the mean of two whole numbers.
std::string with_half(double value) {
  const auto whole = static_cast<std::uint64_t>(value);
  return grouped(whole) + (static_cast<double>(whole) < value ? ".5" : "");
}

// The smallest length that `share` of the responses do not exceed; none without any.
std::optional<std::uint32_t> length_at(const Counts<std::uint32_t>& lengths, double share) {
  const double wanted = share * static_cast<double>(lengths.total());
  std::uint64_t seen = 0;
  for (const auto& [length, times] : lengths.items()) {
    seen += times;
    if (static_cast<double>(seen) >= wanted) return length;
  }
  return std::nullopt;
}

// As plumb compare tells it: of an even number, the mean of the middle two.
double median_length(const Counts<std::uint32_t>& lengths) {
  std::vector<std::uint32_t> values;
  std::vector<std::uint64_t> counts;
  for (const auto& [length, times] : lengths.items()) {
    values.push_back(length);
    counts.push_back(times);
  }
  return median_of_counts(values, counts);
}

// Most called first; equal ones by name.
std::vector<std::pair<std::string, std::uint64_t>> tools_by_calls(const ExecutionProfile& profile) {
  std::vector<std::pair<std::string, std::uint64_t>> tools;
  for (const auto& [name, calls] : profile.tools().items()) {
    if (name != kNoCall) tools.emplace_back(name, calls);
  }
  std::ranges::sort(tools, [](const auto& a, const auto& b) {
    return std::pair(b.second, std::string_view(a.first)) <
           std::pair(a.second, std::string_view(b.first));
  });
  return tools;
}

std::string safety_line(const ExecutionProfile& profile) {
  if (profile.with_severity() == 0) return "no severities";
  const double score = safety_score(profile.severities());
  std::vector<std::string> parts;
  for (const Severity severity : kSeverities) {
    const std::uint64_t count = profile.severities()[static_cast<std::size_t>(severity)];
    if (count > 0) parts.push_back(fmt::format("{} {}", grouped(count), name_of(severity)));
  }
  return fmt::format("{:.1f} ({}): {}", score, name_of(grade_of(score)), fmt::join(parts, ", "));
}

std::string length_line(const ExecutionProfile& profile) {
  if (profile.lengths().total() == 0) return "every response is blank";
  return fmt::format("median {} characters; 5% have {} or fewer, 95% {} or fewer",
                     with_half(median_length(profile.lengths())),
                     grouped(*length_at(profile.lengths(), 0.05)),
                     grouped(*length_at(profile.lengths(), 0.95)));
}

std::string tool_line(const ExecutionProfile& profile) {
  if (profile.with_trace() == 0) return "no traces";
  const auto tools = tools_by_calls(profile);
  const std::uint64_t silent = profile.tools().of(std::string(kNoCall));
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(tools.size(), kShownTools); ++i) {
    parts.push_back(fmt::format("{} {}", tools[i].first, grouped(tools[i].second)));
  }
  if (tools.size() > kShownTools) {
    parts.push_back(fmt::format("and {} more", grouped(tools.size() - kShownTools)));
  }
  std::string line = fmt::format("{} traces, {} calls", grouped(profile.with_trace()),
                                 grouped(profile.tools().total() - silent));
  if (!parts.empty()) line += fmt::format(": {}", fmt::join(parts, ", "));
  if (silent > 0) line += fmt::format("; {} traces without a call", grouped(silent));
  return line;
}

std::string vector_line(const ExecutionProfile& profile) {
  if (!profile.origin) return "none";
  std::vector<std::string> parts = {profile.origin->model};
  if (!profile.origin->precision.empty()) parts.push_back(profile.origin->precision);
  if (!profile.origin->instruction_set.empty()) parts.push_back(profile.origin->instruction_set);
  if (!profile.origin->weights_sha256.empty()) {
    parts.push_back(fmt::format("weights {}", profile.origin->weights_sha256.substr(0, 12)));
  }
  return fmt::format("{} of {} components: {}", grouped(profile.embeddings().count()),
                     profile.origin->dimension, fmt::join(parts, ", "));
}

nlohmann::ordered_json origin_json(const std::optional<VectorOrigin>& origin) {
  if (!origin) return nullptr;
  return {{"model", origin->model},
          {"weights_sha256", origin->weights_sha256},
          {"precision", origin->precision},
          {"instruction_set", origin->instruction_set},
          {"dimension", origin->dimension}};
}

nlohmann::ordered_json length_json(const ExecutionProfile& profile) {
  nlohmann::ordered_json json = {{"responses", profile.lengths().total()}};
  const bool any = profile.lengths().total() > 0;
  const auto add = [&](const char* name, double share) {
    const auto length = length_at(profile.lengths(), share);
    json[name] = length ? nlohmann::ordered_json(*length) : nullptr;
  };
  add("p05", 0.05);
  json["median"] = any ? nlohmann::ordered_json(median_length(profile.lengths())) : nullptr;
  add("p95", 0.95);
  add("max", 1.0);
  return json;
}

nlohmann::ordered_json baseline_json(const BaselineNote& note) {
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
  for (const auto& [name, value] : note.settings) settings[name] = value;
  return {{"name", note.name},
          {"source", note.source},
          {"plumb_version", note.plumb_version},
          {"settings", settings}};
}

}  // namespace

std::string profile_text(const ProfileDocument& document, const std::string& source) {
  const ExecutionProfile& profile = document.profile;
  std::string text = profile.name.empty() ? source : fmt::format("{} ({})", profile.name, source);
  text += fmt::format("\n  results   {}, {} blank, {} truncated, {} bad lines left out\n",
                      grouped(profile.results()), grouped(profile.blank()),
                      grouped(profile.truncated()), grouped(profile.skipped));
  text += fmt::format("  safety    {}\n", safety_line(profile));
  text += fmt::format("  length    {}\n", length_line(profile));
  text += fmt::format("  text      {} characters, {} distinct in lower case\n",
                      grouped(profile.characters().total()),
                      grouped(profile.characters().items().size()));
  text += fmt::format("  tools     {}\n", tool_line(profile));
  text += fmt::format("  vectors   {}\n", vector_line(profile));
  text += fmt::format("  sample    {} rows, seed {}, {}\n", grouped(profile.sample().size()),
                      profile.options().seed,
                      profile.options().keep_text ? "with excerpts" : "without excerpts");
  if (!document.baseline) return text;
  const BaselineNote& note = *document.baseline;
  text += fmt::format("  baseline  \"{}\" from {}, by plumb {}\n", note.name, note.source,
                      note.plumb_version);
  for (const auto& [name, value] : note.settings)
    text += fmt::format("            {} {}\n", name, value);
  return text;
}

std::string profile_json(const ProfileDocument& document, const std::string& source,
                         const std::string& kind) {
  const ExecutionProfile& profile = document.profile;
  Json severities = Json::object();
  for (const Severity severity : kSeverities) {
    severities[std::string(name_of(severity))] =
        profile.severities()[static_cast<std::size_t>(severity)];
  }
  Json safety = nullptr;
  Json grade = nullptr;
  if (profile.with_severity() > 0) {
    safety = safety_score(profile.severities());
    grade = std::string(name_of(grade_of(safety.get<double>())));
  }
  Json tools = Json::object();
  for (const auto& [name, calls] : tools_by_calls(profile)) tools[name] = calls;
  const Json json = {
      {"plumb", kind},
      {"source", source},
      {"name", profile.name},
      {"results", profile.results()},
      {"blank", profile.blank()},
      {"truncated", profile.truncated()},
      {"skipped", profile.skipped},
      {"severity_counts", severities},
      {"safety_score", safety},
      {"safety_grade", grade},
      {"lengths", length_json(profile)},
      {"characters", profile.characters().total()},
      {"traces", profile.with_trace()},
      {"traces_without_call", profile.tools().of(std::string(kNoCall))},
      {"tool_calls", tools},
      {"embeddings", profile.embeddings().count()},
      {"sample_rows", profile.sample().size()},
      {"keeps_text", profile.options().keep_text},
      {"baseline", document.baseline ? baseline_json(*document.baseline) : Json(nullptr)},
      {"provenance",
       {{"vectors", origin_json(profile.origin)},
        {"seed", profile.options().seed},
        {"sample_rows", profile.options().sample_rows},
        {"plumb_version", PLUMB_VERSION}}},
  };
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace plumb
