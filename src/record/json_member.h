// Members of a JSON document, read with errors that name the place.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

// A value of a document and the path that leads to it. It refers to the document.
// The first error stays: later reads do nothing, so that a reader can be written
// straight down and ask once, at its end.
class JsonMember {
 public:
  using Json = nlohmann::ordered_json;

  JsonMember(const Json& value, std::string path, std::optional<Error>& error)
      : value_(&value), path_(std::move(path)), error_(&error) {}

  // A null member stands for one that is not there.
  JsonMember at(std::string_view name) const;
  bool is_null() const { return value_->is_null(); }

  // Each leaves `out` alone where the value is of another kind, and says so in the error.
  void read(std::string& out) const;
  void read(double& out) const;
  void read(bool& out) const;
  void read(std::uint64_t& out) const;

  // None for null.
  template <class Value>
  void read(std::optional<Value>& out) const {
    if (is_null()) {
      out.reset();
    } else {
      read(out.emplace());
    }
  }

  // A word that stands for one of `all`, by name_of().
  template <class Named, class All>
  void read_name(Named& out, const All& all) const {
    std::string word;
    read(word);
    for (const Named each : all) {
      if (name_of(each) == word) {
        out = each;
        return;
      }
    }
    refuse("one of its known names");
  }
  template <class Named, class All>
  void read_name(std::optional<Named>& out, const All& all) const {
    if (!is_null()) read_name(out.emplace(), all);
  }

  // An array, each item read by `read_item(JsonMember, Item&)`.
  template <class Item, class ReadItem>
  void read_array(std::vector<Item>& out, ReadItem read_item) const {
    if (!value_->is_array()) return refuse("an array");
    out.reserve(value_->size());
    for (std::size_t i = 0; i < value_->size() && !*error_; ++i) {
      read_item(JsonMember((*value_)[i], path_ + "[" + std::to_string(i) + "]", *error_),
                out.emplace_back());
    }
  }

  // An object whose names are data, in the document's order.
  void read_numbers(std::vector<std::pair<std::string, double>>& out) const;

  void refuse(std::string_view wanted) const;

 private:
  const Json* value_;
  std::string path_;
  std::optional<Error>* error_;
};

}  // namespace plumb
