// What is sent to an OpenAI-compatible server, and what its answers mean. No network here.
//
// Errors are the end of a sentence that begins with the server's address. Their codes: io
// where asking again may help (half an answer, a failure in mid-stream), corrupt where the
// answer makes no sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chat/backend.h"
#include "chat/event_stream.h"

namespace plumb {

struct OpenAiDialect {
  std::string model;
  bool stream = false;
  // OpenAI's reasoning models take max_completion_tokens alone; most others max_tokens.
  bool max_completion_tokens = false;
};

// The body of POST /chat/completions. A repetition penalty, which OpenAI itself refuses, is
// sent only where there is one, under both names: vLLM reads repetition_penalty, llama.cpp
// repeat_penalty.
std::string chat_request_body(const ChatRequest& request, const OpenAiDialect& dialect);

// What an answer holds, whole or put together from its stream.
struct ReplyParts {
  std::optional<std::string> text;  // none: no message had any, which is an error
  std::string finish;               // as the server calls it
  std::uint64_t prompt_tokens = 0;
  std::uint64_t completion_tokens = 0;
  std::uint64_t reused_tokens = 0;
};

// `max_tokens` of the request tells how a reply ended where the server does not.
Result<ChatReply> parse_chat_reply(std::string_view body, std::uint32_t max_tokens);

class StreamedReply {
 public:
  StreamedReply();
  StreamedReply(const StreamedReply&) = delete;
  StreamedReply& operator=(const StreamedReply&) = delete;

  Result<void> feed(std::string_view bytes) { return events_.feed(bytes); }
  Result<ChatReply> finish(std::uint32_t max_tokens);

 private:
  Result<void> take(std::string_view data);

  ReplyParts parts_;
  bool done_ = false;
  EventStream events_;
};

// What a server says with a status other than 200.
struct ServerComplaint {
  std::string words;      // its message, or the first words of its page; may be empty
  bool hopeless = false;  // no quota: to wait does not help
};
ServerComplaint parse_complaint(std::string_view body);

// The first words of what may be a page of HTML, in one line and in quotes.
std::string first_words(std::string_view text);

}  // namespace plumb
