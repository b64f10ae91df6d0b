#include "text/added_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

Result<AddedToken> read_added_token(const TokenizerDocument& document, std::size_t at) {
  const auto name = [&](std::string_view field) {
    return fmt::format("/added_tokens/{}{}", at, field);
  };
  AddedToken token;
  PLUMB_TRY(const auto content, document.text(name("/content")));
  PLUMB_TRY(const auto id, document.integer(name("/id")));
  PLUMB_TRY(token.special, document.flag(name("/special")));
  PLUMB_TRY(token.takes_left, document.flag(name("/lstrip")));
  PLUMB_TRY(token.takes_right, document.flag(name("/rstrip")));
  PLUMB_TRY(token.normalized, document.flag(name("/normalized")));
  PLUMB_CHECK_RESULT(document.require_flag(name("/single_word"), false));
  if (content.empty()) return document.corrupt(name("/content"), "is empty");
  // Broken bytes become U+FFFD for the reference before it looks for added tokens.
  if (content.find("\xEF\xBF\xBD") != std::string_view::npos) {
    return document.unsupported(name("/content"), "holds U+FFFD, which stands for broken bytes");
  }
  if (id < 0 || id > static_cast<std::int64_t>(kMaxVocabulary)) {
    return document.corrupt(name("/id"), fmt::format("is {}", id));
  }
  token.content = content;
  token.id = static_cast<TokenId>(id);
  return token;
}

// White space that ends at `end`, but not before `from`. Only whole characters are looked at.
std::size_t white_space_before(std::string_view text, std::size_t from, std::size_t end) {
  while (end > from) {
    std::size_t start = end - 1;
    while (start > from && end - start < 4 &&
           (static_cast<std::uint8_t>(text[start]) & 0xC0) == 0x80) {
      --start;
    }
    const DecodedCodePoint last = decode_code_point(text.substr(start, end - start));
    if (last.length != end - start || !is_unicode_white_space(last.value)) break;
    end = start;
  }
  return end;
}

std::size_t white_space_behind(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const DecodedCodePoint next = decode_code_point(text.substr(at));
    if (!is_unicode_white_space(next.value)) break;
    at += next.length;
  }
  return at;
}

}  // namespace

Result<std::vector<AddedToken>> read_added_tokens(
    const TokenizerDocument& document, std::size_t pieces,
    const std::function<std::optional<TokenId>(std::string_view)>& find) {
  PLUMB_TRY(const std::size_t size, document.array_size("/added_tokens"));
  if (size > kMaxAddedTokens) {
    return document.unsupported("/added_tokens",
                                fmt::format("has more than {} tokens", kMaxAddedTokens));
  }
  std::vector<AddedToken> tokens;
  auto next = static_cast<TokenId>(pieces);
  for (std::size_t at = 0; at < size; ++at) {
    PLUMB_TRY(auto token, read_added_token(document, at));
    const TokenId expected = find(token.content).value_or(next);
    if (token.id != expected) {
      return document.corrupt(fmt::format("/added_tokens/{}/id", at),
                              fmt::format("is {}; \"{}\" has the id {}", token.id,
                                          TokenizerDocument::shown(token.content), expected));
    }
    if (expected == next) ++next;
    tokens.push_back(std::move(token));
  }
  return tokens;
}

AddedTokens::AddedTokens(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
  for (const AddedToken& token : tokens_) {
    starts_[static_cast<std::uint8_t>(token.content.front())] = true;
  }
}

std::optional<AddedTokens::Match> AddedTokens::find(std::string_view text, std::size_t from,
                                                    std::size_t until) const {
  if (tokens_.empty()) return std::nullopt;
  for (std::size_t at = from; at < until; ++at) {
    if (!starts_[static_cast<std::uint8_t>(text[at])]) continue;
    const AddedToken* longest = nullptr;
    for (const AddedToken& token : tokens_) {
      if (text.substr(at).starts_with(token.content) &&
          (longest == nullptr || token.content.size() > longest->content.size())) {
        longest = &token;
      }
    }
    if (longest == nullptr) continue;
    const std::size_t end = at + longest->content.size();
    return Match{longest->takes_left ? white_space_before(text, from, at) : at,
                 longest->takes_right ? white_space_behind(text, end) : end, longest->id};
  }
  return std::nullopt;
}

}  // namespace plumb
