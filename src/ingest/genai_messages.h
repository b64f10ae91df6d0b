// Messages of a chat as instrumentations record them, whichever of their shapes they take.
//
// JSON: the GenAI conventions' [{"role", "parts": [{"type": "text", "content"}, {"type":
// "tool_call", "id", "name", "arguments"}, {"type": "tool_call_response", "id", ...}]}], and
// OpenAI's [{"role", "content", "tool_calls": [{"id", "function": {"name", "arguments"}}],
// "tool_call_id"}], those inside of its "choices", the items of its responses, LangChain's own
// objects ({"lc", "id", "kwargs"}) and inspect_ai's. Indexed attributes: gen_ai.prompt.N.* and
// llm.input_messages.N.message.*. Reasoning is no part of a message's text, nor are pictures and
// files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/otlp_trace.h"
#include "record/execution.h"

namespace plumb {

// A call and the id by which its result is known again; empty where there is none.
struct TracedCall {
  std::string id;
  ToolCall call;

  friend bool operator==(const TracedCall&, const TracedCall&) = default;
};

struct GenAiMessage {
  std::string role;                  // in lower case; empty where it is not said
  std::string text;                  // its texts, a line each; without one, its refusal
  std::vector<TracedCall> calls;     // that it asks for
  std::vector<std::string> answers;  // ids of calls whose results it brings
  bool is_refusal = false;           // the text is OpenAI's "refusal"

  bool is_user() const { return role == "user" || role == "human"; }
  bool is_system() const { return role == "system" || role == "developer"; }

  friend bool operator==(const GenAiMessage&, const GenAiMessage&) = default;
};

// What a text stands for that only refers to it; none where it is a text of its own. The view
// outlives the call of messages_of_json.
using ResolveText = std::function<std::optional<std::string_view>(std::string_view)>;

// A list of messages, one message, or an object with "messages"; of other JSON, and of what is
// none, nothing. `resolve` is asked for every text, part and argument that is taken.
std::vector<GenAiMessage> messages_of_json(std::string_view json, const ResolveText& resolve = {});

// Attributes called PREFIX.N.*, by N.
std::vector<GenAiMessage> messages_of_attributes(const OtlpAttributes& attributes,
                                                 std::string_view prefix);

// Arguments or a result as JSON: JSON as it is, other text as a JSON string. Empty where it is
// longer than kMostCallBytes: it is left out, not cut.
inline constexpr std::size_t kMostCallBytes = 8 * 1024;
std::string json_of_text(std::string_view text);

// A name that a tool may have: control characters are blanked; empty where nothing is left.
std::string tool_name_of(std::string_view name);

}  // namespace plumb
