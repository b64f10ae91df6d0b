// What a classifier says of a text, as a row of JSON, CSV or a table.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "report/row_writer.h"
#include "report/text_row.h"

namespace plumb {

struct ClassificationRow {
  TextRowHead head;
  std::string_view text;
  std::span<const std::string> labels;
  std::span<const double> probabilities;  // of the labels, as the next
  std::span<const float> logits;
  std::size_t best = 0;  // the label with the highest
};

// Replaces `out` by the row in one of json, jsonl, csv, text (the label, the
// probabilities and the start of the text).
void render_row(const ClassificationRow& row, RowFormat format, std::string& out);
// index,id,tokens,truncated,label, then p_<label> for each.
std::string classification_csv_header(std::span<const std::string> labels);

}  // namespace plumb
