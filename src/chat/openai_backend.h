// Chat by a server that speaks OpenAI's protocol: vLLM, Ollama, llama.cpp, OpenAI itself.
//
// Requests are in flight side by side, each tried again on its own: on 408, 429 and 5xx, on
// half an answer and where the transfer fails. A server that asks for a pause gets it, for
// all requests. Certificates are verified, redirects refused, answers bounded; plain http is
// spoken to loopback alone unless told otherwise. A wish to stop asks nothing
// more, and waits for the answers that were asked for, which are paid for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "chat/backend.h"
#include "chat/server_key.h"

namespace plumb {

struct ServerTimeouts {
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds silent{60'000};  // not a byte more of an answer that has begun
  std::chrono::milliseconds whole{600'000};  // a reply; a second attempt has as long again
};

struct ServerRetries {
  int attempts = 5;  // of a request, the first one too; 2 where a whole reply took too long
  // Before the second attempt; it doubles each time, and chance takes off up to half of it.
  std::chrono::milliseconds backoff{500};
  std::chrono::milliseconds longest_pause{60'000};  // whatever Retry-After says
};

struct OpenAiOptions {
  std::string base_url;  // "http://127.0.0.1:8000/v1", what /chat/completions is appended to
  std::string model;     // the server's name for it
  ServerKeySource key;
  bool allow_http = false;  // plain http to other machines: key and texts can be read on the way
  bool stream = false;
  bool max_completion_tokens = false;  // the name that OpenAI's reasoning models want
  std::uint32_t concurrency = 4;       // requests in flight, 1 to 256
  std::uint64_t context_tokens = 4096;
  std::size_t max_answer_bytes = 8 << 20;
  ServerTimeouts timeouts;
  ServerRetries retries;
  // Told the tokens that were read and answered so far, some times a second while answers are
  // waited for.
  std::function<void(std::uint64_t)> progress = [](std::uint64_t) {};
};

// Reads the key, asks the server nothing. Fails with invalid_input where an option is out of
// its range, with not_found where the named key is not there.
//
// A request that by the estimate of count_tokens does not fit context_tokens is refused, not
// sent: some servers cut a long prompt without a word.
Result<std::unique_ptr<ChatBackend>> open_openai_backend(const OpenAiOptions& options);

}  // namespace plumb
