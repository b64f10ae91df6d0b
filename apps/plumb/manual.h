// The manual pages, made from the commands' CLI11 description: plumb(1), and plumb-COMMAND(1) for
// each command, whose own commands are sections of it. In the man macros that groff and mandoc both
// know.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumb {

struct ManualPage {
  std::string name;  // "plumb-embed": the file is plumb-embed.1
  std::string text;
};

// plumb(1) first. A page's date is `date`, as in 2025-03-01.
std::vector<ManualPage> manual_pages(const CLI::App& app, const std::string& date);

// Today, or the day of SOURCE_DATE_EPOCH where a build is to be repeated to the byte.
std::string manual_date();

}  // namespace plumb
