#include "ingest/case_reader.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/json_depth.h"
#include "ingest/execution_fields.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

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

Result<Json> parse_document(std::string_view text, std::string_view name) {
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

// A member of the document and how to call it.
class Member {
 public:
  Member(const Json& json, std::string path, std::string_view file)
      : json_(&json), path_(std::move(path)), file_(file) {}

  const Json& json() const { return *json_; }
  const std::string& path() const { return path_; }

  std::unexpected<Error> bad(std::string_view reason) const {
    return fail(ErrorCode::invalid_input, fmt::format("{}: {}", file_, reason));
  }
  std::unexpected<Error> not_a(std::string_view expected) const {
    return bad(fmt::format("{} is {}, not {}", path_, shown(dumped(*json_)), expected));
  }

  // None where it is absent or null.
  std::optional<Member> find(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end() || found->is_null()) return std::nullopt;
    return Member(*found, path_.empty() ? key : fmt::format("{}.{}", path_, key), file_);
  }
  Member element(std::size_t i) const {
    return {(*json_)[i], fmt::format("{}[{}]", path_, i), file_};
  }

  Result<std::string> text() const {
    if (json_->is_string()) return json_->get<std::string>();
    return not_a("text");
  }
  Result<std::string> name() const {
    if (json_->is_number_integer()) return dumped(*json_);
    if (!json_->is_string()) return not_a("text or a whole number");
    if (is_blank(json_->get_ref<const std::string&>()))
      return bad(fmt::format("{} is blank", path_));
    return json_->get<std::string>();
  }
  Result<std::int64_t> whole_number() const {
    const bool fits = !json_->is_number_unsigned() ||
                      json_->get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
    if (json_->is_number_integer() && fits) return json_->get<std::int64_t>();
    return not_a("a whole number");
  }

 private:
  const Json* json_;
  std::string path_;
  std::string_view file_;
};

Result<std::string> read_text_or_empty(const Member& parent, const char* key) {
  const auto member = parent.find(key);
  if (!member) return std::string();
  return member->text();
}

Result<std::string> read_object_text(const Member& parent, const char* key) {
  const auto member = parent.find(key);
  if (!member) return std::string();
  if (!member->json().is_object()) return member->not_a("an object");
  return dumped(member->json());
}

Result<std::vector<std::string>> read_entities(const Member& parent) {
  std::vector<std::string> entities;
  const auto list = parent.find("critical_entities");
  if (!list) return entities;
  if (!list->json().is_array()) return list->not_a("an array of texts");
  for (std::size_t i = 0; i < list->json().size(); ++i) {
    const Member entity = list->element(i);
    PLUMB_TRY(std::string text, entity.text());
    if (is_blank(text)) return entity.bad(fmt::format("{} is blank", entity.path()));
    entities.push_back(std::move(text));
  }
  return entities;
}

Result<std::vector<CaseTurn>> read_turns(const Member& parent) {
  std::vector<CaseTurn> turns;
  const auto list = parent.find("turns");
  if (!list) return turns;
  if (!list->json().is_array()) return list->not_a("an array of turns");
  for (std::size_t i = 0; i < list->json().size(); ++i) {
    const Member turn = list->element(i);
    if (!turn.json().is_object()) return turn.not_a("an object");
    const auto number = turn.find("turn");
    if (!number) return turn.bad(fmt::format("{} has no \"turn\"", turn.path()));
    CaseTurn read;
    PLUMB_TRY(read.turn, number->whole_number());
    PLUMB_TRY(read.message, read_text_or_empty(turn, "message"));
    if (!turns.empty() && read.turn <= turns.back().turn) {
      return turn.bad(
          fmt::format("{} is turn {}, behind turn {} in {}[{}]; turns of a case "
                      "ascend, each once",
                      turn.path(), read.turn, turns.back().turn, list->path(), i - 1));
    }
    turns.push_back(std::move(read));
  }
  return turns;
}

Result<Case> read_case(const Member& member, std::vector<std::string>& warnings) {
  if (!member.json().is_object()) return member.not_a("an object");
  const auto id = member.find("id");
  if (!id) return member.bad(fmt::format("{} has no \"id\"", member.path()));
  Case read;
  PLUMB_TRY(read.id, id->name());
  PLUMB_TRY(read.patient_summary, read_text_or_empty(member, "patient_summary"));
  PLUMB_TRY(read.critical_entities, read_entities(member));
  PLUMB_TRY(read.turns, read_turns(member));
  PLUMB_TRY(read.metadata, read_object_text(member, "metadata"));
  if (const auto count = member.find("num_turns")) {
    PLUMB_TRY(const std::int64_t said, count->whole_number());
    if (!read.turns.empty() && said != static_cast<std::int64_t>(read.turns.size())) {
      warnings.push_back(
          fmt::format("case \"{}\" says num_turns {}, but has {} turns; the turns "
                      "count",
                      shown(read.id), said, read.turns.size()));
    }
  }
  return read;
}

Result<TargetPlan> read_plan(const std::string& id, const Member& member) {
  TargetPlan plan{id, {}, {}};
  if (!member.json().is_object()) {
    PLUMB_TRY(plan.plan, member.text());
    return plan;
  }
  const auto text = member.find("plan");
  if (!text) return member.bad(fmt::format("{} has no \"plan\"", member.path()));
  PLUMB_TRY(plan.plan, text->text());
  Json others = member.json();
  others.erase("plan");
  if (!others.empty()) plan.details = dumped(others);
  return plan;
}

}  // namespace

Result<CaseFile> parse_cases(std::string_view json, std::string_view name) {
  PLUMB_TRY(const Json document, parse_document(json, name));
  const Member root(document, "", name);
  const auto list = document.is_object() ? root.find("cases") : std::nullopt;
  if (!list || !list->json().is_array()) {
    return root.bad("there is no array \"cases\"; the file is {\"cases\": [{\"id\": ...}, ...]}");
  }
  CaseFile file;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < list->json().size(); ++i) {
    const Member member = list->element(i);
    PLUMB_TRY(Case read, read_case(member, file.warnings));
    const auto [place, is_new] = places.try_emplace(read.id, i);
    if (!is_new) {
      return member.bad(fmt::format("{} has the id \"{}\" of cases[{}]; give each case its own",
                                    member.path(), shown(read.id), place->second));
    }
    file.cases.push_back(std::move(read));
  }
  return file;
}

Result<CaseFile> read_cases(const std::string& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxDocumentBytes));
  return parse_cases(text, path);
}

Result<TargetPlans> parse_target_plans(std::string_view json, std::string_view name) {
  PLUMB_TRY(const Json document, parse_document(json, name));
  const Member root(document, "", name);
  const auto list = document.is_object() ? root.find("plans") : std::nullopt;
  if (!list || !list->json().is_object()) {
    return root.bad("there is no object \"plans\"; the file is {\"plans\": {\"ID\": \"...\"}}");
  }
  TargetPlans plans;
  PLUMB_TRY(plans.meta, read_object_text(root, "meta"));
  for (const auto& [id, value] : list->json().items()) {
    const Member member(value, fmt::format("plans[\"{}\"]", shown(id)), name);
    if (is_blank(id)) return member.bad("the id of a plan is blank");
    if (value.is_null()) continue;
    PLUMB_TRY(TargetPlan plan, read_plan(id, member));
    plans.plans.push_back(std::move(plan));
  }
  return plans;
}

Result<TargetPlans> read_target_plans(const std::string& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxDocumentBytes));
  return parse_target_plans(text, path);
}

}  // namespace plumb
