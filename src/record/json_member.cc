#include "record/json_member.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

const nlohmann::ordered_json kNull;

// What a value is, for a person; its text where that is short.
std::string shown(const nlohmann::ordered_json& value) {
  constexpr std::size_t kLongest = 40;
  if (value.is_structured()) return value.is_array() ? "an array" : "an object";
  std::string text = value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

}  // namespace

JsonMember JsonMember::at(std::string_view name) const {
  std::string path = path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  if (!value_->is_object()) {
    refuse("an object");
    return {kNull, std::move(path), *error_};
  }
  const auto found = value_->find(name);
  return {found == value_->end() ? kNull : *found, std::move(path), *error_};
}

void JsonMember::refuse(std::string_view wanted) const {
  if (*error_) return;
  *error_ = Error{ErrorCode::invalid_input,
                  fmt::format("the document's {} must be {}, but it is {}",
                              path_.empty() ? "whole" : path_, wanted, shown(*value_))};
}

void JsonMember::read(std::string& out) const {
  if (!value_->is_string()) return refuse("text");
  out = value_->get_ref<const std::string&>();
}

void JsonMember::read(double& out) const {
  if (!value_->is_number()) return refuse("a number");
  const double value = value_->get<double>();
  if (!std::isfinite(value)) return refuse("a number that a double holds");
  out = value;
}

void JsonMember::read(bool& out) const {
  if (!value_->is_boolean()) return refuse("true or false");
  out = value_->get<bool>();
}

void JsonMember::read(std::uint64_t& out) const {
  if (!value_->is_number_unsigned()) return refuse("a count");
  out = value_->get<std::uint64_t>();
}

void JsonMember::read_numbers(std::vector<std::pair<std::string, double>>& out) const {
  if (!value_->is_object()) return refuse("an object");
  for (const auto& [name, value] : value_->items()) {
    out.emplace_back(name, 0.0);
    at(name).read(out.back().second);
  }
}

}  // namespace plumb
