#include "serve/new_results.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "record/severity.h"

namespace plumb {
namespace {

constexpr std::size_t kMostResults = 100'000;
constexpr std::size_t kMostIdBytes = 500;
constexpr std::size_t kMostNumbers = 65'536;
constexpr std::size_t kMostLabels = 16;  // of a result: they are compared with each other
constexpr int kDepth = 4;                // the line, "results", a result, its members, their items

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
  QuickLook(const JsonLineParser& parser, std::vector<NewResult>& results)
      : parser_(parser), results_(results) {}

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
    return each(results, [&](const JsonNode& result) {
      return results_.size() < kMostResults && result.is(JsonKind::object) && fits_result(result);
    });
  }

  bool fits_result(const JsonNode& object) const {
    NewResult& result = results_.emplace_back(&object);
    unsigned seen = 0;  // a bit a member
    const bool known = each(object, [&](const JsonNode& member) {
      const auto found = std::ranges::find(kResultMembers, member.key);
      if (found == kResultMembers.end()) return false;
      const auto place = static_cast<std::size_t>(found - kResultMembers.begin());
      if ((seen & (1U << place)) != 0) return false;  // comes twice
      seen |= 1U << place;
      if (member.is(JsonKind::null)) return static_cast<ResultMember>(place) != kNeeded;
      result.members[place] = &member;
      return fits_member(static_cast<ResultMember>(place), member);
    });
    return known && result.get(kNeeded) != nullptr;
  }

  bool fits_member(ResultMember which, const JsonNode& member) const {
    switch (which) {
      case ResultMember::id:
        return is_text(member) && !member.text.empty() && member.text.size() <= kMostIdBytes;
      case ResultMember::prompt:
      case ResultMember::response:
        return is_text(member);
      case ResultMember::severity:
        return is_severity(member);
      case ResultMember::tools:
        return member.is(JsonKind::array) && each(member, is_plain_name);
      case ResultMember::labels:
        return member.is(JsonKind::object) && fits_labels(member);
      case ResultMember::embedding:
        return member.is(JsonKind::array) && fits_numbers(member);
    }
    std::unreachable();
  }

  bool fits_numbers(const JsonNode& numbers) const {
    std::size_t count = 0;
    return each(numbers, [&](const JsonNode& number) {
      return ++count <= kMostNumbers && number.is(JsonKind::number);
    });
  }

  bool fits_labels(const JsonNode& labels) const {
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

  static constexpr ResultMember kNeeded = ResultMember::response;

  const JsonLineParser& parser_;
  std::vector<NewResult>& results_;
};

// Halves of surrogates, which a parser of lines would mend, and the character that the store does
// not keep; as escapes, since bytes that are no UTF-8 and control characters are no JSON.
bool holds_what_is_mended(std::string_view body) {
  const std::size_t escape = body.find('\\');
  if (escape == std::string_view::npos) return false;
  const std::string_view rest = body.substr(escape);
  return rest.contains("\\u0000") || rest.contains("\\ud") || rest.contains("\\uD");
}

}  // namespace

NewResults::NewResults() : parser_({.paths = {}, .depth = kDepth}) {}

// A few that are done, for the next bodies: what one needs is several times its body, and memory
// that comes from the system anew costs a fault a page. Safe from any thread.
class NewResults::Kept {
 public:
  static Kept& all() {
    static Kept kept;
    return kept;
  }

  std::shared_ptr<NewResults> take() {
    std::unique_ptr<NewResults> taken;
    {
      const std::lock_guard lock(mutex_);
      if (!kept_.empty()) {
        taken = std::move(kept_.back());
        kept_.pop_back();
      }
    }
    if (taken == nullptr) taken.reset(new NewResults());
    return {taken.release(),
            [this](NewResults* done) { put_back(std::unique_ptr<NewResults>(done)); }};
  }

 private:
  static constexpr std::size_t kMost = 4;
  // Which bounds what each holds to some 15 MB.
  static constexpr std::size_t kMostBodyBytes = std::size_t{1} << 20;
  static constexpr std::size_t kMostValues = 50'000;

  void put_back(std::unique_ptr<NewResults> done) {
    if (done->body_bytes_ > kMostBodyBytes || done->parser_.nodes().size() > kMostValues) return;
    const std::lock_guard lock(mutex_);
    if (kept_.size() < kMost) kept_.push_back(std::move(done));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<NewResults>> kept_;
};

bool NewResults::read(const std::string& body) {
  body_bytes_ = std::max(body_bytes_, body.size());
  results_.clear();
  return parser_.parse_sound_value(body) && QuickLook(parser_, results_).fits();
}

std::shared_ptr<const NewResults> NewResults::look(const std::string& body) {
  if (holds_what_is_mended(body)) return nullptr;
  std::shared_ptr<NewResults> made = Kept::all().take();
  return made->read(body) ? made : nullptr;
}

std::optional<StoredResult> NewResults::stored(const NewResult& result) const {
  using enum ResultMember;
  if (result.get(id) == nullptr || result.get(embedding) != nullptr) return std::nullopt;
  ResponseView view;
  view.id = result.get(id)->text;
  view.response = result.get(response)->text;
  if (const JsonNode* given = result.get(prompt)) view.prompt = given->text;
  if (const JsonNode* given = result.get(severity)) view.severity = severity_of(given->text);
  std::vector<std::string_view> names;
  if (const JsonNode* given = result.get(tools)) {
    parser_.for_each_child(*given, [&](const JsonNode& name) {
      names.push_back(name.text);
      return true;
    });
    view.tools = names;
  }
  std::array<std::pair<std::string_view, std::string_view>, kMostLabels> labels_there;
  std::size_t count = 0;
  if (const JsonNode* given = result.get(labels)) {
    parser_.for_each_child(*given, [&](const JsonNode& label) {
      if (!label.is(JsonKind::null)) labels_there[count++] = {label.key, label.text};
      return true;
    });
    std::sort(labels_there.begin(), labels_there.begin() + static_cast<std::ptrdiff_t>(count));
    view.labels = std::span(labels_there).first(count);
  }
  return to_stored_result(view);
}

bool surely_fits_new_results(std::string_view body) {
  const std::string copy(body);
  return NewResults::look(copy) != nullptr;
}

}  // namespace plumb
