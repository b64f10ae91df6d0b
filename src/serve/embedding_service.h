// The server's one embedder: loaded when the first text asks for it, used by one thread at a time.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/embedder.h"

namespace plumb {

struct EmbeddingServiceOptions {
  std::string model = "all-MiniLM-L6-v2";
  Precision precision = Precision::f32;
  int threads = 0;  // 0: every CPU
};

class EmbeddingService {
 public:
  explicit EmbeddingService(EmbeddingServiceOptions options) : options_(std::move(options)) {}

  // Who makes the vectors: the text under which the store keeps them. Loads the model.
  Result<std::string> encoder();
  // One vector a text, in order.
  Result<std::vector<std::vector<float>>> embed(std::span<const std::string> texts);

 private:
  EmbeddingServiceOptions options_;
  std::mutex mutex_;
  std::optional<Embedder> embedder_;
};

}  // namespace plumb
