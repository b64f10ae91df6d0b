#include "text/frame_json.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace plumb {
namespace {

// One part of a template: a special token, or the text "A" or "B".
struct Part {
  std::string_view name;
  bool special;
  std::int64_t type;
};

Result<std::vector<Part>> read_template(const TokenizerDocument& document, std::string_view field) {
  PLUMB_TRY(const std::size_t size, document.array_size(field));
  if (size > 6) return document.unsupported(field, fmt::format("has {} parts", size));
  std::vector<Part> parts;
  for (std::size_t at = 0; at < size; ++at) {
    std::string part = fmt::format("{}/{}/SpecialToken", field, at);
    const bool special = document.holds(part);
    if (!special) part = fmt::format("{}/{}/Sequence", field, at);
    PLUMB_TRY(const auto name, document.text(part + "/id"));
    PLUMB_TRY(const auto type, document.integer(part + "/type_id"));
    parts.push_back({name, special, type});
  }
  return parts;
}

bool is_text(const Part& part, std::string_view name) {
  return !part.special && part.name == name;
}
bool is_special(const Part& part, std::string_view name, std::int64_t type) {
  return part.special && part.name == name && part.type == type;
}

Result<TokenId> check_id(const TokenizerDocument& document, std::string_view field, std::int64_t id,
                         std::size_t vocabulary) {
  if (id >= 0 && static_cast<std::size_t>(id) < vocabulary) return static_cast<TokenId>(id);
  return document.corrupt(field, fmt::format("is {}, which is no id of the vocabulary", id));
}

// A name as a part of a JSON pointer.
std::string escaped(std::string_view name) {
  std::string pointer;
  for (const char byte : name) {
    if (byte == '~') {
      pointer += "~0";
    } else if (byte == '/') {
      pointer += "~1";
    } else {
      pointer += byte;
    }
  }
  return pointer;
}

Result<TokenId> read_special_id(const TokenizerDocument& document, std::string_view name,
                                std::size_t vocabulary) {
  const std::string field = fmt::format("/post_processor/special_tokens/{}/ids", escaped(name));
  PLUMB_TRY(const std::size_t size, document.array_size(field));
  if (size != 1) return document.unsupported(field, fmt::format("has {} ids", size));
  PLUMB_TRY(const auto id, document.integer(field + "/0"));
  return check_id(document, field, id, vocabulary);
}

// CLS A SEP and CLS A SEP B SEP, or with two SEP between the texts.
Result<Frame> read_template_frame(const TokenizerDocument& document, std::size_t vocabulary) {
  constexpr std::string_view kSingle = "/post_processor/single";
  constexpr std::string_view kPair = "/post_processor/pair";
  PLUMB_TRY(const auto single, read_template(document, kSingle));
  if (single.size() != 3 || !single[0].special || !is_text(single[1], "A") || !single[2].special) {
    return document.unsupported(kSingle, "is not a special token, A, a special token");
  }
  const std::string_view classify = single[0].name;
  const std::string_view separate = single[2].name;
  PLUMB_TRY(const auto pair, read_template(document, kPair));
  const std::size_t between = pair.size() == 6 ? 2 : 1;
  bool known = pair.size() == 4 + between && is_special(pair[0], classify, 0) &&
               is_text(pair[1], "A") && pair[1].type == 0 && is_text(pair[2 + between], "B") &&
               is_special(pair[3 + between], separate, pair[2 + between].type) &&
               (pair[2 + between].type == 0 || pair[2 + between].type == 1);
  for (std::size_t i = 0; known && i < between; ++i) known = is_special(pair[2 + i], separate, 0);
  if (!known) {
    return document.unsupported(
        kPair, fmt::format("is not {0} A {1} B {1}, nor with {1} twice between A and B",
                           TokenizerDocument::shown(classify), TokenizerDocument::shown(separate)));
  }
  PLUMB_TRY(const TokenId classify_id, read_special_id(document, classify, vocabulary));
  PLUMB_TRY(const TokenId separate_id, read_special_id(document, separate, vocabulary));
  return Frame{classify_id, separate_id, between,
               static_cast<std::uint8_t>(pair[2 + between].type)};
}

Result<TokenId> read_pair_id(const TokenizerDocument& document, std::string_view field,
                             std::size_t vocabulary) {
  const std::string id_field = fmt::format("{}/1", field);
  PLUMB_TRY(const auto id, document.integer(id_field));
  return check_id(document, id_field, id, vocabulary);
}

}  // namespace

Result<Frame> read_frame(const TokenizerDocument& document, std::size_t vocabulary) {
  constexpr std::string_view kType = "/post_processor/type";
  PLUMB_TRY(const auto type, document.text(kType));
  if (type == "TemplateProcessing") return read_template_frame(document, vocabulary);
  if (type != "RobertaProcessing" && type != "BertProcessing") {
    return document.unsupported(
        kType, fmt::format("is \"{}\"; Plumb reads \"TemplateProcessing\", \"RobertaProcessing\" "
                           "and \"BertProcessing\"",
                           TokenizerDocument::shown(type)));
  }
  PLUMB_TRY(const TokenId classify, read_pair_id(document, "/post_processor/cls", vocabulary));
  PLUMB_TRY(const TokenId separate, read_pair_id(document, "/post_processor/sep", vocabulary));
  if (type == "BertProcessing") return bert_frame(classify, separate);
  return Frame{classify, separate, 2, 0};
}

}  // namespace plumb
