#include "ingest/json_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json_depth.h"
#include "ingest/execution_fields.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

const Json& json_at(const void* value) {
  return *static_cast<const Json*>(value);
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Line and column of a byte, both from 1, the column in characters.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("{}:{}", 1 + std::ranges::count(before, '\n'),
                     1 + count_code_points(before.substr(line_start)));
}

Result<Json> parse_json(std::string_view text, std::string_view name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (json_nests_too_deep(text)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: the JSON is nested deeper than {} levels", name, kMaxJsonDepth));
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:{}: not valid JSON: a NUL byte", name, place_of(text, nul)));
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t byte = error.byte > 0 ? error.byte - 1 : 0;
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:{}: not valid JSON: something is missing or out of place, or the "
                            "text is not UTF-8",
                            name, place_of(text, byte)));
  } catch (const Json::exception&) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: not valid JSON: a number is too large, such as 1e400", name));
  }
}

}  // namespace

bool DocumentMember::is_null() const {
  return json_at(value_).is_null();
}
bool DocumentMember::is_object() const {
  return json_at(value_).is_object();
}
bool DocumentMember::is_array() const {
  return json_at(value_).is_array();
}
std::size_t DocumentMember::size() const {
  return json_at(value_).size();
}

std::optional<DocumentMember> DocumentMember::find(const char* key) const {
  const Json& json = json_at(value_);
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::nullopt;
  return DocumentMember(&*found, path_.empty() ? key : fmt::format("{}.{}", path_, key), file_);
}

Result<DocumentMember> DocumentMember::at(const char* key) const {
  auto found = find(key);
  if (!found) {
    return bad(fmt::format("{} no \"{}\"", path_.empty() ? "there is" : path_ + " has", key));
  }
  return *std::move(found);
}

DocumentMember DocumentMember::element(std::size_t i) const {
  return {&json_at(value_)[i], fmt::format("{}[{}]", path_, i), file_};
}

std::vector<std::pair<std::string, DocumentMember>> DocumentMember::members() const {
  std::vector<std::pair<std::string, DocumentMember>> all;
  for (const auto& [key, value] : json_at(value_).items()) {
    all.emplace_back(key,
                     DocumentMember(&value, fmt::format("{}[\"{}\"]", path_, shown(key)), file_));
  }
  return all;
}

DocumentMember DocumentMember::called(std::string path) const {
  return {value_, std::move(path), file_};
}

Result<std::string> DocumentMember::text() const {
  if (json_at(value_).is_string()) return json_at(value_).get<std::string>();
  return not_a("text");
}

Result<std::string> DocumentMember::name() const {
  if (json_at(value_).is_number_integer()) return json();
  if (!json_at(value_).is_string()) return not_a("text or a whole number");
  auto name = json_at(value_).get<std::string>();
  if (is_blank(name)) return bad(fmt::format("{} is blank", path_));
  return name;
}

Result<std::int64_t> DocumentMember::whole_number() const {
  const Json& json = json_at(value_);
  const bool fits = !json.is_number_unsigned() ||
                    json.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
  if (json.is_number_integer() && fits) return json.get<std::int64_t>();
  return not_a("a whole number");
}

std::string DocumentMember::json() const {
  return dumped(json_at(value_));
}

std::string DocumentMember::json_without(const char* key) const {
  Json others = json_at(value_);
  others.erase(key);
  return others.empty() ? std::string() : dumped(others);
}

std::unexpected<Error> DocumentMember::bad(std::string_view reason) const {
  return fail(ErrorCode::invalid_input, fmt::format("{}: {}", file_, reason));
}

std::unexpected<Error> DocumentMember::not_a(std::string_view expected) const {
  return bad(fmt::format("{} is {}, not {}", path_, shown(json()), expected));
}

struct JsonDocument::State {
  Json json;
  std::string name;
};

JsonDocument::JsonDocument(std::unique_ptr<const State> state) : state_(std::move(state)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

Result<JsonDocument> JsonDocument::parse(std::string_view text, std::string_view name) {
  PLUMB_TRY(Json json, parse_json(text, name));
  return JsonDocument(std::make_unique<const State>(std::move(json), std::string(name)));
}

DocumentMember JsonDocument::root() const {
  return {&state_->json, "", state_->name};
}

}  // namespace plumb
