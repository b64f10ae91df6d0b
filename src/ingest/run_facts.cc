#include "ingest/run_facts.h"

#include <fmt/format.h>

#include <utility>

#include "ingest/json_document.h"

namespace plumb {
namespace {

// Hashes and addresses are whole; a document that holds more is not Plumb's.
std::string cut(std::string text) {
  constexpr std::size_t kMost = 200;  // bytes
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

void add_facts(const DocumentMember& object, const std::string& prefix, RunFacts& facts) {
  for (const auto& [key, member] : object.members()) {
    if (facts.size() == kMaxRunFacts) return;
    const std::string name = prefix + cut(key);
    if (member.is_object()) {
      add_facts(member, name + ".", facts);
    } else if (member.is_array()) {
      facts.emplace_back(name, fmt::format("{}", member.size()));
    } else if (!member.is_null()) {
      const auto text = member.text();
      std::string value = text ? *text : member.json();
      if (!value.empty()) facts.emplace_back(name, cut(std::move(value)));
    }
  }
}

}  // namespace

Result<RunFacts> read_run_facts(std::string_view json, std::string_view name) {
  PLUMB_TRY(const JsonDocument document, JsonDocument::parse(json, name));
  if (!document.root().is_object()) return document.root().not_a("an object");
  RunFacts facts;
  add_facts(document.root(), "", facts);
  return facts;
}

}  // namespace plumb
