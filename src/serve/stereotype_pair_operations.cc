// The pairs of answers behind a stereotype analysis, some at a time: what a cell of the heat map
// stands for. The document may be somebody else's, so nothing in it is taken for granted.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "record/evaluation.h"
#include "serve/document_answers_json.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"
#include "store/cursor.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

// None where the member is missing or another object's.
const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string text_of(const Json* value) {
  if (value == nullptr || value->is_null()) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

std::optional<double> number_in(const Json& row, std::string_view name) {
  const Json* const value = member(row, name);
  return value != nullptr && value->is_number() ? std::optional(value->get<double>())
                                                : std::nullopt;
}

std::string type_in(const Json& entry) {
  const Json* const type = member(entry, evaluation_field::kStereotypeType);
  return text_of(type != nullptr ? type : member(entry, evaluation_field::kOtherStereotypeType));
}

ServedResult<Json> document_of(Call& call) {
  PLUMB_TRY(const auto found,
            call.services.store.stereotype_analyses().get(
                call.caller.project, StereotypeAnalysisId{call.id("analysis_id")}));
  Json answer = to_json(found);
  answer["document"] = stored_document(found.document);
  return answer;
}

ServedResult<Answer> summary(Call& call) {
  auto analysis = document_of(call);
  if (!analysis) return std::unexpected(std::move(analysis.error()));
  Json& document = (*analysis)["document"];
  if (document.is_object() && document.contains("models")) {
    for (Json& model : document["models"]) {
      if (!model.is_object()) continue;
      const Json* const rows = member(model, "rows");
      model["total_pairs"] = rows != nullptr && rows->is_array() ? rows->size() : 0;
      model.erase("rows");
    }
  }
  return Answer{*std::move(analysis)};
}

struct Pair {
  std::size_t model = 0;
  std::size_t number = 0;
  const Json* row = nullptr;
  std::optional<double> key;  // that it is sorted by
};

// Whether the row is of the group that was asked for.
bool is_asked_for(const Call& call, const Json& row) {
  static const Json kNoEntry = Json::object();
  const Json* const entry = member(row, "entry");
  const Json& of = entry == nullptr ? kNoEntry : *entry;
  const auto bias_type = call.parameter<std::string>("bias_type");
  if (bias_type && text_of(member(of, evaluation_field::kBiasType)) != *bias_type) return false;
  const auto type = call.parameter<std::string>("stereotype_type");
  if (type && type_in(of) != *type) return false;
  const auto significant = call.parameter<bool>("significant");
  if (!significant) return true;
  const Json* const said = member(row, "drift_significant_drift");
  return said != nullptr && said->is_boolean() && said->get<bool>() == *significant;
}

std::vector<Pair> asked_pairs(const Call& call, const Json& models) {
  const auto wanted = call.parameter<std::string>("model");
  const auto sort = call.parameters.at("sort").get<std::string>();
  const std::string key = sort == "raw_drift" ? "drift_raw_drift" : "drift_drift_score";
  std::vector<Pair> pairs;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (wanted && text_of(member(models[m], "model")) != *wanted) continue;
    const Json* const rows = member(models[m], "rows");
    if (rows == nullptr || !rows->is_array()) continue;
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const Json& row = (*rows)[i];
      if (!row.is_object() || !is_asked_for(call, row)) continue;
      pairs.push_back({m, i, &row, sort == "entry" ? std::optional(0.0) : number_in(row, key)});
    }
  }
  const bool ascending = call.parameter<std::string>("order") == "asc";
  // What has no value comes last either way.
  std::ranges::stable_sort(pairs, [&](const Pair& a, const Pair& b) {
    if (a.key.has_value() != b.key.has_value()) return a.key.has_value();
    return ascending ? a.key < b.key : a.key > b.key;
  });
  return pairs;
}

Json pair_json(const Json& models, const Pair& pair) {
  static const Json kNoEntry = Json::object();
  const Json* const entry = member(*pair.row, "entry");
  Json json = {{"model", text_of(member(models[pair.model], "model"))},
               {"number", pair.number},
               {"bias_type",
                text_of(member(entry == nullptr ? kNoEntry : *entry, evaluation_field::kBiasType))},
               {"stereotype_type", type_in(entry == nullptr ? kNoEntry : *entry)}};
  for (const auto& [name, value] : pair.row->items()) {
    if (!json.contains(name)) json[name] = value;
  }
  if (!json["entry"].is_object()) json["entry"] = Json::object();
  return json;
}

// Of the pairs that the call asks for, whatever the page. The document never changes.
std::uint64_t list_of(const Call& call) {
  nlohmann::json asked = call.parameters;
  asked.erase("limit");
  asked.erase("cursor");
  return hash64(asked.dump(), 0);
}

std::string cursor_at(const Call& call, std::size_t place) {
  const auto key = static_cast<std::int64_t>(place);
  return to_text(Cursor{list_of(call), key, key});
}

// The place where the page begins, of so many.
Result<std::size_t> start_of(const Call& call, std::size_t pairs) {
  const auto text = call.parameter<std::string>("cursor");
  if (!text) return 0;
  PLUMB_TRY(const Cursor cursor, parse_cursor(*text, list_of(call)));
  if (std::cmp_greater_equal(cursor.id, 0) && std::cmp_less(cursor.id, pairs)) {
    return static_cast<std::size_t>(cursor.id);
  }
  return fail(ErrorCode::invalid_input,
              "the cursor leads to nothing in this list; leave it out for the first page");
}

// The first of them, `limit` at most, and no more than a page's bytes hold: texts of any length.
std::vector<Json> pairs_in_page(const Json& models, std::span<const Pair> pairs,
                                std::size_t limit) {
  std::vector<Json> page;
  std::vector<std::int64_t> sizes;
  for (const Pair& pair : pairs.first(std::min(limit, pairs.size()))) {
    page.push_back(pair_json(models, pair));
    sizes.push_back(static_cast<std::int64_t>(page.back().dump().size()));
  }
  page.resize(how_many_fit(sizes));
  return page;
}

ServedResult<Answer> pairs(Call& call) {
  auto analysis = document_of(call);
  if (!analysis) return std::unexpected(std::move(analysis.error()));
  static const Json kNone = Json::array();
  const Json& document = (*analysis)["document"];
  const Json* const found = member(document, "models");
  const Json& models = found != nullptr && found->is_array() ? *found : kNone;
  const std::vector<Pair> all = asked_pairs(call, models);
  const auto start = start_of(call, all.size());
  if (!start) return std::unexpected(page_problem(call, start.error()));
  const std::vector<Json> page =
      pairs_in_page(models, std::span(all).subspan(*start), call.parameters.at("limit"));
  const Json* const classifier = member(document, "classifier");
  Answer answer;
  answer.body = {{"classifier",
                  classifier != nullptr && classifier->is_object() ? *classifier : Json(nullptr)},
                 {"total", all.size()},
                 {"items", page},
                 {"next_cursor", nullptr}};
  const std::size_t end = *start + page.size();
  if (end < all.size()) answer.body["next_cursor"] = cursor_at(call, end);
  return answer;
}

}  // namespace

std::vector<Operation> stereotype_pair_operations() {
  return {{.id = "stereotype.summary", .answer = summary},
          {.id = "stereotype.pairs", .answer = pairs}};
}

}  // namespace plumb
