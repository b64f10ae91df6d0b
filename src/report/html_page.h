// A self-contained page: no script, no outside host, light and dark, fit to print.
#pragma once

#include <string>
#include <string_view>

#include "report/chart.h"

namespace plumb {

// The whole document around `body`, which is markup; `title` is text.
std::string html_page(std::string_view title, std::string_view body, ChartTheme theme);

// A chart with its caption.
std::string html_figure(const Chart& chart);

}  // namespace plumb
