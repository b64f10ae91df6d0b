#include "store/checked_text.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <string_view>

namespace plumb {
namespace {

// The beginning in printable ASCII, so that the sentence itself is sound.
std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string out;
  for (const char c : text.substr(0, kMost)) out += c >= ' ' && c < 0x7F ? c : '?';
  return text.size() > kMost ? out + "..." : out;
}

}  // namespace

Result<void> check_text(const SqlValue& value) {
  if (value.type() != SqlValue::Type::text || value.is_null()) return {};
  const std::string_view text = value.text();
  if (text.find('\0') != std::string_view::npos) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the text \"{}\" holds the character U+0000, which the store does "
                            "not keep; leave it out",
                            shown(text)));
  }
  if (!text.empty() && !simdjson::validate_utf8(text.data(), text.size())) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the text \"{}\" is not valid UTF-8; send it as UTF-8", shown(text)));
  }
  return {};
}

}  // namespace plumb
