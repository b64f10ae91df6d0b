// Every key of plumb.toml, and where its value goes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "settings.h"

namespace plumb {

// How a value must be written in TOML. The environment has texts for all of them; of a list,
// its items are separated by commas.
enum class SettingKind { text, integer, number, truth, texts };

struct Setting {
  SettingDescription description;
  SettingKind kind;
  // False where a text is no value of this setting. One text, but for a list.
  std::function<bool(CommandContext&, const std::vector<std::string>&)> set;
};

// Keys with a dot are of the table before it: "experiment.backend" is backend in [experiment].
const std::vector<Setting>& settings();

}  // namespace plumb
