// A comparison for continuous integration: JUnit, SARIF, annotations of GitHub.
#include <fmt/format.h>

#include <algorithm>

#include "record/comparison_json.h"
#include "report/comparison_text.h"
#include "report/comparison_writers.h"
#include "report/markup.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

std::string junit_case(const Measurement& m) {
  const std::string text = evidence(m);
  std::string out = fmt::format("    <testcase classname=\"plumb.{}\" name=\"{}\" time=\"0\">",
                                name_of(m.type), markup(m.metric));
  if (!m.value) {
    out += fmt::format("<skipped message=\"{}\"/>", markup(text));
  } else if (is_drifted(m)) {
    out += fmt::format("<failure type=\"drifted\" message=\"{}\">{}", markup(text), markup(text));
    for (const Contribution& each : m.contributions) {
      out += fmt::format("\n{} {}: {}", each.of_current ? "current" : "baseline", markup(each.id),
                         markup(each.excerpt));
    }
    out += "</failure>";
  } else {
    const std::string_view verdict = m.verdict ? name_of(*m.verdict) : "not judged";
    out += fmt::format("<system-out>{}: {}</system-out>", verdict, markup(text));
  }
  return out + "</testcase>\n";
}

// An undecided gate is an error of its test: it stops the build, yet nothing failed.
std::string junit_case(const GateResult& gate) {
  std::string out = fmt::format("    <testcase classname=\"plumb.gate\" name=\"{}\" time=\"0\">",
                                markup(gate.gate));
  if (gate.outcome == GateOutcome::passed) {
    out += fmt::format("<system-out>passed: {}</system-out>", markup(gate.reason));
  } else {
    out += fmt::format("<{0} type=\"{1}\" message=\"{2}\">{2}</{0}>",
                       gate.outcome == GateOutcome::failed ? "failure" : "error",
                       name_of(gate.outcome), markup(gate.reason));
  }
  return out + "</testcase>\n";
}

struct Tally {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
};

Tally tally_of(ComparisonSpan comparisons) {
  Tally tally;
  for (const Comparison& comparison : comparisons) {
    for (const Measurement& each : comparison.results) {
      ++tally.tests;
      if (!each.value) {
        ++tally.skipped;
      } else if (is_drifted(each)) {
        ++tally.failures;
      }
    }
    for (const GateResult& each : comparison.gates) {
      ++tally.tests;
      if (each.outcome == GateOutcome::failed) ++tally.failures;
      if (each.outcome == GateOutcome::undecided) ++tally.errors;
    }
  }
  return tally;
}

std::string counts(const Tally& tally) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"0\"",
                     tally.tests, tally.failures, tally.errors, tally.skipped);
}

std::string junit_suite(const Comparison& comparison) {
  std::string out = fmt::format(
      "  <testsuite name=\"{}\" {}>\n    <properties>"
      "<property name=\"verdict\" value=\"{}\"/><property name=\"drift_score\" value=\"{:.1f}\"/>"
      "<property name=\"drift_grade\" value=\"{}\"/><property name=\"plumb_version\" value=\"{}\"/>"
      "</properties>\n",
      markup(name_of_pair(comparison)), counts(tally_of({&comparison, 1})),
      name_of(comparison.verdict), comparison.drift_score, name_of(comparison.drift_grade),
      markup(comparison.provenance.plumb_version));
  for (const GateResult& each : comparison.gates) out += junit_case(each);
  for (const Measurement& each : comparison.results) out += junit_case(each);
  return out + "  </testsuite>\n";
}

// RFC 3986: whatever is not unreserved or a slash is written as bytes in hex.
std::string uri_of(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || std::string_view("-._~/").contains(c)) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

Json sarif_rule(const Measurement& m, const ReportOptions& options) {
  const std::string title = title_of(m.metric);
  const std::string summary =
      options.summary_of ? std::string(options.summary_of(m.metric)) : std::string();
  Json rule = {{"id", m.metric},
               {"name", title},
               {"shortDescription", {{"text", title + " has drifted from the baseline"}}},
               {"defaultConfiguration", {{"level", "warning"}}},
               {"properties", {{"tags", Json::array({"drift", name_of(m.type)})}}}};
  if (!summary.empty()) rule["fullDescription"] = {{"text", summary}};
  return rule;
}

// What every result has: the rule, the text, and the run's file as its place.
Json sarif_finding(const Comparison& comparison, const std::string& id, std::size_t rule,
                   std::string_view level, const std::string& text) {
  const std::string uri = uri_of(comparison.current.source);
  return {
      {"ruleId", id},
      {"ruleIndex", rule},
      {"level", level},
      {"message", {{"text", text}}},
      {"locations",
       Json::array({{{"physicalLocation",
                      {{"artifactLocation", {{"uri", uri}}}, {"region", {{"startLine", 1}}}}}}})},
      {"partialFingerprints", {{"plumb/v1", id + ":" + uri}}}};
}

Json sarif_result(const Comparison& comparison, const Measurement& m, std::size_t rule) {
  const std::string text =
      fmt::format("{} {}: {} ({}).", title_of(m.metric),
                  is_drifted(m) ? "has drifted" : "exceeds its threshold, but may be chance",
                  evidence(m), name_of_pair(comparison));
  Json result =
      sarif_finding(comparison, m.metric, rule, is_drifted(m) ? "error" : "warning", text);
  result["properties"] = to_json(m);
  return result;
}

std::string_view level_of(const GateResult& gate) {
  return gate.outcome == GateOutcome::failed ? "error" : "warning";
}

// A rule a gate: "gate/severity:high", which no metric can be named.
std::string rule_id(const GateResult& gate) {
  return "gate/" + gate.gate;
}

Json sarif_rule(const GateResult& gate) {
  return {{"id", rule_id(gate)},
          {"name", "Gate"},
          {"shortDescription", {{"text", "The gate " + gate.gate + " is not passed"}}},
          {"defaultConfiguration", {{"level", "error"}}},
          {"properties", {{"tags", Json::array({"drift", "gate"})}}}};
}

Json sarif_result(const Comparison& comparison, const GateResult& gate, std::size_t rule) {
  return sarif_finding(comparison, rule_id(gate), rule, level_of(gate),
                       fmt::format("Gate {} {}: {} ({}).", gate.gate, name_of(gate.outcome),
                                   gate.reason, name_of_pair(comparison)));
}

// The rules of a run, each once, in the order of their first mention.
class SarifRules {
 public:
  // The rule's index; made by `make()` where `id` is new.
  template <class Make>
  std::size_t index_of(const std::string& id, Make make) {
    const auto known = std::ranges::find(ids_, id);
    const auto index = static_cast<std::size_t>(known - ids_.begin());
    if (known == ids_.end()) {
      ids_.push_back(id);
      rules_.push_back(make());
    }
    return index;
  }

  Json take() && { return std::move(rules_); }

 private:
  std::vector<std::string> ids_;
  Json rules_ = Json::array();
};

// As the workflow commands of GitHub Actions want it; in properties the signs that
// separate them are escaped as well.
std::string command_text(std::string_view text, bool property) {
  std::string out;
  for (const char c : valid_text(text)) {
    const bool separator = property && (c == ':' || c == ',');
    if (c == '%' || c == '\r' || c == '\n' || separator) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string command(std::string_view name, std::string_view title, std::string_view message) {
  return fmt::format("::{} title={}::{}\n", name, command_text(title, true),
                     command_text(message, false));
}

}  // namespace

std::string comparison_junit(ComparisonSpan comparisons) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumb compare\" {}>\n",
      counts(tally_of(comparisons)));
  for (const Comparison& comparison : comparisons) out += junit_suite(comparison);
  return out + "</testsuites>\n";
}

std::string comparison_sarif(ComparisonSpan comparisons, const ReportOptions& options) {
  SarifRules rules;
  Json results = Json::array();
  for (const Comparison& comparison : comparisons) {
    for (const Measurement& each : comparison.results) {
      const auto index = rules.index_of(each.metric, [&] { return sarif_rule(each, options); });
      if (is_finding(each)) results.push_back(sarif_result(comparison, each, index));
    }
    for (const GateResult& each : comparison.gates) {
      const auto index = rules.index_of(rule_id(each), [&] { return sarif_rule(each); });
      if (each.outcome == GateOutcome::passed) continue;
      results.push_back(sarif_result(comparison, each, index));
    }
  }
  const std::string version =
      comparisons.empty() ? PLUMB_VERSION : comparisons.front().provenance.plumb_version;
  Json driver = {{"name", "Plumb"}, {"rules", std::move(rules).take()}};
  if (!version.empty()) driver["version"] = version;
  const Json document = {{"$schema",
                          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                          "sarif-schema-2.1.0.json"},
                         {"version", "2.1.0"},
                         {"runs", Json::array({{{"tool", {{"driver", std::move(driver)}}},
                                                {"columnKind", "unicodeCodePoints"},
                                                {"results", std::move(results)}}})}};
  return json_line(document) + '\n';
}

std::string github_annotations(ComparisonSpan comparisons) {
  std::string out;
  for (const Comparison& comparison : comparisons) {
    for (const Measurement& each : comparison.results) {
      if (!is_finding(each)) continue;
      const std::string title = fmt::format("{}: {}", title_of(each.metric),
                                            is_drifted(each) ? "drifted" : "above its threshold");
      out += command(is_drifted(each) ? "error" : "warning", title,
                     fmt::format("{} ({})", evidence(each), name_of_pair(comparison)));
    }
    for (const GateResult& each : comparison.gates) {
      if (each.outcome == GateOutcome::passed) continue;
      out += command(level_of(each), fmt::format("Gate {}: {}", each.gate, name_of(each.outcome)),
                     fmt::format("{} ({})", each.reason, name_of_pair(comparison)));
    }
    out += command("notice", fmt::format("Plumb: {}", name_of(comparison.verdict)),
                   fmt::format("{} Drift score {:.1f}, grade {} ({}).",
                               verdict_sentence(comparison), comparison.drift_score,
                               name_of(comparison.drift_grade), name_of_pair(comparison)));
  }
  return out;
}

}  // namespace plumb
