#include "report/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/json_value.h"

namespace plumb {
namespace {

static_assert(std::endian::native == std::endian::little, ".npy rows are written as they lie");

constexpr std::size_t kLabelCharacters = 36;

// The members that open every JSON row.
void append_json_head(std::string& out, std::uint64_t index, std::string_view id,
                      std::uint64_t tokens, bool truncated) {
  out += "{\"index\":";
  append_json_number(out, index);
  if (!id.empty()) {
    out += ",\"id\":";
    out += id;
  }
  out += ",\"tokens\":";
  append_json_number(out, tokens);
  out += truncated ? ",\"truncated\":true" : ",\"truncated\":false";
}

// RFC 4180: quoted where a comma, quote or line end asks for it.
void append_csv_cell(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_csv_head(std::string& out, std::uint64_t index, std::string_view id,
                     std::uint64_t tokens, bool truncated) {
  append_json_number(out, index);
  out += ',';
  if (id.starts_with('"')) {
    const auto text = nlohmann::json::parse(id, nullptr, false);
    append_csv_cell(out, text.is_string() ? text.get_ref<const std::string&>() : std::string(id));
  } else {
    out += id;
  }
  out += ',';
  append_json_number(out, tokens);
  out += truncated ? ",true" : ",false";
}

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The start of a text in one line: white space and control characters become
// single spaces, and the cut never splits a character.
std::string label_of(std::string_view text) {
  std::string label;
  std::size_t characters = 0;
  for (const char byte : text) {
    const bool space = static_cast<unsigned char>(byte) <= ' ' || byte == '\x7f';
    if (space && (label.empty() || label.back() == ' ')) continue;
    if (!is_continuation(byte) && ++characters > kLabelCharacters) break;
    label += space ? ' ' : byte;
  }
  if (characters > kLabelCharacters) label += "...";
  while (label.ends_with(' ')) label.pop_back();
  return label;
}

}  // namespace

void render_row(const VectorRow& row, RowFormat format, std::string& out) {
  out.clear();
  switch (format) {
    case RowFormat::json:
    case RowFormat::jsonl:
      append_json_head(out, row.index, row.id, row.tokens, row.truncated);
      out += ",\"embedding\":";
      append_json_array(out, row.vector);
      out += '}';
      return;
    case RowFormat::csv:
      append_csv_head(out, row.index, row.id, row.tokens, row.truncated);
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
  std::string header = "index,id,tokens,truncated";
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
      append_json_head(out, row.index, row.id, row.ids.size(), row.truncated);
      out += ",\"ids\":";
      append_json_array(out, row.ids);
      out += '}';
      return;
    case RowFormat::csv:
      append_csv_head(out, row.index, row.id, row.ids.size(), row.truncated);
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
  return "index,id,tokens,truncated,ids";
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
