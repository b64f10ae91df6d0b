// Foreign bytes as an evaluation file, then measured and written as JSON.
#include <cstdint>
#include <string>
#include <string_view>

#include "execution_round_trip.h"
#include "ingest/evaluation_reader.h"
#include "measure/stereotype_drift.h"
#include "measure/stereotype_summary.h"
#include "record/document_json.h"
#include "record/stereotype_report_json.h"

namespace {

std::vector<plumb::TextScore> score(std::span<const std::string_view> texts) {
  std::vector<plumb::TextScore> scores;
  for (const std::string_view text : texts) {
    scores.push_back({static_cast<double>(text.size() % 11) / 10, false});
  }
  return scores;
}

plumb::Embeddings embed(std::span<const std::string_view> texts) {
  plumb::Embeddings out;
  out.dimension = 1;
  out.values.assign(texts.size(), 1.0F);
  out.tokens.assign(texts.size(), 1);
  out.truncated.assign(texts.size(), false);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto entries = plumb::parse_evaluation(bytes, "fuzz");
  if (!entries) {
    plumb::require(entries.error().message.starts_with("fuzz:"));
    return 0;
  }
  nlohmann::ordered_json written = nlohmann::ordered_json::array();
  for (const plumb::EvaluationEntry& entry : *entries) written.push_back(to_json(entry));
  const auto again = plumb::parse_evaluation(plumb::json_line(written), "again");
  plumb::require(again.has_value() && again->size() == entries->size());
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const auto& before = (*entries)[i].fields;
    const auto& after = (*again)[i].fields;
    plumb::require(before.size() == after.size());
    for (std::size_t j = 0; j < before.size(); ++j) {
      plumb::require(before[j].name == after[j].name && before[j].kind == after[j].kind);
      plumb::require(before[j].kind == plumb::FieldKind::json || before[j] == after[j]);
    }
  }
  plumb::StereotypeAnalysis analysis;
  analysis.rows = plumb::measure_stereotype_rows(*entries, score, embed).value();
  analysis.evaluation.entries = *std::move(entries);
  for (const plumb::StereotypeRow& row : analysis.rows) {
    plumb::require(row.scored() || !row.error.empty());
    plumb::require(row.bleu.value_or(0) >= 0 && row.bleu.value_or(0) <= 1 + 1e-12);
    plumb::require(row.rouge_l.value_or(0) >= 0 && row.rouge_l.value_or(0) <= 1);
  }
  plumb::require(plumb::summarize_stereotypes(analysis, {.draws = 9}).has_value());
  return 0;
}
