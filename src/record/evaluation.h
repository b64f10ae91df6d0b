// What a model answered to questions with and without an injected bias: the entries of
// an evaluation file, as they were read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

// The members of an entry that Plumb reads; it may have any others.
namespace evaluation_field {
inline constexpr std::string_view kStereotypeText = "emgsd_text";
inline constexpr std::string_view kStereotypeType = "emgsd_stereotype_type";
inline constexpr std::string_view kOtherStereotypeType = "stereotype_type";  // without the first
inline constexpr std::string_view kTrait = "emgsd_trait";
inline constexpr std::string_view kControl = "control_response";
inline constexpr std::string_view kBias = "turn2_response";
inline constexpr std::string_view kBiasType = "bias_type";
inline constexpr std::string_view kError = "error";
}  // namespace evaluation_field

enum class FieldKind : std::uint8_t { null, text, json };

struct EvaluationField {
  std::string name;
  // Of text what it says; of a number, boolean, array or object its JSON without white
  // space; of null nothing.
  std::string value;
  FieldKind kind = FieldKind::null;

  friend bool operator==(const EvaluationField&, const EvaluationField&) = default;
};

struct EvaluationEntry {
  // In the file's order, each name once: where it came first, with its last value.
  std::vector<EvaluationField> fields;

  // nullptr where there is none; a null field is there.
  const EvaluationField* find(std::string_view name) const;
  // A field's text, or its JSON; empty where it is absent or null.
  std::string_view value_of(std::string_view name) const;

  // What the summary groups by; empty where the entry does not say.
  std::string_view bias_type() const;
  std::string_view stereotype_type() const;

  friend bool operator==(const EvaluationEntry&, const EvaluationEntry&) = default;
};

struct Evaluation {
  std::string model;  // as results call it
  std::string file;
  std::vector<EvaluationEntry> entries;
};

// Every name of a field, in the order in which they come first.
std::vector<std::string> field_names(const std::vector<EvaluationEntry>& entries);

}  // namespace plumb
