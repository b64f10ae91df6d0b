#include "serve/schema_check_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "serve/date_time.h"
#include "serve/text_pattern.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr double kLargestInteger = 9'007'199'254'740'991;  // 2^53 - 1

bool is_integer(const Json& value) {
  if (value.is_number_integer()) return true;
  if (!value.is_number_float()) return false;
  const double number = value.get<double>();
  return std::trunc(number) == number;
}

bool is_of_type(const Json& value, std::string_view type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return is_integer(value);
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  if (type == "array") return value.is_array();
  return value.is_object();
}

std::string_view called(std::string_view type) {
  if (type == "boolean") return "true or false";
  if (type == "integer") return "a whole number";
  if (type == "number") return "a number";
  if (type == "string") return "text";
  if (type == "array") return "an array";
  if (type == "object") return "an object";
  return type;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) all += i + 1 == words.size() ? " or " : ", ";
    all += words[i];
  }
  return all;
}

// A member's name as a part of a JSON pointer (RFC 6901).
std::string pointer_part(std::string_view name) {
  std::string part = "/";
  for (const char c : name) {
    if (c == '~') {
      part += "~0";
    } else if (c == '/') {
      part += "~1";
    } else {
      part += c;
    }
  }
  return part;
}

std::vector<std::string> names_in(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : object.items()) names.push_back(name);
  return names;
}

const Json* find(const Json& schema, const char* keyword) {
  const auto found = schema.find(keyword);
  return found == schema.end() ? nullptr : &*found;
}

// One value against one schema, and those below it.
class Checking {
 public:
  Checking(const SchemaCheck& schemas, std::vector<FieldProblem>& problems)
      : schemas_(schemas), problems_(problems) {}

  void check(const Json& unresolved, const Json& value, const std::string& field) {
    if (is_full()) return;
    const Json& schema = schemas_.resolved(unresolved);
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) report(field, value, "is not allowed here; leave it out");
      return;
    }
    if (!check_type(schema, value, field)) return;
    check_choices(schema, value, field);
    if (value.is_number()) check_number(schema, value, field);
    if (value.is_string()) check_text(schema, value, field);
    if (value.is_array()) check_array(schema, value, field);
    if (value.is_object()) check_object(schema, value, field);
    check_combinations(schema, value, field);
  }

 private:
  bool is_full() const { return problems_.size() >= SchemaCheck::kMostProblems; }

  void report(const std::string& field, const Json& value, std::string message) {
    if (!is_full()) problems_.push_back({field, shown_value(value), std::move(message)});
  }

  bool check_type(const Json& schema, const Json& value, const std::string& field) {
    const Json* type = find(schema, "type");
    if (type == nullptr) return true;
    std::vector<std::string> wanted;
    bool is_wanted = false;
    const auto consider = [&](const Json& word) {
      const auto& name = word.get_ref<const std::string&>();
      is_wanted = is_wanted || is_of_type(value, name);
      wanted.emplace_back(called(name));
    };
    if (type->is_array()) {
      std::ranges::for_each(*type, consider);
    } else {
      consider(*type);
    }
    if (is_wanted) return true;
    report(field, value, fmt::format("must be {}", joined(wanted)));
    return false;
  }

  void check_choices(const Json& schema, const Json& value, const std::string& field) {
    if (const Json* only = find(schema, "const"); only != nullptr && *only != value) {
      report(field, value, fmt::format("must be {}", only->dump()));
    }
    const Json* choices = find(schema, "enum");
    if (choices == nullptr || std::ranges::find(*choices, value) != choices->end()) return;
    std::vector<std::string> words;
    for (const Json& choice : *choices) {
      words.push_back(choice.is_string() ? choice.get<std::string>() : choice.dump());
    }
    const std::string typed = value.is_string() ? value.get<std::string>() : std::string();
    report(field, value, fmt::format("must be {}{}", joined(words), did_you_mean(typed, words)));
  }

  void check_number(const Json& schema, const Json& value, const std::string& field) {
    const double number = value.get<double>();
    const auto bound = [&](const char* keyword, auto breaks, std::string_view words) {
      const Json* limit = find(schema, keyword);
      if (limit == nullptr || !breaks(number, limit->get<double>())) return;
      report(field, value, fmt::format("must be {} {}", words, limit->dump()));
    };
    bound("minimum", std::less<>(), "at least");
    bound("maximum", std::greater<>(), "at most");
    bound("exclusiveMinimum", std::less_equal<>(), "more than");
    bound("exclusiveMaximum", std::greater_equal<>(), "less than");
    const Json* type = find(schema, "type");
    const bool wants_integer = type != nullptr && *type == "integer";
    if (wants_integer && std::abs(number) > kLargestInteger) {
      report(field, value, "is beyond 2^53 - 1, where not every reader sees the same number");
    }
  }

  // One of the four pairs of least and most.
  void check_count(const Json& schema, const Json& value, const std::string& field,
                   std::size_t count, const char* least_word, const char* most_word,
                   std::string_view unit) {
    const Json* least = find(schema, least_word);
    if (least != nullptr && count < least->get<std::size_t>()) {
      report(field, value,
             fmt::format("has {} {}; at least {} are asked for", count, unit,
                         least->get<std::size_t>()));
    }
    const Json* most = find(schema, most_word);
    if (most != nullptr && count > most->get<std::size_t>()) {
      report(field, value,
             fmt::format("has {} {}; at most {} are taken", count, unit, most->get<std::size_t>()));
    }
  }

  void check_text(const Json& schema, const Json& value, const std::string& field) {
    const auto& text = value.get_ref<const std::string&>();
    check_count(schema, value, field, count_characters(text), "minLength", "maxLength",
                "characters");
    if (const Json* expression = find(schema, "pattern")) {
      const auto& spelled = expression->get_ref<const std::string&>();
      const auto pattern = TextPattern::parse(spelled);
      if (pattern && !pattern->matches(text)) {
        report(field, value, why_not_matched(schema, spelled));
      }
    }
    const Json* format = find(schema, "format");
    if (format != nullptr && *format == "date-time" && !parse_date_time(text)) {
      report(field, value, "must be a time such as 2026-03-01T12:00:00Z");
    }
  }

  static std::string why_not_matched(const Json& schema, const std::string& pattern) {
    if (const Json* why = find(schema, "x-plumb-why")) return why->get<std::string>();
    return pattern == kNotBlank ? "must not be blank" : fmt::format("must match {}", pattern);
  }

  void check_array(const Json& schema, const Json& value, const std::string& field) {
    check_count(schema, value, field, value.size(), "minItems", "maxItems", "items");
    if (const Json* items = find(schema, "items")) {
      for (std::size_t i = 0; i < value.size() && !is_full(); ++i) {
        check(*items, value[i], fmt::format("{}/{}", field, i));
      }
    }
    const Json* unique = find(schema, "uniqueItems");
    if (unique == nullptr || !unique->get<bool>()) return;
    std::vector<const Json*> sorted;
    for (const Json& item : value) sorted.push_back(&item);
    std::ranges::sort(sorted, [](const Json* a, const Json* b) { return *a < *b; });
    const auto twice =
        std::ranges::adjacent_find(sorted, [](const Json* a, const Json* b) { return *a == *b; });
    if (twice != sorted.end()) report(field, **twice, "comes twice; give each once");
  }

  void check_object(const Json& schema, const Json& value, const std::string& field) {
    check_count(schema, value, field, value.size(), "minProperties", "maxProperties", "members");
    if (const Json* required = find(schema, "required")) {
      for (const Json& name : *required) {
        if (value.contains(name.get_ref<const std::string&>())) continue;
        report(field + pointer_part(name.get_ref<const std::string&>()), Json(),
               "is missing; it is required");
      }
    }
    const Json* properties = find(schema, "properties");
    const Json* others = find(schema, "additionalProperties");
    const Json* names = find(schema, "propertyNames");
    for (const auto& [name, member] : value.items()) {
      if (is_full()) return;
      const std::string place = field + pointer_part(name);
      if (names != nullptr) check(*names, Json(name), place);
      const Json* known = properties == nullptr ? nullptr : find(*properties, name.c_str());
      if (known != nullptr) {
        check(*known, member, place);
      } else if (others != nullptr && others->is_boolean() && !others->get<bool>()) {
        report_unknown(properties, name, member, place);
      } else if (others != nullptr) {
        check(*others, member, place);
      }
    }
  }

  void report_unknown(const Json* properties, const std::string& name, const Json& member,
                      const std::string& place) {
    const auto known = properties == nullptr ? std::vector<std::string>() : names_in(*properties);
    const std::string hint = did_you_mean(name, known);
    report(place, member,
           hint.empty()
               ? fmt::format("is not known here{}", known.empty() ? std::string("; leave it out")
                                                                  : "; known are " + listed(known))
               : "is not known here" + hint);
  }
  static std::string listed(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    return all;
  }

  std::vector<FieldProblem> tried(const Json& schema, const Json& value, const std::string& field) {
    std::vector<FieldProblem> problems;
    Checking(schemas_, problems).check(schema, value, field);
    return problems;
  }

  void check_combinations(const Json& schema, const Json& value, const std::string& field) {
    if (const Json* all = find(schema, "allOf")) {
      for (const Json& each : *all) check(each, value, field);
    }
    if (const Json* discriminator = find(schema, "discriminator")) {
      return check_discriminated(*discriminator, value, field);
    }
    const Json* why = find(schema, "x-plumb-why");
    if (const Json* any = find(schema, "anyOf")) check_alternatives(*any, value, field, why, false);
    if (const Json* one = find(schema, "oneOf")) check_alternatives(*one, value, field, why, true);
  }

  // The alternative that a member of the value names is the one that is meant.
  void check_discriminated(const Json& discriminator, const Json& value, const std::string& field) {
    const auto& name = discriminator.at("propertyName").get_ref<const std::string&>();
    const Json& mapping = discriminator.at("mapping");
    const Json* named = value.is_object() ? find(value, name.c_str()) : nullptr;
    const auto meant = named != nullptr && named->is_string()
                           ? mapping.find(named->get<std::string>())
                           : mapping.end();
    if (meant != mapping.end()) return check({{"$ref", *meant}}, value, field);
    if (!value.is_object()) return report(field, value, "must be an object");
    const Json choices = {{"required", {name}},
                          {"properties", {{name, {{"enum", names_in(mapping)}}}}}};
    check(choices, value, field);
  }

  // Whether the problems are those of a nearer form than others: it went deeper into the value
  // before it failed, or as deep and has fewer.
  static bool is_nearer(const std::vector<FieldProblem>& problems,
                        const std::vector<FieldProblem>& others) {
    const auto depth = std::ranges::count(problems.front().field, '/');
    const auto other_depth = std::ranges::count(others.front().field, '/');
    return depth != other_depth ? depth > other_depth : problems.size() < others.size();
  }

  // Where none fits, what the schema itself says of that, else the problems of the nearest.
  void check_alternatives(const Json& alternatives, const Json& value, const std::string& field,
                          const Json* why, bool only_one) {
    std::size_t fitting = 0;
    std::optional<std::vector<FieldProblem>> nearest;
    for (const Json& each : alternatives) {
      auto problems = tried(each, value, field);
      if (problems.empty()) {
        ++fitting;
      } else if (!nearest || is_nearer(problems, *nearest)) {
        nearest = std::move(problems);
      }
    }
    if (fitting > 1 && only_one) {
      report(field, value, "fits several of the forms that are allowed; give what only one has");
    }
    if (fitting > 0 || !nearest) return;
    if (why != nullptr) return report(field, value, why->get<std::string>());
    if (nearest->front().field == field && alternatives.size() > 1) {
      report(field, value,
             "fits none of the forms that are allowed: it " +
                 std::exchange(nearest->front().message, {}));
      return;
    }
    for (FieldProblem& problem : *nearest) {
      if (!is_full()) problems_.push_back(std::move(problem));
    }
  }

  const SchemaCheck& schemas_;
  std::vector<FieldProblem>& problems_;
};

}  // namespace

std::vector<FieldProblem> SchemaCheck::check(const Json& schema, const Json& value,
                                             std::string_view field) const {
  std::vector<FieldProblem> problems;
  Checking(*this, problems).check(schema, value, std::string(field));
  return problems;
}

const Json& SchemaCheck::resolved(const Json& schema) const {
  const Json* at = &schema;
  for (int i = 0; i < kMostReferences && at->is_object(); ++i) {
    const Json* reference = find(*at, "$ref");
    if (reference == nullptr) break;
    at = &document_.at(Json::json_pointer(reference->get_ref<const std::string&>().substr(1)));
  }
  return *at;
}

}  // namespace plumb
