// A whole JSON document of foreign bytes, read member by member. Errors name the file and
// the place: "cases.json: cases[3].id is blank".
//
// `null` is the same as absent. Of two equal keys the last counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

// A value of a document and how to call it. It refers to its JsonDocument, which must
// outlive it.
class DocumentMember {
 public:
  const std::string& path() const { return path_; }

  bool is_null() const;
  bool is_object() const;
  bool is_array() const;
  std::size_t size() const;  // of an array or an object

  // A member of an object; none where it is absent or null, or where this is no object.
  std::optional<DocumentMember> find(const char* key) const;
  // The same; fails where there is none.
  Result<DocumentMember> at(const char* key) const;
  // An element of an array.
  DocumentMember element(std::size_t i) const;
  // The members of an object by name, ascending, nulls too.
  std::vector<std::pair<std::string, DocumentMember>> members() const;

  // The same value by another path.
  DocumentMember called(std::string path) const;

  Result<std::string> text() const;
  Result<std::string> name() const;  // text that is not blank, or a whole number as text
  Result<std::int64_t> whole_number() const;

  // The value as JSON; of an object, without the member `key`, empty where nothing is left.
  std::string json() const;
  std::string json_without(const char* key) const;

  // `file: reason`, and `file: path is VALUE, not expected`.
  std::unexpected<Error> bad(std::string_view reason) const;
  std::unexpected<Error> not_a(std::string_view expected) const;

 private:
  friend class JsonDocument;
  DocumentMember(const void* value, std::string path, std::string_view file)
      : value_(value), path_(std::move(path)), file_(file) {}

  const void* value_;  // an nlohmann::json, which headers do not name
  std::string path_;
  std::string_view file_;
};

class JsonDocument {
 public:
  // `name` is how errors call the file. Fails with invalid_input, with line and column
  // where they are known, for what is not JSON in UTF-8, a number that a double cannot
  // hold and nesting past kMaxJsonDepth. A byte order mark is dropped.
  static Result<JsonDocument> parse(std::string_view text, std::string_view name);

  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  ~JsonDocument();

  DocumentMember root() const;  // its path is empty

 private:
  struct State;
  explicit JsonDocument(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

}  // namespace plumb
