#include "settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "base/environment.h"
#include "base/file.h"
#include "base/suggest.h"
#include "setting_keys.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::string text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  return {};
}

std::string_view name_of(SettingKind kind) {
  switch (kind) {
    case SettingKind::text:
      return "a string";
    case SettingKind::integer:
      return "an integer";
    case SettingKind::number:
      return "a number";
    case SettingKind::truth:
      return "true or false";
    case SettingKind::texts:
      return "a list of strings";
  }
  std::unreachable();
}

bool is_a(const toml::node& node, SettingKind kind) {
  switch (kind) {
    case SettingKind::text:
      return node.is_string();
    case SettingKind::integer:
      return node.is_integer();
    case SettingKind::number:
      return node.is_number();
    case SettingKind::truth:
      return node.is_boolean();
    case SettingKind::texts: {
      const toml::array* items = node.as_array();
      return items != nullptr &&
             std::ranges::all_of(*items, [](const toml::node& item) { return item.is_string(); });
    }
  }
  std::unreachable();
}

std::vector<std::string> values_of(const toml::node& node) {
  const toml::array* items = node.as_array();
  if (items == nullptr) return {text_of(node)};
  std::vector<std::string> values;
  for (const toml::node& item : *items) values.push_back(text_of(item));
  return values;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> items;
  while (true) {
    const std::size_t comma = text.find(',');
    items.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 1);
  }
}

Result<void> apply_entry(CommandContext& context, const fs::path& path, const std::string& key,
                         const toml::node& node) {
  const std::string where = fmt::format("{}:{}", path.string(), node.source().begin.line);
  std::vector<std::string> names;
  for (const Setting& setting : settings()) {
    names.push_back(setting.description.key);
    if (setting.description.key != key) continue;
    if (!is_a(node, setting.kind)) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}: \"{}\" must be {}", where, key, name_of(setting.kind)));
    }
    const auto values = values_of(node);
    if (!setting.set(context, values)) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}: {} is no value for \"{}\" ({})", where, fmt::join(values, ", "),
                              key, setting.description.description));
    }
    return {};
  }
  return fail(ErrorCode::invalid_input,
              fmt::format("{}: unknown key \"{}\"{}", where, key, did_you_mean(key, names)));
}

// A table's members have its name before theirs; there is one level of tables.
Result<void> apply_table(CommandContext& context, const fs::path& path, const toml::table& table,
                         const std::string& prefix) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    const toml::table* inner = prefix.empty() ? node.as_table() : nullptr;
    if (inner != nullptr && !inner->empty()) {
      PLUMB_CHECK_RESULT(apply_table(context, path, *inner, name + "."));
    } else if (inner == nullptr || name != "experiment") {
      PLUMB_CHECK_RESULT(apply_entry(context, path, name, node));
    }
  }
  return {};
}

Result<void> apply_file(CommandContext& context, const fs::path& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxSettingsBytes));
  return apply_settings_text(context, text, path);
}

Result<void> apply_environment(CommandContext& context) {
  for (const Setting& setting : settings()) {
    const auto& [key, variable, description] = setting.description;
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr || *value == '\0') continue;
    const bool is_list = setting.kind == SettingKind::texts;
    if (!setting.set(context, is_list ? split_at_commas(value) : std::vector<std::string>{value})) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the environment's {}={} is no value for it ({})", variable, value,
                              description));
    }
  }
  return {};
}

std::optional<fs::path> users_file() {
  const char* base = std::getenv("XDG_CONFIG_HOME");
  if (base != nullptr && *base == '/') return fs::path(base) / "plumb" / "plumb.toml";
  const fs::path home = home_folder();
  if (home.empty()) return std::nullopt;
  return home / ".config" / "plumb" / "plumb.toml";
}

std::optional<fs::path> nearest_file() {
  std::error_code error;
  for (fs::path folder = fs::current_path(error); !error; folder = folder.parent_path()) {
    const fs::path candidate = folder / "plumb.toml";
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate;
    if (folder == folder.parent_path()) break;
  }
  return std::nullopt;
}

}  // namespace

Result<void> apply_settings_text(CommandContext& context, std::string_view text,
                                 const fs::path& path) {
  try {
    const toml::table table = toml::parse(text, path.string());
    PLUMB_CHECK_RESULT(apply_table(context, path, table, {}));
  } catch (const toml::parse_error& error) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:{}: not valid TOML: {}", path.string(), error.source().begin.line,
                            error.description()));
  }
  return {};
}

const std::vector<SettingDescription>& setting_descriptions() {
  static const std::vector<SettingDescription> all = [] {
    std::vector<SettingDescription> descriptions;
    for (const Setting& setting : settings()) descriptions.push_back(setting.description);
    return descriptions;
  }();
  return all;
}

std::vector<fs::path> settings_files() {
  std::vector<fs::path> files;
  std::error_code ignored;
  if (const auto path = users_file(); path && fs::is_regular_file(*path, ignored)) {
    files.push_back(*path);
  }
  if (const auto path = nearest_file(); path && (files.empty() || *path != files.front())) {
    files.push_back(*path);
  }
  return files;
}

Result<void> apply_settings(CommandContext& context) {
  for (const fs::path& path : settings_files()) {
    PLUMB_CHECK_RESULT(apply_file(context, path));
  }
  return apply_environment(context);
}

}  // namespace plumb
