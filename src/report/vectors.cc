#include "report/vectors.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

#include "report/json_value.h"
#include "report/text_row.h"

namespace plumb {
namespace {

static_assert(std::endian::native == std::endian::little, ".npy rows are written as they lie");

}  // namespace

void render_row(const VectorRow& row, RowFormat format, std::string& out) {
  out.clear();
  switch (format) {
    case RowFormat::json:
    case RowFormat::jsonl:
      append_json_head(out, {row.index, row.id, row.tokens, row.truncated});
      out += ",\"embedding\":";
      append_json_array(out, row.vector);
      out += '}';
      return;
    case RowFormat::csv:
      append_csv_head(out, {row.index, row.id, row.tokens, row.truncated, row.raw_csv});
      for (const float value : row.vector) {
        out += ',';
        append_json_number(out, value);
      }
      return;
    case RowFormat::npy: {
      const auto bytes = std::as_bytes(row.vector);
      out.resize(bytes.size());
      std::memcpy(out.data(), bytes.data(), bytes.size());
      return;
    }
    case RowFormat::text:
      return;
  }
  std::unreachable();
}

std::string vector_csv_header(std::size_t dimension) {
  std::string header(kTextRowCsvHeader);
  for (std::size_t i = 0; i < dimension; ++i) header += fmt::format(",e{}", i);
  return header;
}

void render_row(const TokenRow& row, RowFormat format, std::string& out) {
  out.clear();
  const auto append_ids = [&] {
    for (std::size_t i = 0; i < row.ids.size(); ++i) {
      if (i > 0) out += ' ';
      fmt::format_to(std::back_inserter(out), "{}", row.ids[i]);
    }
  };
  switch (format) {
    case RowFormat::json:
    case RowFormat::jsonl:
      append_json_head(out, {row.index, row.id, row.ids.size(), row.truncated});
      out += ",\"ids\":";
      append_json_array(out, row.ids);
      out += '}';
      return;
    case RowFormat::csv:
      append_csv_head(out, {row.index, row.id, row.ids.size(), row.truncated, row.raw_csv});
      out += ',';
      append_ids();
      return;
    case RowFormat::text:
      append_ids();
      return;
    case RowFormat::npy:
      return;
  }
  std::unreachable();
}

std::string token_csv_header() {
  return std::string(kTextRowCsvHeader) + ",ids";
}

std::string similarity_table(std::span<const std::string> texts,
                             const std::function<double(std::size_t, std::size_t)>& cosine_of) {
  std::string table(4, ' ');
  for (std::size_t j = 0; j < texts.size(); ++j) table += fmt::format("{:>7}", j + 1);
  table += '\n';
  for (std::size_t i = 0; i < texts.size(); ++i) {
    table += fmt::format("{:>4}", i + 1);
    for (std::size_t j = 0; j < texts.size(); ++j)
      table += fmt::format("{:>7.3f}", cosine_of(i, j));
    table += fmt::format("  {}\n", label_of(texts[i]));
  }
  return table;
}

}  // namespace plumb
