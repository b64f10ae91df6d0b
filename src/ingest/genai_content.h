// What was said, as one span records it: messages to the model and from it, wherever the
// convention puts them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/genai_messages.h"
#include "ingest/otlp_trace.h"

namespace plumb {

// Bytes without NUL, which no database keeps in a text, and no more than `most`.
std::string kept_text(std::string_view text, std::size_t most = std::string_view::npos);

// A value that is one word; none of a list, a map, bytes, and of what is not finite.
std::optional<std::string> word_of(const OtlpValue& value);
// Whatever it is, as text: what is structured as JSON.
std::string text_of(const OtlpValue& value);

// The first of these attributes that is there.
const OtlpValue* find_first(const OtlpAttributes& attributes,
                            std::initializer_list<std::string_view> names);

struct SpanContent {
  std::string system;  // instructions of the system; may be empty
  std::vector<GenAiMessage> inputs;
  std::vector<GenAiMessage> outputs;
  bool is_answered = false;   // outputs were recorded, though they may say nothing
  bool has_messages = false;  // with roles and calls, not plain texts alone
};

SpanContent span_content(const OtlpSpan& span);

}  // namespace plumb
