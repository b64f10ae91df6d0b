// What a classifier says of a text, as a row of JSON, CSV or a table.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "report/row_writer.h"
#include "report/text_row.h"

namespace plumb {

// Who gave the probabilities.
struct ClassificationOrigin {
  std::string classifier;
  std::string weights_sha256;
  // A sentence for every place that shows a score; empty unless it stands in for HEARTS.
  std::string note;
};

struct ClassificationRow {
  TextRowHead head;
  std::string_view text;
  std::span<const std::string> labels;
  std::span<const double> probabilities;  // of the labels, as the next
  std::span<const float> logits;
  std::size_t best = 0;  // the label with the highest
  const ClassificationOrigin& origin;
};

// Replaces `out` by the row in one of json, jsonl, csv, text (the label, the
// probabilities and the start of the text). Rows of jsonl and csv, which may be torn from
// their file, name the classifier; the document of json and a text do so once.
void render_row(const ClassificationRow& row, RowFormat format, std::string& out);
// index,id,tokens,truncated,label, then p_<label> for each, then the origin.
std::string classification_csv_header(std::span<const std::string> labels);
// The line before the rows of a text.
std::string classification_text_head(const ClassificationOrigin& origin);

}  // namespace plumb
