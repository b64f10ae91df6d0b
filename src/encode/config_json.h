// Reads the fields of a model's config.json and keeps the first thing that is
// wrong, as a sentence that names file and field. Foreign bytes: any JSON may come.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

// Sizes past these are no model but a file that lies; they also keep every
// product of two sizes far from overflow.
inline constexpr std::size_t kMaxLayers = 1'000;
inline constexpr std::size_t kMaxWidth = 1'000'000;
inline constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;

// Fails with corrupt where the text is not a JSON object.
Result<nlohmann::json> parse_config_json(std::string_view text, std::string_view origin);

// A JSON value for an error sentence: all of a number, the start of a novel.
std::string shown(const nlohmann::json& value);

class ConfigReader {
 public:
  // `json` is an object and outlives the reader.
  ConfigReader(const nlohmann::json& json, std::string file)
      : json_(json), file_(std::move(file)) {}

  // A whole number from 1 to `most`; 1 after a complaint.
  std::size_t size(const char* field, std::size_t most = kMaxWidth);
  // A whole number from 0 to `most`; `absent` where the field is not there or null.
  std::size_t count_or(const char* field, std::size_t absent, std::size_t most = kMaxWidth);
  // As count_or; a negative number is `absent` too.
  std::size_t positive_or(const char* field, std::size_t absent, std::size_t most = kMaxWidth);
  // A number above 0 and below 1; 1 after a complaint.
  float epsilon(const char* field);
  bool flag_or(const char* field, bool absent);
  std::string text_or(const char* field, std::string_view absent);

  // The field, if there, must be `wanted`: Plumb computes nothing else.
  void only(const char* field, std::string_view wanted);

  // The field's value; null where it is not there.
  const nlohmann::json& value(const char* field) const;

  void complain(std::string message, ErrorCode code = ErrorCode::corrupt);
  // The first complaint, or nothing.
  const Error* error() const { return error_.message.empty() ? nullptr : &error_; }
  const std::string& file() const { return file_; }

 private:
  void wrong_type(const char* field, std::string_view wanted);
  const nlohmann::json& json_;
  std::string file_;
  Error error_;
};

}  // namespace plumb
