#include "serve/request_json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/json_depth.h"
#include "serve/text_pattern.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

// Of a byte: "line 3, column 14".
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", 1 + std::ranges::count(before, '\n'),
                     1 + count_characters(before.substr(line_start)));
}

// Builds the value, and stops at what read_json_body() refuses.
class Building final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& text) override {
    return text.contains('\0') ? refuse_nul("a text") : add(std::move(text));
  }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool key(string_t& name) override {
    if (name.contains('\0')) return refuse_nul("a key");
    Json& object = *open_.back();
    if (object.contains(name)) {
      return refuse(
          fmt::format("the key {} comes twice in one object; give it once", shown_value(name)));
    }
    member_ = &object[name];
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
    byte_ = byte > 0 ? byte - 1 : 0;
    is_number_too_large_ = error.id == 406;
    return false;
  }

  Json built_;
  std::string reason_;  // of what was refused here; empty where it is no JSON
  std::size_t byte_ = 0;
  bool is_number_too_large_ = false;

 private:
  Json* place(Json&& made) {
    if (open_.empty()) return &(built_ = std::move(made));
    if (open_.back()->is_object()) return &(*member_ = std::move(made));
    open_.back()->push_back(std::move(made));
    return &open_.back()->back();
  }
  bool add(Json made) {
    place(std::move(made));
    return true;
  }
  bool open(Json made) {
    open_.push_back(place(std::move(made)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  bool refuse(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }
  bool refuse_nul(std::string_view what) {
    return refuse(
        fmt::format("{} holds the character U+0000, which is not kept; leave it out", what));
  }

  std::vector<Json*> open_;
  Json* member_ = nullptr;
};

// Where the bytes stop being UTF-8: the longest start that is.
std::size_t first_bad_byte(std::string_view text) {
  std::size_t sound = 0;
  std::size_t unsound = text.size();
  while (sound < unsound) {
    const std::size_t middle = sound + (unsound - sound + 1) / 2;
    // A start may end inside a character: three bytes more or less decide that.
    bool fits = false;
    for (std::size_t cut = 0; cut < 4 && cut <= middle && !fits; ++cut) {
      fits = simdjson::validate_utf8(text.data(), middle - cut);
    }
    if (fits) {
      sound = middle;
    } else {
      unsound = middle - 1;
    }
  }
  return sound;
}

}  // namespace

ServedResult<Json> read_json_body(std::string_view text) {
  if (text.empty()) return refused(400, "the body is empty; send a JSON document");
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    return refused(400, fmt::format("the body is not valid UTF-8 at {}; send JSON as UTF-8",
                                    place_of(text, first_bad_byte(text))));
  }
  if (json_nests_too_deep(text)) {
    return refused(400, fmt::format("the body's JSON is nested deeper than {} levels; flatten it",
                                    kMaxJsonDepth));
  }
  Building building;
  if (Json::sax_parse(text, &building)) return std::move(building.built_);
  if (!building.reason_.empty()) {
    return refused(400, fmt::format("the body is refused: {}", building.reason_));
  }
  if (building.is_number_too_large_) {
    return refused(400, fmt::format("the body has a number at {} that no double holds, such as "
                                    "1e400; send a smaller one or text",
                                    place_of(text, building.byte_)));
  }
  return refused(400, fmt::format("the body is not valid JSON: {} is where something is missing or "
                                  "out of place",
                                  place_of(text, building.byte_)));
}

}  // namespace plumb
