// The keywords of schemas, before anything is checked by them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "serve/schema_check_json.h"
#include "serve/text_pattern.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 7> kTypes = {"null",   "boolean", "integer", "number",
                                                    "string", "array",   "object"};
// Told, but not checked; "format" is checked where it is date-time.
constexpr std::array<std::string_view, 9> kAnnotations = {"title",    "description", "default",
                                                          "examples", "example",     "deprecated",
                                                          "readOnly", "writeOnly",   "$comment"};
constexpr std::array<std::string_view, 6> kFormats = {"date-time", "int32", "int64",
                                                      "double",    "uri",   "uuid"};
constexpr std::array<std::string_view, 10> kNumberKeywords = {
    "minimum",   "maximum",  "exclusiveMinimum", "exclusiveMaximum", "minLength",
    "maxLength", "minItems", "maxItems",         "minProperties",    "maxProperties"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

const Json* find(const Json& schema, const char* keyword) {
  const auto found = schema.find(keyword);
  return found == schema.end() ? nullptr : &*found;
}

class Knowing {
 public:
  explicit Knowing(const Json& document) : document_(document) {}

  Result<void> know(const Json& schema, const std::string& place) const {
    if (schema.is_boolean()) return {};
    if (!schema.is_object()) return unknown(place, "a schema that is no object");
    for (const auto& [keyword, value] : schema.items()) {
      PLUMB_CHECK_RESULT(know_keyword(keyword, value, place));
      // check() goes on with what the reference leads to.
      if (schema.contains("$ref") && keyword != "$ref" && !is_told_only(keyword)) {
        return unknown(place, fmt::format("the keyword \"{}\" beside a $ref", keyword));
      }
    }
    return {};
  }

 private:
  static bool is_told_only(std::string_view keyword) {
    return keyword.starts_with("x-") || is_one_of(keyword, kAnnotations);
  }

  static std::unexpected<Error> unknown(const std::string& place, std::string_view what) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("the API document has {} at {}, which would not be checked", what, place));
  }

  Result<void> know_keyword(const std::string& keyword, const Json& value,
                            const std::string& place) const {
    const std::string here = place + "/" + keyword;
    if (keyword == "x-plumb-why" && !value.is_string())
      return unknown(place, "a why that is no text");
    if (is_told_only(keyword)) return {};
    if (is_one_of(keyword, kNumberKeywords) && value.is_number()) return {};
    if (keyword == "type") return know_type(value, here);
    if (keyword == "format" && value.is_string() &&
        is_one_of(value.get_ref<const std::string&>(), kFormats)) {
      return {};
    }
    if (keyword == "const" || (keyword == "enum" && value.is_array()) ||
        (keyword == "uniqueItems" && value.is_boolean())) {
      return {};
    }
    if (keyword == "required" && value.is_array() &&
        std::ranges::all_of(value, [](const Json& each) { return each.is_string(); })) {
      return {};
    }
    if (keyword == "pattern" && value.is_string()) {
      PLUMB_CHECK_RESULT(TextPattern::parse(value.get_ref<const std::string&>()));
      return {};
    }
    if (keyword == "$ref" && value.is_string()) return know_reference(value, here);
    if (keyword == "discriminator") return know_discriminator(value, here);
    if (keyword == "items" || keyword == "additionalProperties" || keyword == "propertyNames") {
      return know(value, here);
    }
    if (keyword == "properties" || keyword == "allOf" || keyword == "anyOf" || keyword == "oneOf") {
      return know_each(value, here);
    }
    return unknown(
        place, fmt::format("the keyword \"{}\" with the value {}", keyword, shown_value(value)));
  }

  static Result<void> know_type(const Json& value, const std::string& here) {
    const auto is_type = [](const Json& word) {
      return word.is_string() && is_one_of(word.get_ref<const std::string&>(), kTypes);
    };
    const bool is_known =
        value.is_array() ? !value.empty() && std::ranges::all_of(value, is_type) : is_type(value);
    if (is_known) return {};
    return unknown(here, fmt::format("the type {}", shown_value(value)));
  }

  Result<void> know_each(const Json& value, const std::string& here) const {
    for (const auto& [name, each] : value.items()) {
      PLUMB_CHECK_RESULT(know(each, here + "/" + name));
    }
    return {};
  }

  Result<void> know_discriminator(const Json& value, const std::string& here) const {
    const Json* name = find(value, "propertyName");
    const Json* mapping = find(value, "mapping");
    const bool is_whole = name != nullptr && name->is_string() && mapping != nullptr &&
                          mapping->is_object() && !mapping->empty();
    if (!is_whole) return unknown(here, "a discriminator without its propertyName or mapping");
    for (const auto& [word, reference] : mapping->items()) {
      if (!reference.is_string()) return unknown(here, "a mapping to what is no reference");
      PLUMB_CHECK_RESULT(know_reference(reference, here + "/mapping/" + word));
    }
    return {};
  }

  // What it leads to is looked at where it stands.
  Result<void> know_reference(const Json& value, const std::string& here) const {
    const Json* at = &value;
    for (int i = 0; i < SchemaCheck::kMostReferences; ++i) {
      const auto& text = at->get_ref<const std::string&>();
      if (!text.starts_with("#/components/")) break;
      const Json::json_pointer pointer(text.substr(1));
      if (!document_.contains(pointer)) break;
      const Json* next = find(document_.at(pointer), "$ref");
      if (next == nullptr || !next->is_string()) return {};
      at = next;
    }
    return unknown(here, fmt::format("the reference {}, which leads nowhere", shown_value(value)));
  }

  const Json& document_;
};

}  // namespace

Result<void> SchemaCheck::know(const Json& schema, const std::string& place) const {
  return Knowing(document_).know(schema, place);
}

}  // namespace plumb
