// Text for a terminal: foreign words made harmless, columns that line up, colour
// only where it is allowed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumb {

struct TerminalStyle {
  bool color = false;
  std::size_t width = 80;  // columns of the terminal
};

enum class Emphasis { plain, bold, dim, red, yellow, green };
std::string painted(std::string_view text, Emphasis emphasis, const TerminalStyle& style);

// One line of at most `columns` columns of somebody else's text. Control
// characters, which could command the terminal, and marks that turn the
// direction of writing become spaces; runs of white space become one; what is
// too long ends in "...". Invalid UTF-8 becomes U+FFFD.
std::string printable(std::string_view utf8, std::size_t columns);

// Columns that text takes: East Asian wide characters take two, combining ones none.
std::size_t columns_of(std::string_view utf8);

// Padded with spaces to `columns`; longer text stays as it is.
std::string left_aligned(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

// Words folded at the style's width, every line behind `indent` spaces; the first
// line starts with `lead` in their place where it is not empty.
std::string folded(std::string_view words, std::size_t indent, const TerminalStyle& style,
                   std::string_view lead = {});

}  // namespace plumb
