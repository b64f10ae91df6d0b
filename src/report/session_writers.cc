#include "report/session_writers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "record/document_json.h"
#include "record/session_report_json.h"
#include "report/cells.h"
#include "report/conflict_parts.h"
#include "report/html_page.h"
#include "report/markup.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

using Align = TextTable::Align;
using Json = nlohmann::ordered_json;
using Curve = std::vector<std::optional<double>>;

constexpr std::size_t kMostLines = 8;  // series that a chart can carry
constexpr std::size_t kMostBands = 3;  // more would hide each other

std::string title_of(const SessionResult& session) {
  return fmt::format("{} ({})", session.case_id, name_of(session.variant));
}

std::string heading(const SessionReport& report) {
  return fmt::format("{} session{}; mode {}, pooling {}, term list {}", report.sessions.size(),
                     report.sessions.size() == 1 ? "" : "s", name_of(report.mode),
                     name_of(report.pooling), report.list);
}

std::string alignment_of(const SessionResult& session) {
  if (!session.alignment) return "no plan";
  if (session.alignment->blank_plan) return "blank plan";
  if (!session.alignment->score) return "no action";
  return fmt::format("{:.4f}{} {}", *session.alignment->score,
                     session.alignment->truncated ? "*" : "",
                     name_of(band_of(*session.alignment->score)));
}

// Of the curve at one turn.
std::optional<SentenceRange> range_at(const SessionResult& session, std::size_t i) {
  if (!session.alignment || i >= session.alignment->ranges.size()) return std::nullopt;
  return session.alignment->ranges[i];
}

// Of the curve's last point.
std::string range_of(const SessionResult& session) {
  const auto range = range_at(session, session.turns.size() - 1);
  return range ? fmt::format("{:.4f} to {:.4f}", range->low, range->high) : "-";
}

// "1.00 to 0.50": the first and the last turn that has a value.
std::string recall_of(const SessionResult& session) {
  if (!session.recall) return "no entities";
  const Curve& curve = session.recall->curve;
  const auto first = std::ranges::find_if(curve, [](const auto& v) { return v.has_value(); });
  if (first == curve.end()) return "-";
  const auto last =
      std::find_if(curve.rbegin(), curve.rend(), [](const auto& v) { return v.has_value(); });
  return fmt::format("{:.2f} to {:.2f}", **first, **last);
}

std::string slope_of(const SessionResult& session) {
  if (!session.recall || !session.recall->slope) return "-";
  const Trend& slope = *session.recall->slope;
  return fmt::format("{:+.4f} [{:+.4f}, {:+.4f}]", slope.slope, slope.interval.low,
                     slope.interval.high);
}

std::string conflicts_of(const SessionResult& session) {
  if (!session.conflicts) return "-";
  if (!session.conflicts->rate) return session.conflicts->unjudged > 0 ? "no verdict" : "no pair";
  return fmt::format("{:.4f} ({} of {})", *session.conflicts->rate, session.conflicts->contradicted,
                     session.conflicts->evaluated);
}

// What was said of the turn and the one before; empty where they are no pair, or have no verdict.
std::string_view label_at(const SessionResult& session, std::int64_t turn) {
  if (!session.conflicts) return {};
  const auto& pairs = session.conflicts->pairs;
  const auto found = std::ranges::find(pairs, turn, &JudgedPair::later);
  if (found == pairs.end() || !found->inference.label) return {};
  return name_of(*found->inference.label);
}

std::string missed_by(const SessionResult& session) {
  if (!session.recall || session.recall->never_mentioned.empty()) return "-";
  return fmt::format("{}", fmt::join(session.recall->never_mentioned, ", "));
}

std::string line_of(const Curve* curve) {
  return curve == nullptr ? "-" : sparkline(*curve, 0, 1);
}

std::string notes(const SessionReport& report) {
  std::string out;
  const bool truncated = std::ranges::any_of(report.sessions, [](const SessionResult& session) {
    return session.alignment && session.alignment->truncated;
  });
  if (truncated) {
    out +=
        "* longer than the model reads, so later turns do not count; --pooling mean-sentences sees "
        "every turn\n";
  }
  out += conflict_line(report);
  if (!report.no_conflicts.empty()) {
    out += fmt::format("No knowledge conflict rate: {}.\n", report.no_conflicts);
  }
  return out;
}

std::optional<double> at(const Curve* curve, std::size_t i) {
  return curve == nullptr || i >= curve->size() ? std::nullopt : (*curve)[i];
}

const Curve* alignment_curve(const SessionResult& session) {
  return session.alignment ? &session.alignment->curve : nullptr;
}

const Curve* recall_curve(const SessionResult& session) {
  return session.recall ? &session.recall->curve : nullptr;
}

const Curve* f1_curve(const SessionResult& session) {
  return session.recall ? &session.recall->f1 : nullptr;
}

// The sessions of the lowest values, at most kMostLines, in the report's order.
std::vector<const SessionResult*> lowest(const SessionReport& report,
                                         const Curve* (*curve_of)(const SessionResult&)) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < report.sessions.size(); ++i) {
    const Curve* curve = curve_of(report.sessions[i]);
    if (curve == nullptr || curve->empty()) continue;
    order.emplace_back(curve->back().value_or(2), i);
  }
  std::ranges::sort(order);
  order.resize(std::min(order.size(), kMostLines));
  std::ranges::sort(order, {}, &std::pair<double, std::size_t>::second);
  std::vector<const SessionResult*> sessions;
  for (const auto& [value, i] : order) sessions.push_back(&report.sessions[i]);
  return sessions;
}

Chart curve_chart(std::string title, std::string description, double low,
                  const std::vector<const SessionResult*>& sessions,
                  const Curve* (*curve_of)(const SessionResult&)) {
  LineChart chart;
  chart.x = {.title = "Turn", .unit = "", .low = {}, .high = {}, .whole = true};
  chart.y = {.title = title, .unit = "", .low = low, .high = 1, .whole = false};
  for (const SessionResult* session : sessions) {
    LineSeries series{title_of(*session), {}};
    for (std::size_t i = 0; i < session->turns.size(); ++i) {
      series.points.push_back(
          {static_cast<double>(session->turns[i].turn), at(curve_of(*session), i), {}});
    }
    chart.series.push_back(std::move(series));
  }
  return {title + " by turn", std::move(description), std::move(chart)};
}

// As bands along the lines of `sessions`.
void add_ranges(const std::vector<const SessionResult*>& sessions, Chart& chart) {
  std::vector<LineSeries>& lines = std::get<LineChart>(chart.body).series;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t i = 0; i < lines[line].points.size(); ++i) {
      if (const auto range = range_at(*sessions[line], i)) {
        lines[line].points[i].interval = Interval{range->low, range->high};
      }
    }
  }
  chart.description += " Bands: the value when one action is left out.";
}

}  // namespace

std::string session_text(const SessionReport& report) {
  TextTable table({{"case"},
                   {"variant"},
                   {"turns", Align::right},
                   {"not ok", Align::right},
                   {"alignment"},
                   {"by turn"},
                   {"recall"},
                   {"by turn"},
                   {"drift slope a turn"},
                   {"conflicts"},
                   {"never mentioned"}});
  for (const SessionResult& session : report.sessions) {
    table.add({printable(session.case_id, 24), std::string(name_of(session.variant)),
               fmt::format("{}", session.turns.size()), fmt::format("{}", session.not_ok),
               alignment_of(session), line_of(alignment_curve(session)), recall_of(session),
               line_of(recall_curve(session)), slope_of(session), conflicts_of(session),
               printable(missed_by(session), 40)});
  }
  const std::string below = notes(report);
  return heading(report) + "\n\n" + table.text() + (below.empty() ? "" : "\n") + below;
}

std::string session_json(const SessionReport& report) {
  return json_line(to_json(report)) + '\n';
}

std::string session_jsonl(const SessionReport& report) {
  std::string out;
  for (const SessionResult& session : report.sessions) out += json_line(to_json(session)) + '\n';
  return out;
}

std::string session_csv(const SessionReport& report, bool raw) {
  std::string out =
      "case_id,variant,turn,scored,actions,alignment_curve_actions,alignment_low,alignment_high,"
      "entity_recall,entity_f1,missing_entities,nli_label\n";
  for (const SessionResult& session : report.sessions) {
    for (std::size_t i = 0; i < session.turns.size(); ++i) {
      const SessionTurn& turn = session.turns[i];
      const auto range = range_at(session, i);
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_text(session.case_id, raw),
                         name_of(session.variant), turn.turn, turn.scored ? "true" : "false",
                         turn.actions.size(), csv_number(at(alignment_curve(session), i)),
                         csv_number(range ? std::optional(range->low) : std::nullopt),
                         csv_number(range ? std::optional(range->high) : std::nullopt),
                         csv_number(at(recall_curve(session), i)),
                         csv_number(at(f1_curve(session), i)),
                         csv_text(fmt::format("{}", fmt::join(turn.missing_entities, "; ")), raw),
                         label_at(session, turn.turn));
    }
  }
  return out;
}

std::string session_markdown(const SessionReport& report) {
  std::string out = fmt::format(
      "## {}\n\n| case | variant | turns | alignment | one action left out | recall | drift slope "
      "a "
      "turn | conflicts | never mentioned |\n|---|---|--:|---|---|---|---|---|---|\n",
      markdown_text(heading(report)));
  for (const SessionResult& session : report.sessions) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                       markdown_text(session.case_id), name_of(session.variant),
                       session.turns.size(), markdown_text(alignment_of(session)),
                       range_of(session), recall_of(session), markdown_text(slope_of(session)),
                       conflicts_of(session), markdown_text(missed_by(session)));
  }
  const std::string below = notes(report);
  if (!below.empty()) out += "\n" + markdown_text(below) + "\n";
  out += conflict_section_markdown(report);
  for (const std::string& warning : report.warnings) {
    out += fmt::format("\n> {}\n", markdown_text(warning));
  }
  return out;
}

ChartSheet session_sheet(const SessionReport& report) {
  ChartSheet sheet{heading(report), {}, {}};
  if (const auto shown = lowest(report, alignment_curve); !shown.empty()) {
    Chart chart = curve_chart("Alignment with the plan",
                              "Cosine of the actions up to each turn with the plan; a gap where "
                              "there is no action yet.",
                              0, shown, alignment_curve);
    if (shown.size() <= kMostBands) add_ranges(shown, chart);
    std::get<LineChart>(chart.body).references = {{0.8, "strong above"}, {0.6, "poor below"}};
    sheet.charts.push_back(std::move(chart));
  }
  if (const auto shown = lowest(report, recall_curve); !shown.empty()) {
    sheet.charts.push_back(curve_chart("Entity recall",
                                       "Share of the case's critical entities that each response "
                                       "mentions.",
                                       0, shown, recall_curve));
  }
  return sheet;
}

std::string session_html(const SessionReport& report, ChartTheme theme) {
  const std::string title = heading(report);
  std::string body = fmt::format("<header><h1 class=\"title\">{}</h1></header>\n", markup(title));
  body += html_notes(report.warnings);
  body += html_charts(session_sheet(report).charts);
  body += "<section><h2>Sessions</h2>\n" +
          html_table_start("Alignment with the plan, and recall from the first turn to the last",
                           {{"Session"},
                            {"Turns", true},
                            {"Alignment"},
                            {"One action left out", true},
                            {"Recall"},
                            {"Drift slope a turn"},
                            {"Conflicts"},
                            {"Never mentioned"}});
  for (const SessionResult& session : report.sessions) {
    body += fmt::format(
        "<tr><th scope=\"row\"><bdi>{}</bdi></th><td "
        "class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td><td "
        "class=\"t\">{}</td></tr>\n",
        markup(title_of(session)), session.turns.size(), alignment_of(session), range_of(session),
        recall_of(session), slope_of(session), conflicts_of(session), markup(missed_by(session)));
  }
  body += kHtmlTableEnd;
  if (const std::string below = notes(report); !below.empty()) {
    body += fmt::format("<p>{}</p>\n", markup(below));
  }
  body += "</section>\n" + conflict_section_html(report) +
          "<section><h2>Provenance</h2>\n<dl class=\"meta\">" +
          html_item("term list SHA-256", report.list_sha256) +
          (report.nli ? html_nli_items(*report.nli) : "") + html_settings(report.provenance) +
          "</dl></section>\n";
  return html_page("Plumb: " + title, body, theme);
}

std::string plans_text(const PlanReport& report) {
  std::vector<TextTable::Column> columns = {{"case"},
                                            {"goals", Align::right},
                                            {"interventions", Align::right},
                                            {"risk", Align::right},
                                            {"follow-up", Align::right}};
  if (report.nli) columns.push_back({"rejected", Align::right});
  columns.push_back({"plan"});
  TextTable table(std::move(columns));
  for (const RulePlan& plan : report.plans) {
    const auto count = [&plan](PlanComponent component) {
      return fmt::format("{}", std::ranges::count(plan.items, component, &PlanItem::component));
    };
    std::vector<std::string> cells = {printable(plan.case_id, 24), count(PlanComponent::goal),
                                      count(PlanComponent::intervention),
                                      count(PlanComponent::risk), count(PlanComponent::follow_up)};
    if (report.nli) cells.push_back(fmt::format("{}", plan.rejected.size()));
    cells.push_back(!plan.plan.empty()      ? printable(plan.plan, 80)
                    : plan.rejected.empty() ? "none: no rule found a cue"
                                            : "none: no sentence was confirmed");
    table.add(std::move(cells));
  }
  if (!report.nli) return table.text();
  // An entity stands in a plan unverified.
  const bool any = std::ranges::any_of(report.plans, [](const RulePlan& plan) {
    return std::ranges::any_of(plan.items,
                               [](const PlanItem& item) { return !item.checks.empty(); });
  });
  return fmt::format("{}\n{} by {}.\n", table.text(), any ? "Confirmed" : "Nothing was confirmed",
                     description_of(*report.nli));
}

std::string plans_json(const PlanReport& report) {
  return to_json(report).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace plumb
