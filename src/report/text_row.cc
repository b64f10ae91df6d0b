#include "report/text_row.h"

#include <nlohmann/json.hpp>

#include "report/cells.h"
#include "report/json_value.h"

namespace plumb {
namespace {

constexpr std::size_t kLabelCharacters = 36;

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

void append_json_head(std::string& out, const TextRowHead& head) {
  out += "{\"index\":";
  append_json_number(out, head.index);
  if (!head.id.empty()) {
    out += ",\"id\":";
    out += head.id;
  }
  out += ",\"tokens\":";
  append_json_number(out, head.tokens);
  out += head.truncated ? ",\"truncated\":true" : ",\"truncated\":false";
}

void append_csv_head(std::string& out, const TextRowHead& head) {
  append_json_number(out, head.index);
  out += ',';
  if (head.id.starts_with('"')) {
    const auto text = nlohmann::json::parse(head.id, nullptr, false);
    out += csv_text(text.is_string() ? text.get_ref<const std::string&>() : std::string(head.id),
                    head.raw_csv);
  } else {
    out += head.id;
  }
  out += ',';
  append_json_number(out, head.tokens);
  out += head.truncated ? ",true" : ",false";
}

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

}  // namespace plumb
