#include "ingest/span_draft.h"

#include <charconv>
#include <chrono>

#include "ingest/execution_fields.h"
#include "ingest/genai_messages.h"
#include "ingest/json_line.h"

namespace plumb {
namespace {

constexpr std::uint64_t kNanosecondsASecond = 1'000'000'000;

// Digits at the start, exactly so many.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  int value = 0;
  if (text.size() < count) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + count, value);
  if (error != std::errc() || end != text.data() + count || value < 0) return std::nullopt;
  text.remove_prefix(count);
  return value;
}

bool take_one(std::string_view& text, std::string_view any) {
  if (text.empty() || any.find(text.front()) == any.npos) return false;
  text.remove_prefix(1);
  return true;
}

std::uint64_t take_fraction(std::string_view& text) {
  std::uint64_t value = 0, unit = kNanosecondsASecond / 10;
  if (!take_one(text, ".,")) return 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    value += static_cast<std::uint64_t>(text.front() - '0') * unit;
    unit /= 10;
    text.remove_prefix(1);
  }
  return value;
}

// Minutes that the zone is ahead of UTC; none where it is no zone.
std::optional<int> take_zone(std::string_view& text) {
  if (text.empty() || take_one(text, "Z")) return 0;
  const bool behind = text.front() == '-';
  if (!take_one(text, "+-")) return std::nullopt;
  const auto hours = take_digits(text, 2);
  take_one(text, ":");
  const auto minutes = text.empty() ? std::optional(0) : take_digits(text, 2);
  if (!hours || !minutes) return std::nullopt;
  const int ahead = *hours * 60 + *minutes;
  return behind ? -ahead : ahead;
}

std::optional<std::uint64_t> time_of_number(std::string_view text) {
  std::uint64_t milliseconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), milliseconds);
  constexpr std::uint64_t kMost = 7'258'118'400'000;  // 2200-01-01
  if (error != std::errc() || end != text.data() + text.size() || milliseconds > kMost) {
    return std::nullopt;
  }
  return milliseconds * 1'000'000;
}

}  // namespace

void SpanDraft::add(std::string_view key, std::optional<std::string> value) {
  if (!value) return;
  OtlpValue& attribute = span.attributes.emplace_back();
  attribute.key = key;
  attribute.kind = OtlpKind::text;
  attribute.text = keep(*std::move(value));
}

void SpanDraft::fail(std::string message) {
  span.status = OtlpStatus::error;
  span.status_message = keep(std::move(message));
}

void SpanDraft::add_said(std::string_view kind, std::string_view input, std::string_view output) {
  const auto add_one = [&](std::string_view text, std::string_view messages,
                           std::string_view value) {
    if (text.empty()) return;
    if (kind == "TOOL") return add(value, std::string(text));
    const bool is_chat = kind == "LLM" && !messages_of_json(text).empty();
    add(is_chat ? messages : value, is_chat ? std::string(text) : said_in(text));
  };
  add_one(input, "gen_ai.input.messages", "input.value");
  add_one(output, "gen_ai.output.messages", "output.value");
}

std::optional<std::uint64_t> time_of_text(std::string_view text) {
  using namespace std::chrono;
  if (const auto number = time_of_number(text)) return number;
  const auto years = take_digits(text, 4);
  take_one(text, "-");
  const auto months = take_digits(text, 2);
  take_one(text, "-");
  const auto days = take_digits(text, 2);
  if (!years || !months || !days || !take_one(text, "T ")) return std::nullopt;
  const auto hour = take_digits(text, 2);
  take_one(text, ":");
  const auto minute = take_digits(text, 2);
  take_one(text, ":");
  const auto second = take_digits(text, 2);
  if (!hour || !minute || !second) return std::nullopt;
  const std::uint64_t fraction = take_fraction(text);
  const auto zone = take_zone(text);
  const year_month_day date{year{*years}, month(static_cast<unsigned>(*months)),
                            day(static_cast<unsigned>(*days))};
  if (!zone || !text.empty() || !date.ok()) return std::nullopt;
  const std::int64_t seconds = sys_days(date).time_since_epoch().count() * std::int64_t{86'400} +
                               *hour * 3'600 + (*minute - *zone) * 60 + *second;
  if (seconds < 0 || *years > 2'199) return std::nullopt;
  return static_cast<std::uint64_t>(seconds) * kNanosecondsASecond + fraction;
}

std::string said_in(std::string_view text) {
  if (!messages_of_json(text).empty()) return std::string(text);
  JsonLineParser parser(JsonWanted{.paths = {}, .depth = 1});
  if (!text.starts_with('{') || !parser.parse(text)) return std::string(text);
  const auto members = last_members(parser, parser.nodes().front());
  for (const std::string_view usual :
       {"input", "question", "query", "prompt", "output", "answer", "result", "response", "text"}) {
    for (const JsonNode* member : members) {
      if (member->key == usual && member->is(JsonKind::string)) return std::string(member->text);
    }
  }
  const bool is_only = members.size() == 1 && members.front()->is(JsonKind::string);
  return is_only ? std::string(members.front()->text) : minified_json(text);
}

}  // namespace plumb
