// Settings that outlive one command line: plumb.toml and the environment.
//
// A flag beats the environment (PLUMB_<KEY>), which beats the nearest plumb.toml
// at or above the working folder, which beats the user's own
// ($XDG_CONFIG_HOME/plumb/plumb.toml, else ~/.config/plumb/plumb.toml).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "command.h"

namespace plumb {

struct SettingDescription {
  std::string key;          // in plumb.toml
  std::string environment;  // the variable
  std::string description;
};
const std::vector<SettingDescription>& setting_descriptions();

// Fails with invalid_input and `file:line:` on an unknown key, a value of the
// wrong type, or text that is not TOML.
Result<void> apply_settings(CommandContext& context);

// The settings of one plumb.toml; errors name `path` and the line.
Result<void> apply_settings_text(CommandContext& context, std::string_view text,
                                 const std::filesystem::path& path);

// The files that are read, weakest first, and how large one may be.
inline constexpr std::size_t kMaxSettingsBytes = 1024 * 1024;
std::vector<std::filesystem::path> settings_files();

}  // namespace plumb
