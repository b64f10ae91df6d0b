// The elements of the arrays in one JSON document, one at a time, in memory that is bounded by the
// largest of them: a document of results may be larger than memory.
//
// Elements are cut out by their brackets and strings alone; whoever takes one parses it. What lies
// around them is kept and parsed at the end, so that a document that is no JSON is refused
// wherever it is wrong. Nesting deeper than 256 levels is refused, and so is more than
// kMaxSurroundings of what is no element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/line_reader.h"

namespace plumb {

// Follows a document byte by byte: how deep, below which keys, inside of a string or not.
// Brackets that do not match are refused; the rest of the grammar is a parser's to check.
class JsonScanner {
 public:
  // False where a bracket closes nothing, or nesting passes 256 levels.
  bool take(char byte);

  std::size_t depth() const { return levels_.size(); }
  bool in_string() const { return in_string_; }
  bool in_array() const { return !levels_.empty() && levels_.back().is_array; }
  // Keys from the outermost object to the place at hand, with dots; arrays add nothing.
  const std::string& path() const { return path_; }

 private:
  struct Level {
    bool is_array = false;
    std::size_t path_bytes = 0;  // of the path above it
  };

  bool open(bool is_array);
  bool close(bool is_array);

  std::vector<Level> levels_;
  std::string path_;
  std::string text_;  // of the string at hand or the last one, as it is written
  bool in_string_ = false;
  bool escaped_ = false;
};

struct JsonElement {
  std::string_view json;  // valid until the next call
  std::string path;       // "results.results[3]"; "[3]" of a document that is an array
};

class JsonElements {
 public:
  static constexpr std::size_t kMaxSurroundings = 64 * 1024 * 1024;

  // `paths`: keys with dots that lead to arrays; "" for a document that is one.
  JsonElements(LineReader reader, std::vector<std::string> paths, std::size_t max_element_bytes);

  // The next element, or nothing at the end. Fails with invalid_input for one that is too long
  // (the call after it goes on behind it), and with corrupt where the document itself is cut or no
  // JSON: nothing comes behind that.
  Result<std::optional<JsonElement>> next();

  const LineReader& lines() const { return reader_; }

 private:
  Result<std::optional<JsonElement>> take_rest_of_chunk();
  Result<std::optional<JsonElement>> finish_element();
  Result<void> take_between(char byte);
  bool keep_surroundings(char byte);
  void follow_arrays(char byte);
  Result<void> check_surroundings();
  std::unexpected<Error> broken(std::string_view reason);

  LineReader reader_;
  std::vector<std::string> paths_;
  std::size_t max_element_bytes_;
  JsonScanner scanner_;
  std::string_view chunk_;
  std::string element_;  // as far as it has come
  std::string taken_;    // the one that was handed out
  std::string array_path_;
  std::string surroundings_;
  std::size_t array_depth_ = 0;  // of the array at hand; 0: none
  std::uint64_t index_ = 0;
  std::uint64_t line_ = 1;
  // Between the elements of an array: what came last.
  enum class Behind { bracket, element, comma } behind_ = Behind::bracket;
  bool in_element_ = false;
  bool is_too_long_ = false;
  bool is_done_ = false;
};

}  // namespace plumb
