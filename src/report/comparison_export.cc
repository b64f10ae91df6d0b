#include "report/comparison_export.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "report/comparison_text.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kInfo = 9, kWarn = 13;  // severity numbers of OpenTelemetry's logs

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json attribute(std::string_view key, std::string_view text) {
  return {{"key", key}, {"value", {{"stringValue", text}}}};
}

Json attribute(std::string_view key, double number) {
  return {{"key", key}, {"value", {{"doubleValue", number}}}};
}

// What both sides are called, for every event of a comparison.
Json names_of(const Comparison& comparison) {
  return Json::array({attribute("plumb.current", comparison.current.name),
                      attribute("plumb.baseline", comparison.baseline.name)});
}

struct Event {
  std::string name;
  std::optional<double> value;
  std::string_view label;
  std::string explanation;
  bool is_warning = false;
};

Json record_of(const Event& event, Json attributes, UtcTime at) {
  attributes.insert(attributes.begin(), attribute("gen_ai.evaluation.explanation",
                                                  std::string_view(event.explanation)));
  attributes.insert(attributes.begin(), attribute("gen_ai.evaluation.score.label", event.label));
  if (event.value) {
    attributes.insert(attributes.begin(), attribute("gen_ai.evaluation.score.value", *event.value));
  }
  attributes.insert(attributes.begin(),
                    attribute("gen_ai.evaluation.name", std::string_view(event.name)));
  const std::string time = fmt::format("{}000000", at.time_since_epoch().count());
  return {{"timeUnixNano", time},
          {"observedTimeUnixNano", time},
          {"severityNumber", event.is_warning ? kWarn : kInfo},
          {"severityText", event.is_warning ? "WARN" : "INFO"},
          {"eventName", "gen_ai.evaluation.result"},
          {"attributes", std::move(attributes)}};
}

std::string_view label_of(const Measurement& measurement) {
  if (!measurement.value) return "not_applicable";
  return measurement.verdict ? name_of(*measurement.verdict) : "not_judged";
}

Json event_of(const Measurement& measurement, const Comparison& comparison, UtcTime at) {
  Json attributes = names_of(comparison);
  attributes.push_back(attribute("plumb.drift_type", name_of(measurement.type)));
  if (measurement.threshold) {
    attributes.push_back(attribute("plumb.threshold", *measurement.threshold));
  }
  if (measurement.p_adjusted) {
    attributes.push_back(attribute("plumb.p_adjusted", *measurement.p_adjusted));
  }
  if (measurement.severity) {
    attributes.push_back(attribute("plumb.severity", name_of(*measurement.severity)));
  }
  return record_of({measurement.metric, measurement.value, label_of(measurement),
                    evidence(measurement), is_drifted(measurement)},
                   std::move(attributes), at);
}

Json logs_of(const Comparison& comparison, UtcTime at) {
  Json records = Json::array();
  records.push_back(
      record_of({"drift_score", comparison.drift_score, name_of(comparison.verdict),
                 verdict_sentence(comparison), comparison.verdict == Verdict::drifted},
                names_of(comparison), at));
  for (const auto* list : {&comparison.results, &comparison.additional}) {
    for (const Measurement& each : *list) records.push_back(event_of(each, comparison, at));
  }
  const Json scope = {{"name", "plumb"}, {"version", comparison.provenance.plumb_version}};
  return {{"resource",
           {{"attributes", Json::array({attribute("service.name", comparison.current.name)})}}},
          {"scopeLogs", Json::array({{{"scope", scope}, {"logRecords", std::move(records)}}})}};
}

// The same for the same comparison, so that a second export replaces the first.
std::string made_id(std::string_view what) {
  return fmt::format("{:016x}{:016x}", hash64(what, 1), hash64(what, 2));
}

Json no_tokens() {
  return {{"total", 0}, {"prompt", 0}, {"completion", 0}, {"cached", 0}, {"numRequests", 0}};
}

Json promptfoo_result(const Measurement& measurement, const Comparison& comparison, std::size_t run,
                      std::size_t test) {
  const bool passed = !is_drifted(measurement);
  const std::string pair = name_of_pair(comparison);
  const std::string reason = evidence(measurement);
  const Json scores = measurement.value ? Json{{measurement.metric, *measurement.value}}
                                        : Json(Json::value_t::object);
  const Json vars = {{"metric", measurement.metric}, {"type", name_of(measurement.type)}};
  const Json metadata = {{"verdict", label_of(measurement)}};
  const std::string id = made_id(fmt::format("{}\n{}\n{}", run, pair, measurement.metric));
  Json result = {{"id", id},
                 {"promptIdx", run},
                 {"testIdx", test},
                 {"promptId", made_id(pair)},
                 {"prompt", {{"raw", pair}, {"label", pair}}},
                 {"provider", {{"id", "plumb"}, {"label", comparison.current.name}}},
                 {"vars", vars},
                 {"response", {{"output", reason}}},
                 {"success", passed},
                 {"score", passed ? 1 : 0},
                 {"namedScores", scores},
                 {"gradingResult",
                  {{"pass", passed},
                   {"score", passed ? 1 : 0},
                   {"reason", reason},
                   {"namedScores", scores},
                   {"tokensUsed", no_tokens()}}},
                 {"testCase",
                  {{"description", title_of(measurement.metric)},
                   {"vars", vars},
                   {"assert", Json::array()},
                   {"metadata", metadata}}},
                 {"metadata", metadata},
                 {"failureReason", passed ? 0 : 1},
                 {"latencyMs", 0},
                 {"cost", 0}};
  if (!passed) result["error"] = reason;
  return result;
}

}  // namespace

std::string evaluation_events(ComparisonSpan comparisons, UtcTime at) {
  Json logs = Json::array();
  for (const Comparison& each : comparisons) logs.push_back(logs_of(each, at));
  return dumped({{"resourceLogs", std::move(logs)}});
}

std::string promptfoo_document(ComparisonSpan comparisons, UtcTime at) {
  Json results = Json::array(), prompts = Json::array();
  std::size_t failures = 0;
  for (std::size_t run = 0; run < comparisons.size(); ++run) {
    const Comparison& comparison = comparisons[run];
    const std::string pair = name_of_pair(comparison);
    std::size_t failed = 0;
    for (std::size_t test = 0; test < comparison.results.size(); ++test) {
      failed += is_drifted(comparison.results[test]) ? std::size_t{1} : std::size_t{0};
      results.push_back(promptfoo_result(comparison.results[test], comparison, run, test));
    }
    prompts.push_back({{"id", made_id(pair)},
                       {"raw", pair},
                       {"label", pair},
                       {"provider", "plumb"},
                       {"metrics",
                        {{"score", comparison.results.size() - failed},
                         {"testPassCount", comparison.results.size() - failed},
                         {"testFailCount", failed},
                         {"testErrorCount", 0},
                         {"assertPassCount", 0},
                         {"assertFailCount", 0},
                         {"totalLatencyMs", 0},
                         {"tokenUsage", no_tokens()},
                         {"namedScores", Json(Json::value_t::object)},
                         {"namedScoresCount", Json(Json::value_t::object)},
                         {"cost", 0}}}});
    failures += failed;
  }
  const Json stats = {{"successes", results.size() - failures},
                      {"failures", failures},
                      {"errors", 0},
                      {"tokenUsage", no_tokens()}};
  const std::string time = utc_text(at);
  const Json document = {{"evalId", fmt::format("eval-plumb-{}", time)},
                         {"results",
                          {{"version", 3},
                           {"timestamp", time},
                           {"prompts", std::move(prompts)},
                           {"results", std::move(results)},
                           {"stats", stats}}},
                         {"config", {{"description", "plumb compare"}}},
                         {"shareableUrl", nullptr}};
  return dumped(document);
}

}  // namespace plumb
