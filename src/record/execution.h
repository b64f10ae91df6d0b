// One run of a system: what it was asked, what it answered, which tools it called.
//
// An execution may have millions of results, so there is no type that holds all
// of them: readers (ingest/execution_reader.h) give them one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/severity.h"

namespace plumb {

struct ToolCall {
  std::string name;
  std::string arguments;  // JSON; empty where none was given
  std::string result;     // JSON; empty where none was given

  friend bool operator==(const ToolCall&, const ToolCall&) = default;
};

// Sorted by name, each name once; values that were numbers or booleans are spelled as in JSON.
using Labels = std::vector<std::pair<std::string, std::string>>;

// One result of an execution.
struct Response {
  std::string id;  // never empty: without one in the file it is "<source>:<line>"
  std::optional<std::string> prompt;
  std::string response;  // valid UTF-8
  std::optional<Severity> severity;
  // None: no trace was kept. Empty: a trace with no call.
  std::optional<std::vector<ToolCall>> tools;
  Labels labels;
  // The response's vector where the file brings one; else it is computed.
  std::vector<float> embedding;
  std::uint64_t line = 0;  // in its file, from 1; 0 where it has none

  friend bool operator==(const Response&, const Response&) = default;
};

// The same, where its texts stand elsewhere and outlive it: without a vector, and tools by their
// names alone.
struct ResponseView {
  std::string_view id;
  std::optional<std::string_view> prompt;
  std::string_view response;
  std::optional<Severity> severity;
  std::optional<std::span<const std::string_view>> tools;
  std::span<const std::pair<std::string_view, std::string_view>> labels;  // sorted as Labels are
};

// The optional first line of a file.
struct ExecutionHeader {
  std::string name;
  std::string embedding_model;  // who made the vectors that the lines bring; empty: not said
  Labels labels;                // every other member that is text, a number or a boolean

  friend bool operator==(const ExecutionHeader&, const ExecutionHeader&) = default;
};

}  // namespace plumb
