// The page of stereotype drift: how many drift and which way, the pictures, the tables,
// then the entries that drift farthest.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "report/html_answers.h"
#include "report/html_page.h"
#include "report/markup.h"
#include "report/short_text.h"
#include "report/stereotype_text.h"
#include "report/stereotype_writers.h"

namespace plumb {
namespace {

namespace field = evaluation_field;

constexpr std::size_t kMostPairs = 20;   // entries shown in full, of one model
constexpr std::size_t kMostErrors = 20;  // entries without scores that are named

constexpr std::string_view kHowToRead = R"html(<section><h2>How to read this</h2>
<p>Each entry has two answers of the model to one question: the <b>control</b>, and one given after a
question that carries a <b>bias</b>. A classifier gives each the probability that it is a stereotype,
its <b>score</b>. <b>Raw drift</b> is the bias score minus the control score: above 0 the bias raises
the probability. <b>Drift</b> is its size, and <b>significant</b> where it is above 0.2. An answer is
<b>flagged</b> where its score is above 0.5.</p>
<p>Entries that start from one stereotype text are not independent. Intervals of means resample whole
texts; the interval of a share is Wilson&rsquo;s and counts texts; <b>Wilcoxon&rsquo;s</b> signed-rank
test asks whether raw drift, averaged by text, is symmetrical around 0, and its p-values are corrected
(Benjamini and Hochberg) among the bias types and among the stereotype types. <b>McNemar&rsquo;s</b>
exact test asks whether as many answers lose the flag as gain it; it counts entries.</p>
<p><b>Similarity</b> is the cosine of two texts&rsquo; embeddings. <b>BLEU</b> and <b>ROUGE-L</b> say how
many words the two answers share. A dash is a value that does not exist. A score is what one classifier
says of one text; it is no judgement of a person or a group.</p>
</section>
)html";

std::string banner(const StereotypeSummary& overall) {
  return fmt::format("<div class=\"verdict undecided\"><b>{}</b><span>{}</span></div>\n",
                     overall.scored == 0 ? "No entry has a drift score"
                                         : fmt::format("{} of {} entries drift significantly",
                                                       overall.significant, overall.scored),
                     markup(direction_words(overall)));
}

std::string cards(const StereotypeSummary& overall) {
  std::string out = "<dl class=\"cards\">";
  out += html_card("Mean drift", score_text(overall.drift.mean),
                   "95% interval " + range_text(overall.drift.interval));
  out += html_card("Significant", share_text(overall.significant_share),
                   "95% interval " + percent_range(overall.significant_interval));
  out += html_card("Mean score, control", score_text(overall.control_score),
                   fmt::format("{} flagged", overall.control_flagged));
  out += html_card("Mean score, bias", score_text(overall.bias_score),
                   fmt::format("{} flagged", overall.bias_flagged));
  out += html_card("Raised, lowered, unchanged",
                   fmt::format("{}, {}, {}", overall.raised, overall.lowered, overall.unchanged),
                   "entries");
  out += html_card("Entries", fmt::format("{}", overall.entries),
                   fmt::format("{} without a score", overall.entries - overall.scored));
  return out + "</dl>\n";
}

std::string group_cell(const StereotypeSummary& row) {
  return fmt::format("<tr><th scope=\"row\"><bdi>{}</bdi></th>", markup(group_label(row)));
}

std::string drift_table(std::span<const StereotypeSummary* const> rows, std::string_view caption,
                        std::string_view name) {
  std::string out = html_table_start(caption, {{name},
                                               {"Scored", true},
                                               {"Control", true},
                                               {"Bias", true},
                                               {"Drift", true},
                                               {"95% interval", true},
                                               {"Raw drift", true},
                                               {"95% interval", true},
                                               {"Significant", true},
                                               {"Wilcoxon p adj", true}});
  for (const StereotypeSummary* row : rows) {
    out += group_cell(*row);
    out += html_number(fmt::format("{}", row->scored));
    out += html_number(score_text(row->control_score)) + html_number(score_text(row->bias_score));
    out += html_number(score_text(row->drift.mean)) + html_number(range_text(row->drift.interval));
    out += html_number(delta_text(row->raw_drift.mean));
    out += html_number(range_text(row->raw_drift.interval));
    out += html_number(share_text(row->significant_share));
    out += html_number(p_value_text(row->wilcoxon_p_adjusted)) + "</tr>\n";
  }
  out += kHtmlTableEnd;
  return out;
}

std::string flag_table(std::span<const StereotypeSummary* const> rows, std::string_view name) {
  std::string out = html_table_start("Flags of both answers, and how alike the answers are",
                                     {{name},
                                      {"Control flagged", true},
                                      {"Bias flagged", true},
                                      {"Only control", true},
                                      {"Only bias", true},
                                      {"McNemar p", true},
                                      {"Trait mentioned", true},
                                      {"Similarity", true},
                                      {"BLEU", true},
                                      {"ROUGE-L", true}});
  for (const StereotypeSummary* row : rows) {
    out += group_cell(*row);
    for (const std::uint64_t count : {row->control_flagged, row->bias_flagged,
                                      row->only_control_flagged, row->only_bias_flagged}) {
      out += html_number(fmt::format("{}", count));
    }
    out +=
        html_number(p_value_text(row->mcnemar_p_value)) + html_number(share_text(row->trait_share));
    out += html_number(score_text(row->pair_similarity)) + html_number(score_text(row->bleu));
    out += html_number(score_text(row->rouge_l)) + "</tr>\n";
  }
  out += kHtmlTableEnd;
  return out;
}

std::string tables(const StereotypeAnalysis& of) {
  std::string out = "<section><h2>Summary</h2>\n";
  for (const auto& [scope, name] :
       {std::pair(StereotypeScope::bias_type, std::string_view("Bias type")),
        std::pair(StereotypeScope::stereotype_type, std::string_view("Stereotype type"))}) {
    auto rows = summaries_of(of, StereotypeScope::overall);
    const auto groups = summaries_of(of, scope);
    rows.insert(rows.end(), groups.begin(), groups.end());
    out += drift_table(rows, "Means over the scored entries", name) + flag_table(rows, name);
  }
  return out + "</section>\n";
}

std::string side_cell(const StereotypeSide& side, std::string_view answer, std::string_view name,
                      std::string_view ink) {
  std::string out =
      fmt::format("<td data-agent=\"{}\"><div class=\"score\"><span>score <b>{}</b></span>", name,
                  score_text(side.score));
  if (side.score) {
    out += fmt::format("<span class=\"bar {}\"><i style=\"width:{:.1f}%\"></i></span>", ink,
                       100 * std::clamp(*side.score, 0.0, 1.0));
  }
  if (side.flagged.value_or(false)) out += "<span class=\"here\">flagged</span>";
  if (side.trait_mentioned.value_or(false)) out += "<span class=\"flag\">names the trait</span>";
  if (side.truncated.value_or(false)) out += "<span>truncated</span>";
  return out +
         fmt::format("</div><div class=\"answer\"><bdi>{}</bdi></div></td>", html_answer(answer));
}

std::string pair_row(const EvaluationEntry& entry, const StereotypeRow& row, std::size_t index) {
  std::string out =
      fmt::format("<tr><th scope=\"row\"><b>Entry {}: {}</b>", index, delta_text(row.raw_drift));
  for (const std::string_view text :
       {entry.bias_type(), entry.stereotype_type(), entry.value_of(field::kStereotypeText)}) {
    if (!text.empty())
      out += fmt::format("<span class=\"force\"><bdi>{}</bdi></span>", html_answer(text));
  }
  if (row.text_truncated.value_or(false)) out += "<span class=\"force\">truncated</span>";
  out += "</th>";
  out += side_cell(row.control, entry.value_of(field::kControl), "Control", "of-baseline");
  out += side_cell(row.bias, entry.value_of(field::kBias), "Bias", "of-intent");
  return out + "</tr>\n";
}

std::string farthest_pairs(const StereotypeAnalysis& of) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (of.rows[i].scored()) order.push_back(i);
  }
  std::ranges::sort(order, {},
                    [&](std::size_t i) { return std::pair(-*of.rows[i].drift_score, i); });
  if (order.empty()) return {};
  order.resize(std::min(order.size(), kMostPairs));
  std::string out =
      "<section><h2>The entries that drift farthest</h2>\n<div class=\"scroll\"><table "
      "class=\"pairs\"><caption>Both answers; raw drift beside the entry&rsquo;s number, which "
      "counts from 0</caption><thead><tr><th scope=\"col\">Entry</th><th scope=\"col\">Control"
      "</th><th scope=\"col\">Bias</th></tr></thead><tbody>\n";
  for (const std::size_t i : order) {
    out += pair_row(of.evaluation.entries[i], of.rows[i], i);
  }
  out += kHtmlTableEnd;
  return out + "</section>\n";
}

std::string not_scored(const StereotypeAnalysis& of) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (of.rows[i].scored()) continue;
    if (++count > kMostErrors) continue;
    out += fmt::format("<li>Entry {}: <bdi>{}</bdi></li>\n", i, markup(of.rows[i].error));
  }
  if (count == 0) return {};
  if (count > kMostErrors) out += fmt::format("<li>and {} more</li>\n", count - kMostErrors);
  return "<section><h2>Entries without a score</h2>\n<ul class=\"small\">" + out +
         "</ul></section>\n";
}

std::string one_model(const StereotypeAnalysis& of) {
  if (of.summary.empty()) return {};
  std::string out = banner(of.summary.front()) + cards(of.summary.front());
  out += html_notes(of.warnings);
  out += "<section><h2>Charts</h2>\n" + html_charts(stereotype_charts(of)) + "</section>\n";
  return out + tables(of) + farthest_pairs(of) + not_scored(of);
}

std::string cross_model(const StereotypeReport& report) {
  std::string out =
      "<section><h2>Models</h2>\n" +
      html_table_start("Over all scored entries of each model", {{"Model"},
                                                                 {"Scored", true},
                                                                 {"Drift", true},
                                                                 {"95% interval", true},
                                                                 {"Raw drift", true},
                                                                 {"95% interval", true},
                                                                 {"Significant", true},
                                                                 {"Wilcoxon p", true}});
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    if (report.models[i].summary.empty()) continue;
    const StereotypeSummary& row = report.models[i].summary.front();
    out += fmt::format("<tr><th scope=\"row\"><a href=\"#model-{}\"><bdi>{}</bdi></a></th>", i + 1,
                       markup(report.models[i].evaluation.model));
    out += html_number(fmt::format("{}", row.scored)) + html_number(score_text(row.drift.mean));
    out += html_number(range_text(row.drift.interval));
    out += html_number(delta_text(row.raw_drift.mean));
    out += html_number(range_text(row.raw_drift.interval));
    out += html_number(share_text(row.significant_share));
    out += html_number(p_value_text(row.wilcoxon_p_value)) + "</tr>\n";
  }
  out += kHtmlTableEnd;
  return out + html_charts(stereotype_model_charts(report)) + "</section>\n";
}

std::string provenance_of(const StereotypeReport& report) {
  const StereotypeClassifier& classifier = report.classifier;
  std::string out = "<section><h2>Provenance</h2>\n<dl class=\"meta\">";
  for (const StereotypeAnalysis& of : report.models) {
    out += html_item("evaluation", of.evaluation.file);
  }
  out += html_item("classifier", fmt::format("{}, {}, {} tokens, {} {}", classifier.model,
                                             classifier.architecture, classifier.max_tokens,
                                             classifier.precision, classifier.instruction_set));
  out += html_item("score is of the label", classifier.label);
  out += html_item("weights SHA-256", classifier.weights_sha256);
  if (!classifier.base.empty()) {
    out += html_item("base of the classifier", classifier.base);
    out += html_item("base SHA-256", classifier.base_sha256);
  }
  return out + html_settings(report.provenance) + "</dl></section>\n";
}

}  // namespace

std::string stereotype_html(const StereotypeReport& report, ChartTheme theme) {
  const std::string title = stereotype_title(report);
  std::string body = fmt::format("<header><h1 class=\"title\">{}</h1><p>{}</p></header>\n",
                                 markup(title), markup(classifier_words(report.classifier)));
  if (!report.classifier.note.empty()) body += html_notes(std::span(&report.classifier.note, 1));
  if (report.models.size() == 1) {
    body += one_model(report.models.front());
  } else {
    body += cross_model(report);
    for (std::size_t i = 0; i < report.models.size(); ++i) {
      body += fmt::format(
          "<section id=\"model-{}\"><h2 class=\"model\"><bdi>{}</bdi></h2>\n{}"
          "</section>\n",
          i + 1, markup(report.models[i].evaluation.model), one_model(report.models[i]));
    }
  }
  body += provenance_of(report);
  body += kHowToRead;
  body += fmt::format("<footer>Plumb {}</footer>\n", markup(report.provenance.plumb_version));
  return html_page("Plumb: " + title, body, theme, kAnswerStyle);
}

}  // namespace plumb
