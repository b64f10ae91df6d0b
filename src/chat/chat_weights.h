// The GGUF file of a chat model: where it is, and whether it can be one at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

struct ChatWeights {
  std::string name;  // as in the registry, or the file's own
  std::filesystem::path path;
  std::string sha256;
};

// `model` is a registry name, the path of a GGUF file, or ORGANISATION/NAME/FILE.gguf for one in
// the Hugging Face cache. A file that is no registry model is hashed when Plumb sees it first,
// and trusted by its stamp later on.
// Fails with not_found and what to do, invalid_input (a folder), unsupported (a registry model
// that is none for chat), or corrupt.
Result<ChatWeights> locate_chat_weights(std::string_view model);

// Whether a file with this beginning and size can be a GGUF model: magic, version, and counts
// that its size has room for. The rest is for the worker process to find out.
// Format: GGUF 3, the specification in ggml's docs/gguf.md.
Result<void> check_gguf_head(std::span<const std::byte> head, std::uint64_t file_size,
                             std::string_view origin);

}  // namespace plumb
