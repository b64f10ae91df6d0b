// Whether a JSON value is as a JSON Schema says: the part of Draft 2020-12 that the API document
// uses, with errors that name the field, the value and the way out.
//
// type (also several), enum, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
// minLength, maxLength (in characters), pattern (see text_pattern.h), format "date-time",
// properties, required, additionalProperties, propertyNames, minProperties, maxProperties, items,
// minItems, maxItems, uniqueItems, $ref into the document, allOf, anyOf, oneOf. A schema with any
// other keyword is refused by know(), so nothing is left unchecked in silence. Beside anyOf, oneOf
// and pattern, x-plumb-why is the sentence for a value that does not fit; beside anyOf and oneOf,
// OpenAPI's discriminator (with a mapping) says by which member a value names the one it means.
//
// An integer is one beyond 53 bits nowhere: a reader that keeps numbers as doubles would see
// another one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/document_json.h"
#include "serve/problem_json.h"

namespace plumb {

class SchemaCheck {
 public:
  static constexpr std::size_t kMostProblems = 20;
  static constexpr int kMostReferences = 16;  // a chain of $ref, against circles

  // `document` holds what $ref leads to ("#/components/schemas/Execution") and must outlive this.
  explicit SchemaCheck(const nlohmann::json& document) : document_(document) {}

  // Whether every keyword of the schema, and of those in it, is one that check() knows, with a
  // value that it can use. Fails with unsupported; `place` is how the sentence calls the schema.
  Result<void> know(const nlohmann::json& schema, const std::string& place) const;

  // What is wrong with the value, at most kMostProblems; empty: nothing. `field` is the value's own
  // JSON pointer, to which those of its members are added. The schema must be known.
  std::vector<FieldProblem> check(const nlohmann::json& schema, const nlohmann::json& value,
                                  std::string_view field) const;

  // The schema that a chain of $ref leads to.
  const nlohmann::json& resolved(const nlohmann::json& schema) const;

 private:
  const nlohmann::json& document_;
};

}  // namespace plumb
