// A chat model on this machine: llama.cpp in a child process, from a GGUF file.
//
// The same request gets the same reply whatever was asked before, in whatever order, however
// many are decoded side by side and with any number of threads; only the instruction set may
// change it, and the provenance names that.
//
// A model file that ends the child costs the requests that were in its hands: they are asked
// once more, one at a time, of a new child, and the one that ends this one too fails with io.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chat/backend.h"

namespace plumb {

inline constexpr std::string_view kDefaultChatModel = "SmolLM2-135M-Instruct";

struct EmbeddedOptions {
  std::string model{kDefaultChatModel};  // see locate_chat_weights
  int threads = 0;                       // 0: one for each CPU that this process may use
  std::uint32_t context_tokens = 0;      // 0: what the model was trained for, at most 4,096
  // Conversations decoded in one batch, at most 7; fewer where their caches would take more
  // than cache_bytes.
  std::uint32_t side_by_side = 7;
  // Bounds the caches of the conversations in a batch, and once more the copies of those that
  // wait for their next turn.
  std::uint64_t cache_bytes = std::uint64_t{768} << 20;
  bool reuse = true;              // of what is known of a conversation's beginning
  std::string instruction_set;    // "portable", "avx2", "avx512", "gpu"; empty: the fastest here
  std::filesystem::path workers;  // the folder of the worker programs; empty: see find_worker
  // Without any sign of life for so long, a worker is killed.
  std::chrono::milliseconds patience = std::chrono::minutes(5);
  // Tokens computed so far, now and then while a call waits. Be quick.
  std::function<void(std::uint64_t)> progress = [](std::uint64_t) {};
};

// Starts the worker and loads the model. Fails like locate_chat_weights and find_worker, with
// corrupt (a file that llama.cpp cannot read), unsupported (no chat model, or a chat template
// that llama.cpp does not know), invalid_input (options out of their range) or io.
Result<std::unique_ptr<ChatBackend>> open_embedded_backend(const EmbeddedOptions& options);

}  // namespace plumb
