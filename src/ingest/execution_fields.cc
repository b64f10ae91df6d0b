#include "ingest/execution_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

using Done = std::expected<void, JsonProblem>;

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

Done read_call(const JsonLineParser& line, const JsonNode& node, std::string_view field,
               ToolCall& call) {
  const JsonNode* name = nullptr;
  const JsonNode* arguments = nullptr;
  const JsonNode* result = nullptr;
  line.for_each_child(node, [&](const JsonNode& member) {
    if (member.key == "name") name = &member;
    if (member.key == "arguments") arguments = &member;
    if (member.key == "result") result = &member;
    return true;
  });
  if (name == nullptr) {
    return std::unexpected(
        line.problem(node, fmt::format("a call in \"{}\" has no \"name\"", field)));
  }
  if (!name->is(JsonKind::string)) {
    return std::unexpected(wrong_type(line, *name, fmt::format("{}.name", field), "text"));
  }
  if (auto fine = check_tool_name(name->text); !fine) {
    return std::unexpected(line.problem(*name, std::move(fine.error())));
  }
  const auto json_of = [](const JsonNode* member) {
    return member == nullptr || member->is(JsonKind::null) ? std::string()
                                                           : minified_json(member->raw);
  };
  call.name = name->text;
  call.arguments = json_of(arguments);
  call.result = json_of(result);
  return {};
}

// Straight to float, not by way of double: each rounds, and two roundings may
// give another float than the one that was written.
std::optional<float> float_of(std::string_view number) {
  float value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error == std::errc() && std::isfinite(value)) return value;
  if (error != std::errc::result_out_of_range) return std::nullopt;
  // Too large, or so small that it is 0 or nearly so.
  value = std::strtof(std::string(number).c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<ExecutionColumns> execution_columns_of(std::span<const ColumnMapping> mappings) {
  ExecutionColumns columns;
  PLUMB_CHECK_RESULT(map_columns(mappings, {.one = "a result",
                                            .many = "results",
                                            .fields = {{"id", &columns.id},
                                                       {"prompt", &columns.prompt},
                                                       {"response", &columns.response},
                                                       {"severity", &columns.severity},
                                                       {"tools", &columns.tools},
                                                       {"embedding", &columns.embedding}},
                                            .labels = &columns.labels}));
  return columns;
}

std::string shown(std::string_view raw) {
  constexpr std::size_t kMost = 60;  // bytes
  if (raw.size() <= kMost) return std::string(raw);
  std::size_t length = kMost;
  while (length > 0 && (static_cast<unsigned char>(raw[length]) & 0xC0) == 0x80) --length;
  return std::string(raw.substr(0, length)) + "...";
}

JsonProblem wrong_type(const JsonLineParser& line, const JsonNode& node, std::string_view field,
                       std::string_view expected) {
  return line.problem(node, fmt::format("\"{}\" is {}, not {}", field, shown(node.raw), expected));
}

std::vector<const JsonNode*> last_members(const JsonLineParser& line, const JsonNode& object) {
  std::vector<const JsonNode*> members;
  line.for_each_child(object, [&](const JsonNode& member) {
    members.push_back(&member);
    return true;
  });
  std::ranges::sort(members, [](const JsonNode* a, const JsonNode* b) {
    return std::pair(a->key, a) < std::pair(b->key, b);
  });
  // From behind, since the last of equal keys counts.
  const auto repeated = std::unique(members.rbegin(), members.rend(),
                                    [](const auto* a, const auto* b) { return a->key == b->key; });
  members.erase(members.begin(), repeated.base());
  return members;
}

std::expected<Severity, std::string> read_severity(std::string_view word) {
  if (const auto severity = severity_of(word)) return *severity;
  std::string levels;
  for (const Severity severity : kSeverities) {
    if (!levels.empty()) levels += severity == kSeverities.back() ? " or " : ", ";
    levels += name_of(severity);
  }
  return std::unexpected(
      fmt::format("the severity \"{}\" is not known; it is {}", shown(word), levels));
}

std::expected<void, std::string> check_tool_name(std::string_view name) {
  if (is_blank(name)) return std::unexpected("a tool's name is blank");
  for (std::string_view rest = name; !rest.empty();) {
    const DecodedCodePoint c = decode_code_point(rest);
    if (is_control(c.value)) {
      return std::unexpected(fmt::format("a tool's name holds the control character U+{:04X}",
                                         static_cast<std::uint32_t>(c.value)));
    }
    rest.remove_prefix(c.length);
  }
  return {};
}

Done read_tools(const JsonLineParser& line, const JsonNode& node, std::string_view field,
                std::vector<ToolCall>& out) {
  out.clear();
  if (!node.is(JsonKind::array)) {
    return std::unexpected(wrong_type(line, node, field, "an array of calls"));
  }
  Done done;
  line.for_each_child(node, [&](const JsonNode& element) {
    ToolCall& call = out.emplace_back();
    if (element.is(JsonKind::object)) {
      done = read_call(line, element, field, call);
    } else if (!element.is(JsonKind::string)) {
      done = std::unexpected(
          line.problem(element, fmt::format("a call in \"{}\" is {}, neither a name nor an object "
                                            "with one",
                                            field, shown(element.raw))));
    } else if (auto fine = check_tool_name(element.text); !fine) {
      done = std::unexpected(line.problem(element, std::move(fine.error())));
    } else {
      call.name = element.text;
    }
    return done.has_value();
  });
  return done;
}

Done read_labels(const JsonLineParser& line, const JsonNode& node, std::string_view field,
                 Labels& out) {
  out.clear();
  if (!node.is(JsonKind::object))
    return std::unexpected(wrong_type(line, node, field, "an object"));
  for (const JsonNode* member : last_members(line, node)) {
    if (member->is(JsonKind::null)) continue;
    if (member->is(JsonKind::array) || member->is(JsonKind::object)) {
      return std::unexpected(line.problem(
          *member, fmt::format("the label \"{}\" is {}; a label is text, a number or a boolean",
                               shown(member->key), name_of(member->kind))));
    }
    out.emplace_back(member->key, member->text);
  }
  return {};
}

Done read_embedding(const JsonLineParser& line, const JsonNode& node, std::string_view field,
                    std::vector<float>& out) {
  out.clear();
  if (!node.is(JsonKind::array)) {
    return std::unexpected(wrong_type(line, node, field, "an array of numbers"));
  }
  Done done;
  line.for_each_child(node, [&](const JsonNode& element) {
    const auto value = element.is(JsonKind::number) ? float_of(element.text) : std::nullopt;
    if (value) {
      out.push_back(*value);
      return true;
    }
    done = std::unexpected(line.problem(
        element,
        element.is(JsonKind::number)
            ? fmt::format("\"{}\" holds {}, which is too large for a 32-bit float", field,
                          shown(element.raw))
            : fmt::format("\"{}\" holds {}, which is no number", field, shown(element.raw))));
    return false;
  });
  return done;
}

}  // namespace plumb
