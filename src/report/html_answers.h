// Answers of two sides beside each other in a page.
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// The CSS of a table of class "pairs" and what stands in it, beside that of every page.
extern const std::string_view kAnswerStyle;

// Somebody's answer as markup; a very long one is cut, and says so.
std::string html_answer(std::string_view answer);

}  // namespace plumb
