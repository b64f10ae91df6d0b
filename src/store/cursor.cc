#include "store/cursor.h"

#include "base/bytes.h"

namespace plumb {
namespace {

constexpr std::uint8_t kVersion = 2;
constexpr std::string_view kDigits = "0123456789abcdef";

std::unexpected<Error> no_cursor() {
  return fail(ErrorCode::invalid_input,
              "the cursor is none that Plumb gave; take the one of the page before, or leave it "
              "out for the first page");
}

std::unexpected<Error> of_another_list() {
  return fail(
      ErrorCode::invalid_input,
      "the cursor is of another list, or of this one with another filter or sort; ask as for "
      "the page before, or leave the cursor out for the first page");
}

}  // namespace

std::string to_text(const Cursor& cursor) {
  ByteWriter out;
  out.put(kVersion);
  out.put(cursor.list);
  out.put(static_cast<std::uint8_t>(cursor.key.index()));
  if (const auto* number = std::get_if<std::int64_t>(&cursor.key)) {
    out.put(*number);
  } else {
    out.put_text(std::get<std::string>(cursor.key));
  }
  out.put(cursor.id);
  std::string text;
  for (const char c : out.bytes()) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 0xFU];
  }
  return text;
}

Result<Cursor> parse_cursor(std::string_view text, std::uint64_t list) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto high = kDigits.find(text[i]);
    const auto low = kDigits.find(text[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return no_cursor();
    bytes += static_cast<char>(high << 4U | low);
  }
  ByteReader in(bytes);
  Cursor cursor;
  const auto version = in.take<std::uint8_t>();
  cursor.list = in.take<std::uint64_t>();
  const auto kind = in.take<std::uint8_t>();
  if (version != kVersion || kind > 1) return no_cursor();
  if (kind == 0) {
    cursor.key = in.take<std::int64_t>();
  } else {
    cursor.key = std::string(in.take_text());
  }
  cursor.id = in.take<std::int64_t>();
  if (!in.finished() || text.size() % 2 != 0) return no_cursor();
  if (cursor.list != list) return of_another_list();
  return cursor;
}

}  // namespace plumb
