// A run or an observation of another tool as a span: its fields become attributes of the
// conventions that ingest/genai_span.h reads, so that turns are made of them as of traces.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/genai_span.h"
#include "ingest/otlp_trace.h"

namespace plumb {

class SpanDraft {
 public:
  OtlpSpan span;

  // Nothing where the value is none.
  void add(std::string_view key, std::optional<std::string> value);
  void fail(std::string message);
  // What went in and what came out, as text or JSON: of a tool as it is, of a model its messages
  // where there are any, else what it says (said_in). Nothing where it is empty.
  void add_said(std::string_view kind, std::string_view input, std::string_view output);

  GenAiSpan finish() const { return genai_span(span, {}); }

 private:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
};

// Nanoseconds since 1970 of "2024-05-29 13:46:19.963000", with T or a blank, with Z, +02:00 or no
// zone (UTC), or of a number of milliseconds. None of anything else, or before 1970.
std::optional<std::uint64_t> time_of_text(std::string_view text);

// What an input or an output says, text or JSON: JSON that holds messages as it is; of an object
// the text of a member that usually has it ("input", "question", "output", "answer", ...) or of
// its only one; else the JSON.
std::string said_in(std::string_view text);

}  // namespace plumb
