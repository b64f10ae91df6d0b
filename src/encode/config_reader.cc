#include "encode/config_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_depth.h"

namespace plumb {

struct ConfigReader::Document {
  nlohmann::json json;

  // Null where it is not there.
  const nlohmann::json& value(const char* field) const {
    static const nlohmann::json kAbsent;
    const auto found = json.find(field);
    return found == json.end() ? kAbsent : *found;
  }
};

Result<ConfigReader> ConfigReader::parse(std::string_view text, std::string_view file) {
  auto json = json_nests_too_deep(text)
                  ? nlohmann::json()
                  : nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a JSON object; get a good copy of the model", file));
  }
  return ConfigReader(std::make_unique<const Document>(Document{std::move(json)}),
                      std::string(file));
}

ConfigReader::ConfigReader(std::unique_ptr<const Document> document, std::string file)
    : document_(std::move(document)), file_(std::move(file)) {}
ConfigReader::ConfigReader(ConfigReader&&) noexcept = default;
ConfigReader& ConfigReader::operator=(ConfigReader&&) noexcept = default;
ConfigReader::~ConfigReader() = default;

bool ConfigReader::has(const char* field) const {
  return !document_->value(field).is_null();
}

std::string ConfigReader::shown(const char* field) const {
  constexpr std::size_t kLongest = 40;
  if (!has(field)) return "absent";
  std::string text = document_->value(field).dump(-1, ' ', /*ensure_ascii=*/true,
                                                  nlohmann::json::error_handler_t::replace);
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return text;
}

void ConfigReader::complain(std::string message, ErrorCode code) {
  if (error_.message.empty()) error_ = {code, std::move(message)};
}

void ConfigReader::must_be(const char* field, std::string_view wanted) {
  complain(fmt::format("{}: {} must be {}, not {}", file_, field, wanted, shown(field)));
}

std::size_t ConfigReader::size(const char* field, std::size_t most) {
  const nlohmann::json& found = document_->value(field);
  if (!found.is_number_unsigned() || found == 0U || found.get<std::uint64_t>() > most) {
    must_be(field, fmt::format("a whole number from 1 to {}", most));
    return 1;
  }
  return found.get<std::size_t>();
}

std::size_t ConfigReader::count_or(const char* field, std::size_t absent, std::size_t most) {
  const nlohmann::json& found = document_->value(field);
  if (found.is_null()) return absent;
  if (!found.is_number_unsigned() || found.get<std::uint64_t>() > most) {
    must_be(field, fmt::format("a whole number from 0 to {}", most));
    return absent;
  }
  return found.get<std::size_t>();
}

std::size_t ConfigReader::positive_or(const char* field, std::size_t absent, std::size_t most) {
  const nlohmann::json& found = document_->value(field);
  const bool negative = found.is_number_integer() && !found.is_number_unsigned();
  const std::size_t count = negative ? 0 : count_or(field, 0, most);
  return count == 0 ? absent : count;
}

float ConfigReader::positive_number(const char* field, double bound) {
  const nlohmann::json& found = document_->value(field);
  const double number = found.is_number() ? found.get<double>() : std::nan("");
  // What a float rounds to zero is no positive number either.
  if (number > 0 && number < bound && static_cast<float>(number) > 0) {
    return static_cast<float>(number);
  }
  must_be(field, fmt::format("a number between 0 and {}", bound));
  return 1;
}

bool ConfigReader::flag_or(const char* field, bool absent) {
  const nlohmann::json& found = document_->value(field);
  if (found.is_null()) return absent;
  if (found.is_boolean()) return found.get<bool>();
  must_be(field, "true or false");
  return absent;
}

std::string ConfigReader::text_or(const char* field, std::string_view absent) {
  const nlohmann::json& found = document_->value(field);
  if (found.is_null()) return std::string(absent);
  if (found.is_string()) return found.get<std::string>();
  must_be(field, "a text");
  return std::string(absent);
}

std::optional<std::vector<std::string>> ConfigReader::texts(const char* field) const {
  const nlohmann::json& found = document_->value(field);
  std::vector<std::string> result;
  if (found.is_string()) {
    std::string_view rest = found.get_ref<const std::string&>();
    while (!rest.empty()) {
      const std::size_t bar = rest.find('|');
      result.emplace_back(rest.substr(0, bar));
      rest = bar == std::string_view::npos ? "" : rest.substr(bar + 1);
    }
    return result;
  }
  if (!found.is_array() || found.size() > kMaxLabels) return std::nullopt;
  for (const nlohmann::json& item : found) {
    if (!item.is_string()) return std::nullopt;
    result.push_back(item.get<std::string>());
  }
  return result;
}

std::vector<std::string> ConfigReader::numbered_texts(const char* field) {
  const nlohmann::json& found = document_->value(field);
  std::vector<std::string> result;
  if (!found.is_object() || found.size() > kMaxLabels) {
    must_be(field, fmt::format("an object of at most {} texts", kMaxLabels));
    return result;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto text = found.find(fmt::format("{}", i));
    if (text == found.end() || !text->is_string()) {
      complain(fmt::format("{}: {} has no text for {}", file_, field, i));
      return result;
    }
    result.push_back(text->get<std::string>());
  }
  return result;
}

void ConfigReader::only(const char* field, std::string_view wanted) {
  const nlohmann::json& found = document_->value(field);
  if (found.is_null() || (found.is_string() && found.get<std::string>() == wanted)) return;
  complain(fmt::format("{}: {} is {}; Plumb runs \"{}\" only", file_, field, shown(field), wanted),
           ErrorCode::unsupported);
}

}  // namespace plumb
