#include "serve/new_results.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

#include "record/severity.h"

namespace plumb {
namespace {

constexpr std::size_t kMostResults = 100'000;
constexpr std::size_t kMostIdBytes = 500;
constexpr std::size_t kMostNumbers = 65'536;
constexpr int kDepth = 4;  // the line, "results", a result, its members, their items

bool is_text(const JsonNode& node) {
  return node.is(JsonKind::string);
}

bool is_plain_name(const JsonNode& node) {
  const auto is_printed = [](char c) { return c >= 0x20 && c < 0x7F; };
  return is_text(node) && std::ranges::all_of(node.text, is_printed) &&
         node.text.find_first_not_of(' ') != std::string_view::npos;
}

bool is_severity(const JsonNode& node) {
  return is_text(node) && std::ranges::any_of(kSeverities, [&](Severity each) {
           return name_of(each) == node.text;
         });
}

bool is_short_number(const JsonNode& node) {
  constexpr std::size_t kShort = 15;
  return node.is(JsonKind::number) && node.text.size() <= kShort &&
         node.text.find_first_of("eE") == std::string_view::npos;
}

class QuickLook {
 public:
  explicit QuickLook(const JsonLineParser& parser) : parser_(parser) {}

  bool fits() const {
    const JsonNode& whole = parser_.nodes().front();
    if (!whole.is(JsonKind::object)) return false;
    std::size_t members = 0;
    const bool known = each(whole, [&](const JsonNode& member) {
      return ++members == 1 && member.key == "results" && member.is(JsonKind::array) &&
             fits_results(member);
    });
    return known && members == 1;
  }

 private:
  template <class Fits>
  bool each(const JsonNode& parent, const Fits& fits) const {
    bool all = true;
    parser_.for_each_child(parent, [&](const JsonNode& node) { return all = fits(node); });
    return all;
  }

  bool fits_results(const JsonNode& results) const {
    std::size_t count = 0;
    return each(results, [&](const JsonNode& result) {
      return ++count <= kMostResults && result.is(JsonKind::object) && fits_result(result);
    });
  }

  bool fits_result(const JsonNode& result) const {
    constexpr std::array<std::string_view, 7> kMembers = {"id",    "prompt", "response", "severity",
                                                          "tools", "labels", "embedding"};
    std::array<bool, kMembers.size()> seen = {};
    const bool known = each(result, [&](const JsonNode& member) {
      const auto found = std::ranges::find(kMembers, member.key);
      if (found == kMembers.end()) return false;
      bool& before = seen[static_cast<std::size_t>(found - kMembers.begin())];
      if (before) return false;  // comes twice
      before = true;
      return fits_member(member);
    });
    return known && seen[2];
  }

  bool fits_member(const JsonNode& member) const {
    if (member.key == "response") return is_text(member);
    if (member.is(JsonKind::null)) return true;
    if (member.key == "prompt") return is_text(member);
    if (member.key == "id") {
      return is_text(member) && !member.text.empty() && member.text.size() <= kMostIdBytes;
    }
    if (member.key == "severity") return is_severity(member);
    if (member.key == "tools") return member.is(JsonKind::array) && each(member, is_plain_name);
    if (member.key == "labels") return member.is(JsonKind::object) && fits_labels(member);
    std::size_t count = 0;
    return member.is(JsonKind::array) && each(member, [&](const JsonNode& number) {
             return ++count <= kMostNumbers && number.is(JsonKind::number);
           });
  }

  bool fits_labels(const JsonNode& labels) const {
    constexpr std::size_t kMostLabels = 16;  // which are compared with each other
    std::array<std::string_view, kMostLabels> names;
    std::size_t count = 0;
    return each(labels, [&](const JsonNode& label) {
      const auto end = names.begin() + static_cast<std::ptrdiff_t>(count);
      if (count == kMostLabels || std::find(names.begin(), end, label.key) != end) return false;
      names[count++] = label.key;
      return is_text(label) || label.is(JsonKind::null) || label.is(JsonKind::boolean) ||
             is_short_number(label);
    });
  }

  const JsonLineParser& parser_;
};

}  // namespace

NewResults::NewResults() : parser_({.paths = {}, .depth = kDepth}) {}

std::shared_ptr<const NewResults> NewResults::look(std::string_view body) {
  // The line's parser mends what the check refuses: bytes that are no UTF-8, halves of surrogates.
  for (const std::string_view escape : {"\\u0000", "\\ud", "\\uD"}) {
    if (body.contains(escape)) return nullptr;
  }
  if (body.contains('\0') || !simdjson::validate_utf8(body.data(), body.size())) return nullptr;
  const std::shared_ptr<NewResults> made(new NewResults());
  if (!made->parser_.parse_value(body) || !QuickLook(made->parser_).fits()) return nullptr;
  return made;
}

bool surely_fits_new_results(std::string_view body) {
  return NewResults::look(body) != nullptr;
}

}  // namespace plumb
