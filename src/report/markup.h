// Text that somebody else wrote, made fit for a format: valid UTF-8 without what
// terminals and parsers choke on, and escaped for XML, SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// Safe between tags and within quoted attributes of XML 1.0 and HTML. What XML
// forbids even as a reference (control characters, U+FFFE, U+FFFF) and bytes that
// are not UTF-8 become U+FFFD.
void append_markup(std::string& out, std::string_view text);
std::string markup(std::string_view text);

// Not escaped, the same replacements; tabs and line ends stay.
std::string valid_text(std::string_view text);
// The same in one line: tabs and line ends become spaces.
std::string valid_line(std::string_view text);

// The bytes of the first character: 1 to 4, or 0 where they are not UTF-8 (overlong
// forms, surrogates and what lies past U+10FFFF included). `text` must not be empty.
std::size_t utf8_length(std::string_view text);

}  // namespace plumb
