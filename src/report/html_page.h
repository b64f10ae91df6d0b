// A self-contained page: no script, no outside host, light and dark, fit to print.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "record/provenance.h"
#include "report/chart.h"

namespace plumb {

// The whole document around `body`, which is markup; `title` is text, `more_style` the CSS of
// what only this page has.
std::string html_page(std::string_view title, std::string_view body, ChartTheme theme,
                      std::string_view more_style = {});

// Charts with their captions: side by side where there is room, a single one across the page.
std::string html_charts(std::span<const Chart> charts);

struct HtmlColumn {
  std::string_view name;
  bool number = false;  // aligned to the right
};

// Everything of a table up to its first row.
std::string html_table_start(std::string_view caption, std::initializer_list<HtmlColumn> columns);
inline constexpr std::string_view kHtmlTableEnd = "</tbody></table></div>\n";

// A cell of numbers; `text` is text.
std::string html_number(std::string_view text);

// One of a <dl class="cards">: a name, which is markup, a value, and a note below it.
std::string html_card(std::string_view name, std::string_view value, std::string_view note);

// A paragraph for each sentence that a reader must not miss.
std::string html_notes(std::span<const std::string> sentences);

// A line of a <dl class="meta">.
std::string html_item(std::string_view name, std::string_view text);
// The model and the settings, as such lines; what was not used is left out.
std::string html_settings(const Provenance& provenance);

}  // namespace plumb
