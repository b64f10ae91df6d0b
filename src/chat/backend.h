// One way to ask a language model, whoever runs it: a model in a child process, or a server.
//
// A backend serves one caller at a time. It never prints, and no error of its carries a key.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

enum class ChatRole { system, user, assistant };
std::string_view name_of(ChatRole role);  // "system", "user", "assistant"

struct ChatMessage {
  ChatRole role = ChatRole::user;
  std::string content;

  friend bool operator==(const ChatMessage&, const ChatMessage&) = default;
};

struct Sampling {
  std::uint32_t max_tokens = 96;
  double temperature = 0;         // 0: greedy, and what follows but the penalty has no effect
  double top_p = 1;               // in (0, 1]
  double repetition_penalty = 1;  // 1: none
  std::uint64_t seed = 42;

  friend bool operator==(const Sampling&, const Sampling&) = default;
};

// Fails with invalid_input and the field that is out of its range.
Result<void> check_sampling(const Sampling& sampling);

struct ChatRequest {
  // Requests of one conversation tend to begin alike, and what is known of that beginning may
  // be used again; two conversations share nothing. It never changes the reply.
  std::string conversation;
  std::vector<ChatMessage> messages;  // at least one, the last of the user
  Sampling sampling;
  std::uint32_t repeat = 0;  // tells equal requests apart where replies are kept
};

// What every backend asks of a request before it spends anything on it: messages, the last of
// the user, texts of valid UTF-8 without NUL, sampling in its ranges. Fails with invalid_input.
Result<void> check_request(const ChatRequest& request);

enum class FinishReason { stop, length };
std::string_view name_of(FinishReason reason);

struct ChatReply {
  std::string text;  // valid UTF-8; may be blank
  FinishReason finish = FinishReason::stop;
  std::uint64_t prompt_tokens = 0;      // 0 where the server does not tell
  std::uint64_t completion_tokens = 0;  // likewise
  std::uint64_t reused_tokens = 0;      // of the prompt, not computed again
  bool from_cache = false;              // kept from an earlier run
};

// What a log must carry so that others can repeat it. No secret is in it.
struct ChatProvenance {
  std::string backend;          // "embedded", "openai"
  std::string model;            // a registry name, a file's name, or the server's name for it
  std::string weights_sha256;   // empty where a server has them
  std::string server;           // its address without credentials; empty for embedded
  std::string instruction_set;  // of embedded: "avx2"
  std::uint64_t context_tokens = 0;
  std::uint64_t side_by_side = 1;  // conversations decoded in one batch, or requests in flight
  std::vector<std::pair<std::string, std::string>> details;  // such as the library's version
};

class ChatBackend {
 public:
  virtual ~ChatBackend() = default;

  // A reply, or what went wrong, for each request, in their order. One that fails costs
  // only itself. Codes: invalid_input (the request cannot fit the context, or the server
  // refuses it), io (the server, the network or the child process failed, after retries),
  // corrupt (a model file that cannot be read, a reply that makes no sense), interrupted.
  virtual std::vector<Result<ChatReply>> complete(std::span<const ChatRequest> requests) = 0;

  // The prompt's length once the model's template is around the messages. Exact for
  // embedded; an estimate from above where a server has the tokenizer.
  virtual Result<std::uint64_t> count_tokens(std::span<const ChatMessage> messages) = 0;

  // Prompt and reply together.
  virtual std::uint64_t context_tokens() const = 0;

  virtual ChatProvenance provenance() const = 0;
};

}  // namespace plumb
