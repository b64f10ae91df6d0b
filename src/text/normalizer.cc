#include "text/normalizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/base64.h"
#include "text/unicode_forms.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxSteps = 16;

// How many times as long all steps together may make a text. ALBERT's make it 726 times
// as long at worst, by a bound that no text comes near.
constexpr std::size_t kMaxGrowth = 4096;

constexpr std::string_view kSpaces = " {2,}";
constexpr std::string_view kWhiteSpace = "\\s{2,}|[\\n\\r\\t]";

void replace_text(std::string_view text, const Normalizer::ReplaceText& step, std::string& out) {
  for (std::size_t at = 0;;) {
    const std::size_t found = text.find(step.from, at);
    out.append(text.substr(at, found - at));
    if (found == std::string_view::npos) return;
    out.append(step.to);
    at = found + step.from.size();
  }
}

void replace_spaces(std::string_view text, std::string_view to, std::string& out) {
  while (!text.empty()) {
    const std::size_t found = std::min(text.find("  "), text.size());
    out.append(text.substr(0, found));
    text.remove_prefix(found);
    if (text.empty()) break;
    out.append(to);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
}

void replace_white_space(std::string_view text, std::string_view to, std::string& out) {
  while (!text.empty()) {
    std::size_t bytes = 0;
    std::size_t characters = 0;
    while (bytes < text.size()) {
      const DecodedCodePoint next = decode_code_point(text.substr(bytes));
      if (!is_unicode_white_space(next.value)) break;
      bytes += next.length;
      ++characters;
    }
    const char first = text.front();
    if (characters > 1 || (characters == 1 && (first == '\n' || first == '\r' || first == '\t'))) {
      out.append(to);
    } else {
      bytes = decode_code_point(text).length;
      out.append(text.substr(0, bytes));
    }
    text.remove_prefix(bytes);
  }
}

std::string_view stripped(std::string_view text, bool left, bool right) {
  while (left && !text.empty()) {
    const DecodedCodePoint first = decode_code_point(text);
    if (!is_unicode_white_space(first.value)) break;
    text.remove_prefix(first.length);
  }
  while (right && !text.empty()) {
    std::size_t start = text.size() - 1;
    while ((static_cast<std::uint8_t>(text[start]) & 0xC0) == 0x80) --start;
    if (!is_unicode_white_space(decode_code_point(text.substr(start)).value)) break;
    text.remove_suffix(text.size() - start);
  }
  return text;
}

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

Result<Normalizer::Step> read_replace(const TokenizerDocument& document, const std::string& at) {
  PLUMB_TRY(const auto to, document.text(at + "/content"));
  if (document.holds(at + "/pattern/String")) {
    PLUMB_TRY(const auto from, document.text(at + "/pattern/String"));
    if (from.empty()) return document.unsupported(at + "/pattern/String", "is empty");
    return Normalizer::ReplaceText{std::string(from), std::string(to)};
  }
  PLUMB_TRY(const auto regex, document.text(at + "/pattern/Regex"));
  if (regex == kSpaces) return Normalizer::ReplaceSpaces{std::string(to)};
  if (regex == kWhiteSpace) return Normalizer::ReplaceWhiteSpace{std::string(to)};
  return document.unsupported(at + "/pattern/Regex",
                              fmt::format("is \"{}\"; Plumb reads \"{}\" and \"{}\"",
                                          TokenizerDocument::shown(regex), kSpaces, kWhiteSpace));
}

Result<Normalizer::Step> read_step(const TokenizerDocument& document, const std::string& at,
                                   std::string_view origin) {
  PLUMB_TRY(const auto type, document.text(at + "/type"));
  if (type == "Replace") return read_replace(document, at);
  if (type == "NFKD") return Normalizer::Nfkd{};
  if (type == "NFC") return Normalizer::Nfc{};
  if (type == "StripAccents") return Normalizer::StripAccents{};
  if (type == "Lowercase") return Normalizer::Lowercase{};
  if (type == "Strip") {
    PLUMB_TRY(const bool left, document.flag(at + "/strip_left"));
    PLUMB_TRY(const bool right, document.flag(at + "/strip_right"));
    return Normalizer::Strip{left, right};
  }
  if (type == "Precompiled") {
    PLUMB_TRY(const auto packed, document.text(at + "/precompiled_charsmap"));
    const auto bytes = decode_base64(packed);
    if (!bytes) return document.corrupt(at + "/precompiled_charsmap", "is not base64");
    PLUMB_TRY(auto charsmap, Charsmap::parse(*bytes, origin));
    return charsmap;
  }
  return document.unsupported(at + "/type",
                              fmt::format("is \"{}\", a normalizer that Plumb does not have",
                                          TokenizerDocument::shown(type)));
}

// How many times as long as its input, in bytes, a step's output can be.
std::size_t growth(const Normalizer::Step& step) {
  const auto longer = [](std::size_t to, std::size_t from) {
    return std::max<std::size_t>((to + from - 1) / from, 1);
  };
  return std::visit(
      Overloaded{
          [&](const Normalizer::ReplaceText& replace) {
            return longer(replace.to.size(), replace.from.size());
          },
          [&](const Normalizer::ReplaceSpaces& replace) { return longer(replace.to.size(), 2); },
          [&](const Normalizer::ReplaceWhiteSpace& replace) {
            return longer(replace.to.size(), 1);
          },
          [](const Normalizer::Nfkd&) { return std::size_t{11}; },  // U+FDFA: 3 bytes, then 33
          [](const Normalizer::Nfc&) { return std::size_t{3}; },    // Unicode 15, UAX 15
          [](const Normalizer::StripAccents&) { return std::size_t{1}; },
          [](const Normalizer::Lowercase&) { return std::size_t{2}; },  // U+0130: 2 bytes, then 3
          [](const Normalizer::Strip&) { return std::size_t{1}; },
          [](const Charsmap& charsmap) { return charsmap.longest_replacement(); },
      },
      step);
}

}  // namespace

Result<void> Normalizer::add(Step step, std::string_view origin) {
  growth_ *= std::min(growth(step), kMaxGrowth + 1);
  if (growth_ > kMaxGrowth) {
    return fail(ErrorCode::unsupported,
                fmt::format("{}: the normalizer could make a text more than {} times as long",
                            origin, kMaxGrowth));
  }
  steps_.push_back(std::move(step));
  return {};
}

Result<Normalizer> Normalizer::read(const TokenizerDocument& document, std::string_view origin) {
  Normalizer normalizer;
  if (!document.holds("/normalizer")) return normalizer;
  PLUMB_TRY(const auto type, document.text("/normalizer/type"));
  if (type != "Sequence") {
    PLUMB_TRY(auto step, read_step(document, "/normalizer", origin));
    PLUMB_CHECK_RESULT(normalizer.add(std::move(step), origin));
    return normalizer;
  }
  PLUMB_TRY(const std::size_t size, document.array_size("/normalizer/normalizers"));
  if (size > kMaxSteps) {
    return document.unsupported("/normalizer/normalizers", fmt::format("has {} steps", size));
  }
  for (std::size_t i = 0; i < size; ++i) {
    PLUMB_TRY(auto step, read_step(document, fmt::format("/normalizer/normalizers/{}", i), origin));
    PLUMB_CHECK_RESULT(normalizer.add(std::move(step), origin));
  }
  return normalizer;
}

Result<Normalizer> Normalizer::albert(std::string_view charsmap, std::string_view origin) {
  Normalizer normalizer;
  for (Step step : {Step(ReplaceText{"``", "\""}), Step(ReplaceText{"''", "\""}), Step(Nfkd{}),
                    Step(StripAccents{}), Step(Lowercase{})}) {
    PLUMB_CHECK_RESULT(normalizer.add(std::move(step), origin));
  }
  if (!charsmap.empty()) {
    PLUMB_TRY(auto map, Charsmap::parse(charsmap, origin));
    PLUMB_CHECK_RESULT(normalizer.add(std::move(map), origin));
  }
  return normalizer;
}

void Normalizer::apply(std::string& text, Part part) const {
  std::string out;
  for (const Step& step : steps_) {
    out.clear();
    out.reserve(text.size() + text.size() / 8);
    std::visit(
        Overloaded{
            [&](const ReplaceText& replace) { replace_text(text, replace, out); },
            [&](const ReplaceSpaces& replace) { replace_spaces(text, replace.to, out); },
            [&](const ReplaceWhiteSpace& replace) { replace_white_space(text, replace.to, out); },
            [&](const Nfkd&) { append_nfkd(text, out); },
            [&](const Nfc&) { append_nfc(text, out); },
            [&](const StripAccents&) { append_without_marks(text, out); },
            [&](const Lowercase&) { append_lower(text, out); },
            [&](const Strip& strip) {
              out = stripped(text, strip.left && part.first, strip.right && part.last);
            },
            [&](const Charsmap& charsmap) { charsmap.append(text, out); },
        },
        step);
    text.swap(out);
  }
}

bool Normalizer::splits_at_spaces() const {
  return std::all_of(steps_.begin(), steps_.end(), [](const Step& step) {
    const auto* replace = std::get_if<ReplaceText>(&step);
    return replace == nullptr || replace->from.find(' ') == std::string::npos;
  });
}

}  // namespace plumb
