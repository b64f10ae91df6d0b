#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "encode/embedder.h"
#include "encode/embedder_impl.h"
#include "encode/remembered_vectors.h"
#include "encode/token_runs.h"

namespace plumb {

struct EmbeddingStream::Impl {
  struct Waiting {
    bool remembered;  // `source` is a slot of `memory`, else a run of `window`
    std::size_t source;
    std::uint32_t tokens;
    bool truncated;
  };

  Embedder::Impl& embedder;
  Sink sink;
  StreamOptions options;
  RememberedVectors memory;
  DistinctRuns window;
  std::vector<Waiting> waiting;
  std::vector<float> vectors;
  std::uint64_t emitted = 0;
  std::optional<Error> failed = {};  // the sink's or the model's; nothing is emitted after it

  void push(std::string_view text) {
    const Encoded encoded =
        embedder.tokenizer.encode(text, embedder.provenance.max_tokens, window.next());
    const auto slot = memory.find(window.pending());
    if (slot) window.discard();
    waiting.push_back({slot.has_value(), slot ? *slot : window.add(),
                       static_cast<std::uint32_t>(encoded.tokens), encoded.truncated});
  }

  bool window_is_full() const {
    return waiting.size() >= options.window_texts ||
           window.runs().ids.size() >= options.window_tokens;
  }

  std::span<const float> computed(std::size_t run) const {
    return std::span(vectors).subspan(run * embedder.dimension(), embedder.dimension());
  }

  Result<void> flush() {
    if (failed) return std::unexpected(*failed);
    auto flushed = compute_and_emit();
    if (!flushed) failed = flushed.error();
    window.clear();
    waiting.clear();
    return flushed;
  }

  Result<void> compute_and_emit() {
    const TokenRuns& runs = window.runs();
    vectors.resize(runs.size() * embedder.dimension());
    embedder.embed_runs(runs, vectors.data());
    for (const Waiting& item : waiting) {
      const auto vector = item.remembered ? memory.vector(item.source) : computed(item.source);
      PLUMB_CHECK_RESULT(embedder.check_length(vector, emitted + 1));
      PLUMB_CHECK_RESULT(sink({emitted++, vector, item.tokens, item.truncated}));
    }
    for (std::size_t run = 0; run < runs.size(); ++run) memory.remember(runs[run], computed(run));
    return {};
  }
};

EmbeddingStream::EmbeddingStream(Embedder& embedder, Sink sink, const StreamOptions& options)
    : impl_(new Impl{*embedder.impl_,
                     std::move(sink),
                     options,
                     RememberedVectors(options.remembered),
                     {},
                     {},
                     {}}) {}

EmbeddingStream::~EmbeddingStream() = default;

Result<void> EmbeddingStream::push(std::string_view text) {
  impl_->push(text);
  return impl_->window_is_full() ? impl_->flush() : Result<void>();
}

Result<void> EmbeddingStream::finish() {
  return impl_->flush();
}

}  // namespace plumb
