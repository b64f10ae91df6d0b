#include "settings.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <system_error>
#include <type_traits>

#include "base/file.h"
#include "base/suggest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFileBytes = 1024 * 1024;

// A key, and where its value goes. Both doors hand in text; `type` says how a
// TOML value must be written.
struct Setting {
  SettingDescription description;
  toml::node_type type;
  // False where the text is no value of this setting.
  std::function<bool(CommandContext&, std::string_view)> set;
};

template <class Integer>
bool parse_integer(std::string_view text, Integer low, Integer high, Integer& out) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if (value < low || value > high) return false;
  out = value;
  return true;
}

bool parse_boolean(std::string_view text, bool& out) {
  if (text != "true" && text != "false" && text != "1" && text != "0") return false;
  out = text == "true" || text == "1";
  return true;
}

bool take_text(std::string_view text, std::string& out) {
  if (text.empty()) return false;
  out = text;
  return true;
}

const std::vector<Setting>& settings() {
  using C = CommandContext;
  using T = std::string_view;
  static const std::vector<Setting> all = {
      {{"model", "PLUMB_MODEL", "the model's name, or its folder"},
       toml::node_type::string,
       [](C& c, T text) { return take_text(text, c.model); }},
      {{"precision", "PLUMB_PRECISION", "f32 or int8"},
       toml::node_type::string,
       [](C& c, T text) {
         return (text == "f32" || text == "int8") && take_text(text, c.precision);
       }},
      {{"instruction_set", "PLUMB_INSTRUCTION_SET", "the CPU instructions to use"},
       toml::node_type::string,
       [](C& c, T text) { return take_text(text, c.instruction_set); }},
      {{"threads", "PLUMB_THREADS", "how many threads compute; 0 for every CPU"},
       toml::node_type::integer,
       [](C& c, T text) { return parse_integer(text, 0, 1024, c.threads); }},
      {{"seed", "PLUMB_SEED", "of everything random"},
       toml::node_type::integer,
       [](C& c, T text) { return parse_integer<std::uint64_t>(text, 0, UINT64_MAX, c.seed); }},
      {{"max_line_bytes", "PLUMB_MAX_LINE_BYTES", "the longest line that is read"},
       toml::node_type::integer,
       [](C& c, T text) {
         return parse_integer<std::size_t>(text, 1, std::size_t{1} << 30, c.max_line_bytes);
       }},
      {{"quiet", "PLUMB_QUIET", "true: no notes and no progress bar"},
       toml::node_type::boolean,
       [](C& c, T text) { return parse_boolean(text, c.quiet); }},
      {{"no_color", "PLUMB_NO_COLOR", "true: plain text on terminals too"},
       toml::node_type::boolean,
       [](C& c, T text) { return parse_boolean(text, c.no_color); }},
  };
  return all;
}

std::string text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  return {};
}

std::string type_name(toml::node_type type) {
  switch (type) {
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "another type";
  }
}

Result<void> apply_entry(CommandContext& context, const fs::path& path, std::string_view key,
                         const toml::node& node) {
  const std::string where = fmt::format("{}:{}", path.string(), node.source().begin.line);
  std::vector<std::string> names;
  for (const Setting& setting : settings()) {
    names.push_back(setting.description.key);
    if (setting.description.key != key) continue;
    if (node.type() != setting.type) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}: \"{}\" must be {}", where, key, type_name(setting.type)));
    }
    if (!setting.set(context, text_of(node))) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}: {} is no value for \"{}\" ({})", where, text_of(node), key,
                              setting.description.description));
    }
    return {};
  }
  return fail(ErrorCode::invalid_input,
              fmt::format("{}: unknown key \"{}\"{}", where, key, did_you_mean(key, names)));
}

Result<void> apply_file(CommandContext& context, const fs::path& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxFileBytes));
  return apply_settings_text(context, text, path);
}

Result<void> apply_environment(CommandContext& context) {
  for (const Setting& setting : settings()) {
    const auto& [key, variable, description] = setting.description;
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr || *value == '\0') continue;
    if (!setting.set(context, value)) {
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
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return std::nullopt;
  return fs::path(home) / ".config" / "plumb" / "plumb.toml";
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
    for (const auto& [key, node] : table) {
      PLUMB_CHECK_RESULT(apply_entry(context, path, key.str(), node));
    }
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
