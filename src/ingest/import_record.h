// One record of another tool's file, and what becomes of it: how every format's mapping reads, and
// what it fills. Used by the mappings (openai_chat.cc and so on) and import_reader.cc.
#pragma once

#include <cstdint>
#include <expected>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/genai_messages.h"
#include "ingest/genai_span.h"
#include "ingest/json_line.h"
#include "record/execution.h"

namespace plumb {

// Labels of a result: at most 32, none longer than 200 bytes, as of traces. What is longer or too
// much is left out, not cut.
class ImportedLabels {
 public:
  // Nothing where the value is none, blank or too long.
  void add(std::string_view name, const std::optional<std::string>& value);
  Labels take() const { return {labels_.begin(), labels_.end()}; }
  std::size_t left_out() const { return left_out_; }  // past the 32

 private:
  std::map<std::string, std::string, std::less<>> labels_;
  std::size_t left_out_ = 0;
};

// Null is the same as absent, as everywhere.
class ImportRecord {
 public:
  explicit ImportRecord(const JsonLineParser& json) : json_(json) {}

  const JsonLineParser& json() const { return json_; }
  // nullptr where there is none; of several names the first that is there.
  const JsonNode* find(std::string_view path) const;
  const JsonNode* find(std::initializer_list<std::string_view> paths) const;
  // As it is written; empty where it is absent.
  std::string_view raw(std::string_view path) const;

  // Text as it says, any other value as JSON.
  std::optional<std::string> text(std::string_view path) const;
  // Text as it says, any other value as it is written; empty where it is absent, {} or [].
  std::string_view said(std::string_view path) const;
  // A text, a number or a boolean; none of anything else.
  std::optional<std::string> word(std::initializer_list<std::string_view> paths) const;
  // A label PREFIX + name for every member of the object that is a word.
  void add_labels(std::string_view path, std::string_view prefix, ImportedLabels& out) const;

  // Fails where the value at hand is neither absent nor of that kind.
  std::expected<void, JsonProblem> expect(std::string_view path, JsonKind kind) const;

 private:
  const JsonLineParser& json_;
};

std::optional<std::string> word_of(const JsonNode& node);
std::string text_of(const JsonNode& node);

// A conversation that a record holds: its last answer is a result, every answer a step.
struct RecordedConversation {
  std::string id;       // empty: named by its place in the file
  std::string session;  // that it is one step of; empty: it is a session of its own
  std::vector<GenAiMessage> messages;
  bool has_trace = false;  // messages would show calls of tools
  // What the record says beside its messages, which then counts.
  std::optional<std::string> prompt;
  std::optional<std::string> response;
  std::optional<std::vector<ToolCall>> tools;
  std::optional<std::string> goal;
  std::optional<std::string> error;  // why there is no answer: it has none then
  std::optional<Severity> severity;
  ImportedLabels labels;
};

using ImportedConversation = std::expected<RecordedConversation, JsonProblem>;

ImportedConversation read_openai(const ImportRecord& record);
ImportedConversation read_promptfoo(const ImportRecord& record);
ImportedConversation read_deepeval(const ImportRecord& record);
ImportedConversation read_inspect(const ImportRecord& record);

using ImportedSpan = std::expected<GenAiSpan, JsonProblem>;

ImportedSpan read_langfuse(const ImportRecord& record);
ImportedSpan read_langsmith(const ImportRecord& record);

}  // namespace plumb
