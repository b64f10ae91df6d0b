#include "text/tokenizer_document.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>

#include "text/serde_number.h"

namespace plumb {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

}  // namespace

struct TokenizerDocument::Parsed {
  std::string origin;
  simdjson::padded_string json;
  simdjson::dom::parser parser;
  element root;

  template <class T>
  Result<T> get(const TokenizerDocument& document, std::string_view pointer) const {
    element found;
    if (root.at_pointer(pointer).get(found) != simdjson::SUCCESS) {
      return document.corrupt(pointer, "is missing");
    }
    T value;
    if (found.get(value) != simdjson::SUCCESS) {
      return document.corrupt(pointer, "has the wrong type");
    }
    return value;
  }
};

TokenizerDocument::TokenizerDocument(std::unique_ptr<const Parsed> parsed)
    : parsed_(std::move(parsed)) {}
TokenizerDocument::TokenizerDocument(TokenizerDocument&&) noexcept = default;
TokenizerDocument& TokenizerDocument::operator=(TokenizerDocument&&) noexcept = default;
TokenizerDocument::~TokenizerDocument() = default;

Result<TokenizerDocument> TokenizerDocument::parse(std::string_view json, std::string_view origin) {
  if (json.size() > kMaxTokenizerBytes) {
    return fail(ErrorCode::unsupported, fmt::format("{} has {} bytes; a tokenizer has at most {}",
                                                    origin, json.size(), kMaxTokenizerBytes));
  }
  auto parsed = std::make_unique<Parsed>();
  parsed->origin = origin;
  parsed->json = simdjson::padded_string(json);
  if (const auto error = parsed->parser.parse(parsed->json).get(parsed->root)) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a tokenizer.json: {}", origin,
                            json.empty() ? "it is empty" : simdjson::error_message(error)));
  }
  return TokenizerDocument(std::move(parsed));
}

bool TokenizerDocument::holds(std::string_view pointer) const {
  element found;
  return parsed_->root.at_pointer(pointer).get(found) == simdjson::SUCCESS && !found.is_null();
}

Result<std::string_view> TokenizerDocument::text(std::string_view pointer) const {
  return parsed_->get<std::string_view>(*this, pointer);
}

Result<bool> TokenizerDocument::flag(std::string_view pointer) const {
  return parsed_->get<bool>(*this, pointer);
}

Result<bool> TokenizerDocument::flag_or(std::string_view pointer, bool missing) const {
  if (!holds(pointer)) return missing;
  return flag(pointer);
}

Result<std::int64_t> TokenizerDocument::integer(std::string_view pointer) const {
  return parsed_->get<std::int64_t>(*this, pointer);
}

// array::size() saturates at 2^24, which is past every bound here.
Result<std::size_t> TokenizerDocument::array_size(std::string_view pointer) const {
  PLUMB_TRY(const auto found, parsed_->get<array>(*this, pointer));
  return found.size();
}

Result<std::vector<std::string_view>> TokenizerDocument::texts(std::string_view pointer) const {
  PLUMB_TRY(const auto entries, parsed_->get<array>(*this, pointer));
  std::vector<std::string_view> found;
  for (const element entry : entries) {
    if (entry.get(found.emplace_back()) != simdjson::SUCCESS) {
      return corrupt(pointer, "holds something else than text");
    }
  }
  return found;
}

Result<std::string_view> TokenizerDocument::model_type() const {
  if (holds("/model/type") || !holds("/model/vocab")) return text("/model/type");
  if (holds("/model/merges")) return "BPE";
  return array_size("/model/vocab") ? "Unigram" : "WordPiece";
}

Result<void> TokenizerDocument::require_model_type(std::string_view expected) const {
  PLUMB_TRY(const auto found, model_type());
  if (found == expected) return {};
  return unsupported("/model/type",
                     fmt::format("is \"{}\"; Plumb reads \"{}\"", shown(found), expected));
}

Result<void> TokenizerDocument::require_text(std::string_view pointer,
                                             std::string_view expected) const {
  PLUMB_TRY(const auto found, text(pointer));
  if (found == expected) return {};
  return unsupported(pointer, fmt::format("is \"{}\"; Plumb reads \"{}\"", shown(found), expected));
}

Result<void> TokenizerDocument::require_flag(std::string_view pointer, bool expected) const {
  PLUMB_TRY(const bool found, flag(pointer));
  if (found == expected) return {};
  return unsupported(pointer, fmt::format("is {}; Plumb reads {}", found, expected));
}

Result<void> TokenizerDocument::check_vocabulary_size(std::string_view pointer,
                                                      std::size_t size) const {
  if (size <= kMaxVocabulary) return {};
  return unsupported(pointer,
                     fmt::format("has {} tokens; Plumb reads at most {}", size, kMaxVocabulary));
}

Result<std::vector<std::string_view>> TokenizerDocument::vocabulary(
    std::string_view pointer) const {
  PLUMB_TRY(const auto entries, parsed_->get<object>(*this, pointer));
  // object::size() saturates, so the entries are counted.
  const auto size = static_cast<std::size_t>(std::distance(entries.begin(), entries.end()));
  PLUMB_CHECK_RESULT(check_vocabulary_size(pointer, size));
  std::vector<std::string_view> pieces(size);
  std::vector<bool> taken(size);
  for (const auto& [piece, value] : entries) {
    std::int64_t id = 0;
    if (value.get(id) != simdjson::SUCCESS || id < 0 || static_cast<std::size_t>(id) >= size) {
      return corrupt(pointer, fmt::format("gives \"{}\" an id that is not in 0 to {}", shown(piece),
                                          size - 1));
    }
    const auto at = static_cast<std::size_t>(id);
    if (taken[at]) {
      return corrupt(pointer, fmt::format("gives the id {} to \"{}\" and to \"{}\"", id,
                                          shown(pieces[at]), shown(piece)));
    }
    taken[at] = true;
    pieces[at] = piece;
  }
  return pieces;
}

// The DOM has rounded the numbers, so the raw tokens are read a second time, with the
// parser that shows them. The document is known to be valid JSON by then.
Result<std::vector<ScoredPiece>> TokenizerDocument::scored_vocabulary() const {
  constexpr std::string_view kField = "/model/vocab";
  PLUMB_TRY(const auto entries, parsed_->get<array>(*this, kField));
  const auto size = static_cast<std::size_t>(std::distance(entries.begin(), entries.end()));
  PLUMB_CHECK_RESULT(check_vocabulary_size(kField, size));
  std::vector<ScoredPiece> pieces;
  pieces.reserve(size);
  const auto wrong = [&] {
    return corrupt(kField,
                   fmt::format("has an entry {} that is not a piece and its score", pieces.size()));
  };
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::array raw;
  if (parser.iterate(parsed_->json).get(document) != simdjson::SUCCESS ||
      document["model"]["vocab"].get_array().get(raw) != simdjson::SUCCESS) {
    return corrupt(kField, "has the wrong type");
  }
  auto dom_entry = entries.begin();
  for (auto entry : raw) {
    array known;
    if (!(dom_entry != entries.end()) || (*dom_entry).get(known) != simdjson::SUCCESS ||
        known.size() != 2) {
      return wrong();
    }
    std::string_view piece;
    if (known.at(0).get(piece) != simdjson::SUCCESS) return wrong();
    simdjson::ondemand::array parts;
    if (entry.get_array().get(parts) != simdjson::SUCCESS) return wrong();
    std::string_view token;  // of the last part
    for (auto part : parts) {
      if (part.raw_json_token().get(token) != simdjson::SUCCESS) return wrong();
    }
    const auto score = parse_serde_number(token);
    if (!score) return wrong();
    pieces.push_back({piece, *score});
    ++dom_entry;
  }
  if (pieces.size() != size) return wrong();
  return pieces;
}

Result<std::vector<std::pair<std::string_view, std::string_view>>> TokenizerDocument::merges()
    const {
  constexpr std::string_view kField = "/model/merges";
  PLUMB_TRY(const auto entries, parsed_->get<array>(*this, kField));
  const auto size = static_cast<std::size_t>(std::distance(entries.begin(), entries.end()));
  PLUMB_CHECK_RESULT(check_vocabulary_size(kField, size));
  std::vector<std::pair<std::string_view, std::string_view>> merges;
  merges.reserve(size);
  for (const element entry : entries) {
    auto& [left, right] = merges.emplace_back();
    array pair;
    std::string_view joined;
    if (entry.get(pair) == simdjson::SUCCESS) {
      if (pair.size() == 2 && pair.at(0).get(left) == simdjson::SUCCESS &&
          pair.at(1).get(right) == simdjson::SUCCESS) {
        continue;
      }
    } else if (entry.get(joined) == simdjson::SUCCESS) {
      const std::size_t space = joined.find(' ');
      if (space != std::string_view::npos && joined.find(' ', space + 1) == joined.npos) {
        left = joined.substr(0, space);
        right = joined.substr(space + 1);
        continue;
      }
    }
    return corrupt(kField,
                   fmt::format("has an entry {} that is not two pieces", merges.size() - 1));
  }
  return merges;
}

std::unexpected<Error> TokenizerDocument::corrupt(std::string_view pointer,
                                                  std::string_view what) const {
  return fail(ErrorCode::corrupt, sentence(pointer, what));
}

std::unexpected<Error> TokenizerDocument::unsupported(std::string_view pointer,
                                                      std::string_view what) const {
  return fail(ErrorCode::unsupported, sentence(pointer, what));
}

std::string TokenizerDocument::sentence(std::string_view pointer, std::string_view what) const {
  std::string dotted(pointer.substr(pointer.starts_with('/') ? 1 : 0));
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  return fmt::format("{}: the field {} {}", parsed_->origin, dotted, what);
}

std::string TokenizerDocument::shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::size_t cut = std::min(text.size(), kMost);
  while (cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  std::string plain(text.substr(0, cut));
  std::replace_if(
      plain.begin(), plain.end(), [](unsigned char byte) { return byte < 0x20 || byte == 0x7F; },
      '?');
  return cut < text.size() ? plain + "..." : plain;
}

}  // namespace plumb
