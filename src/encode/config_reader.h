// Reads the fields of a model's config.json and keeps the first thing that is
// wrong, as a sentence that names file and field. Foreign bytes: any JSON may come.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

// Sizes past these are no model but a file that lies; they also keep every
// product of two sizes far from overflow.
inline constexpr std::size_t kMaxLayers = 1'000;
inline constexpr std::size_t kMaxWidth = 1'000'000;
inline constexpr std::size_t kMaxLabels = 1'000;
inline constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;

class ConfigReader {
 public:
  // Fails with corrupt where the text is not a JSON object.
  static Result<ConfigReader> parse(std::string_view text, std::string_view file);

  ConfigReader(ConfigReader&&) noexcept;
  ConfigReader& operator=(ConfigReader&&) noexcept;
  ~ConfigReader();

  // A field that is null is absent.
  bool has(const char* field) const;
  // The field's value for a sentence: all of a number, the start of a novel, "absent".
  std::string shown(const char* field) const;

  // A whole number from 1 to `most`; 1 after a complaint.
  std::size_t size(const char* field, std::size_t most = kMaxWidth);
  // A whole number from 0 to `most`; `absent` where the field is.
  std::size_t count_or(const char* field, std::size_t absent, std::size_t most = kMaxWidth);
  // As count_or; 0 and a negative number are `absent` too.
  std::size_t positive_or(const char* field, std::size_t absent, std::size_t most = kMaxWidth);
  // A number above 0 and below `bound`; 1 after a complaint.
  float positive_number(const char* field, double bound);
  bool flag_or(const char* field, bool absent);
  std::string text_or(const char* field, std::string_view absent);

  // The texts of a list, or the parts between bars of one text ("c2p|p2c"); none where
  // it is neither.
  std::optional<std::vector<std::string>> texts(const char* field) const;
  // {"0": "a", "1": "b"}: the texts by number, every number from 0 up. At most kMaxLabels.
  std::vector<std::string> numbered_texts(const char* field);

  // The field, if there, must be `wanted`: Plumb computes nothing else.
  void only(const char* field, std::string_view wanted);

  void complain(std::string message, ErrorCode code = ErrorCode::corrupt);
  // Complains "<file>: <field> must be <wanted>, not <value>".
  void must_be(const char* field, std::string_view wanted);
  // The first complaint, or nothing.
  const Error* error() const { return error_.message.empty() ? nullptr : &error_; }
  const std::string& file() const { return file_; }

 private:
  struct Document;
  ConfigReader(std::unique_ptr<const Document> document, std::string file);
  std::unique_ptr<const Document> document_;
  std::string file_;
  Error error_;
};

}  // namespace plumb
