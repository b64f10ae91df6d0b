// A text's vector as a row of JSON, CSV or NumPy, and a table of cosines.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/row_writer.h"

namespace plumb {

struct VectorRow {
  std::uint64_t index = 0;
  std::string_view id;  // JSON; empty where there is none
  std::uint32_t tokens = 0;
  bool truncated = false;
  std::span<const float> vector;
  bool raw_csv = false;  // the id is left alone where a spreadsheet would run it
};

// Replaces `out` by the row in one of json, jsonl, csv, npy. Little-endian
// machines only, as everything of Plumb.
void render_row(const VectorRow& row, RowFormat format, std::string& out);
std::string vector_csv_header(std::size_t dimension);  // index,id,tokens,truncated,e0,e1,...

struct TokenRow {
  std::uint64_t index = 0;
  std::string_view id;  // JSON; empty where there is none
  bool truncated = false;
  std::span<const std::int32_t> ids;
  bool raw_csv = false;  // as of a VectorRow
};

// In one of json, jsonl, csv, text (the ids alone, separated by spaces).
void render_row(const TokenRow& row, RowFormat format, std::string& out);
std::string token_csv_header();  // index,id,tokens,truncated,ids

// A square table of cosines, the start of each text behind its row;
// `cosine_of(i, j)` is asked once a cell.
std::string similarity_table(std::span<const std::string> texts,
                             const std::function<double(std::size_t, std::size_t)>& cosine_of);

}  // namespace plumb
