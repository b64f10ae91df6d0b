// What Plumb keeps of a span: its place in the trace, and what it says of an agent, a model's
// answer or a tool by the attributes of OpenTelemetry's GenAI conventions, of OpenInference and of
// what came before them. docs/otlp.md has the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/genai_messages.h"
#include "ingest/otlp_trace.h"
#include "record/execution.h"

namespace plumb {

enum class SpanRole : std::uint8_t {
  other,   // a link between spans that say something
  chain,   // steps of a program: told only where the trace has neither agent nor answer
  agent,   // from what was asked of an agent to what it answered
  answer,  // one call of a model
  tool,    // one call of a tool
};

struct GenAiSpan {
  std::string trace_id;
  std::string span_id;
  std::string parent_span_id;  // empty: the root of its trace
  std::uint64_t start = 0;     // nanoseconds since 1970
  std::uint64_t end = 0;
  SpanRole role = SpanRole::other;

  std::string service;       // the execution it belongs to: by name,
  std::string version;       // and version, which may be empty
  std::string conversation;  // empty where it names none
  std::optional<std::string> goal;

  bool has_messages = false;             // they were recorded, so calls of tools would show
  std::optional<std::string> prompt;     // the newest message of the user
  std::optional<std::string> beginning;  // the first message of the user, or else of the system
  std::optional<std::string> response;   // none where none was recorded
  std::optional<std::string> error;      // of a span that failed
  std::vector<TracedCall> earlier;       // calls behind the newest message of the user
  std::vector<TracedCall> asked;         // calls that the answer asks for; of a tool, itself
  std::vector<std::string> answered;     // ids of calls whose results the model was given

  std::optional<Severity> severity;
  Labels labels;
  std::size_t labels_left_out = 0;  // past the most that are kept; no part of its text

  friend bool operator==(const GenAiSpan&, const GenAiSpan&) = default;
};

struct GenAiOptions {
  // An attribute of spans or resources whose value is the execution's name; empty, and where a
  // span has none: service.name and service.version.
  std::string execution_attribute;
  std::size_t most_labels = 32;
  std::size_t longest_label = 200;  // bytes of a value; a longer one is left out, not cut
};

GenAiSpan genai_span(const OtlpSpan& span, const OtlpAttributes& resource,
                     const GenAiOptions& options = {});

// As text, for the store; reading back gives an equal span. Fails with corrupt.
std::string to_text(const GenAiSpan& span);
Result<GenAiSpan> genai_span_of_text(std::string_view text);

}  // namespace plumb
