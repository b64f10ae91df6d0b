#include "encode/config_json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "base/json_depth.h"

namespace plumb {

Result<nlohmann::json> parse_config_json(std::string_view text, std::string_view origin) {
  auto json = json_nests_too_deep(text)
                  ? nlohmann::json()
                  : nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a JSON object; fetch the model again", origin));
  }
  return json;
}

std::string shown(const nlohmann::json& value) {
  constexpr std::size_t kLongest = 40;
  if (value.is_null()) return "absent";
  std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true,
                                nlohmann::json::error_handler_t::replace);
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return text;
}

const nlohmann::json& ConfigReader::value(const char* field) const {
  static const nlohmann::json kAbsent;
  const auto found = json_.find(field);
  return found == json_.end() ? kAbsent : *found;
}

void ConfigReader::complain(std::string message, ErrorCode code) {
  if (error_.message.empty()) error_ = {code, std::move(message)};
}

void ConfigReader::wrong_type(const char* field, std::string_view wanted) {
  complain(fmt::format("{}: {} must be {}, not {}", file_, field, wanted, shown(value(field))));
}

std::size_t ConfigReader::size(const char* field, std::size_t most) {
  const nlohmann::json& found = value(field);
  if (!found.is_number_unsigned() || found == 0U || found.get<std::uint64_t>() > most) {
    wrong_type(field, fmt::format("a whole number from 1 to {}", most));
    return 1;
  }
  return found.get<std::size_t>();
}

std::size_t ConfigReader::count_or(const char* field, std::size_t absent, std::size_t most) {
  const nlohmann::json& found = value(field);
  if (found.is_null()) return absent;
  if (!found.is_number_unsigned() || found.get<std::uint64_t>() > most) {
    wrong_type(field, fmt::format("a whole number from 0 to {}", most));
    return absent;
  }
  return found.get<std::size_t>();
}

std::size_t ConfigReader::positive_or(const char* field, std::size_t absent, std::size_t most) {
  const nlohmann::json& found = value(field);
  const bool none = found.is_number_integer() && !found.is_number_unsigned();
  const std::size_t count = none ? 0 : count_or(field, 0, most);
  return count == 0 ? absent : count;
}

float ConfigReader::epsilon(const char* field) {
  const nlohmann::json& found = value(field);
  const double number = found.is_number() ? found.get<double>() : std::nan("");
  if (!(number > 0 && number < 1)) {
    wrong_type(field, "a number between 0 and 1");
    return 1;
  }
  return static_cast<float>(number);
}

bool ConfigReader::flag_or(const char* field, bool absent) {
  const nlohmann::json& found = value(field);
  if (found.is_null()) return absent;
  if (found.is_boolean()) return found.get<bool>();
  wrong_type(field, "true or false");
  return absent;
}

std::string ConfigReader::text_or(const char* field, std::string_view absent) {
  const nlohmann::json& found = value(field);
  if (found.is_null()) return std::string(absent);
  if (found.is_string()) return found.get<std::string>();
  wrong_type(field, "a text");
  return std::string(absent);
}

void ConfigReader::only(const char* field, std::string_view wanted) {
  const nlohmann::json& found = value(field);
  if (found.is_null() || (found.is_string() && found.get<std::string>() == wanted)) return;
  complain(fmt::format("{}: {} is {}; Plumb runs \"{}\" only", file_, field, shown(found), wanted),
           ErrorCode::unsupported);
}

}  // namespace plumb
