#include "report/classifications.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "report/cells.h"
#include "report/json_value.h"
#include "report/stereotype_text.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

std::string json_row(const ClassificationRow& row) {
  std::string out;
  append_json_head(out, row.head);
  out += ",\"label\":";
  append_json_string(out, row.labels[row.best]);
  out += ",\"probabilities\":{";
  for (std::size_t i = 0; i < row.labels.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, row.labels[i]);
    out += ':';
    append_json_number(out, row.probabilities[i]);
  }
  out += "},\"logits\":";
  append_json_array(out, row.logits);
  return out + '}';
}

std::string jsonl_row(const ClassificationRow& row) {
  std::string out = json_row(row);
  out.pop_back();
  out += ",\"classifier\":";
  append_json_string(out, row.origin.classifier);
  out += ",\"classifier_sha256\":";
  append_json_string(out, row.origin.weights_sha256);
  out += ",\"classifier_note\":";
  out += row.origin.note.empty() ? "null" : json_string(row.origin.note);
  return out + '}';
}

std::string csv_row(const ClassificationRow& row) {
  std::string out;
  append_csv_head(out, row.head);
  const bool raw = row.head.raw_csv;
  out += ',' + csv_text(row.labels[row.best], raw);
  for (const double probability : row.probabilities) {
    out += ',';
    append_json_number(out, probability);
  }
  for (const std::string& cell :
       {row.origin.classifier, row.origin.weights_sha256, row.origin.note}) {
    out += ',' + csv_text(cell, raw);
  }
  return out;
}

constexpr std::size_t kLabelColumns = 24;
constexpr std::size_t kTextColumns = 48;

// stereotype  neutral 0.068  stereotype 0.932  The start of the text...
std::string table_row(const ClassificationRow& row) {
  std::vector<std::string> labels;
  std::size_t widest = 0;
  for (const std::string& label : row.labels) {
    labels.push_back(printable(label, kLabelColumns));
    widest = std::max(widest, columns_of(labels.back()));
  }
  std::string out = left_aligned(labels[row.best], widest);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    out += fmt::format("  {} {:.3f}", labels[i], row.probabilities[i]);
  }
  return out + "  " + printable(row.text, kTextColumns) +
         (row.head.truncated ? " [truncated]" : "");
}

}  // namespace

void render_row(const ClassificationRow& row, RowFormat format, std::string& out) {
  switch (format) {
    case RowFormat::json:
      out = json_row(row);
      return;
    case RowFormat::jsonl:
      out = jsonl_row(row);
      return;
    case RowFormat::csv:
      out = csv_row(row);
      return;
    case RowFormat::text:
      out = table_row(row);
      return;
    case RowFormat::npy:
      out.clear();
      return;
  }
  std::unreachable();
}

std::string classification_csv_header(std::span<const std::string> labels) {
  std::string header = std::string(kTextRowCsvHeader) + ",label";
  for (const std::string& label : labels) {
    header += ',' + csv_text("p_" + label);
  }
  return header + ",classifier,classifier_sha256,classifier_note";
}

std::string classification_text_head(const ClassificationOrigin& origin) {
  StereotypeClassifier classifier;
  classifier.model = printable(origin.classifier, origin.classifier.size() + 1);
  classifier.note = origin.note;
  return classifier_words(classifier);
}

}  // namespace plumb
