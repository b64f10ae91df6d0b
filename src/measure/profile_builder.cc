#include "measure/profile_builder.h"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <utility>

#include "base/interrupt.h"
#include "measure/embedding_origin.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// Text that waits for its vector, at most: a stream holds a window of tokens,
// which may belong to responses of many megabytes.
constexpr std::size_t kMostWaitingBytes = std::size_t{128} << 20;

class ProfileBuilder {
 public:
  ProfileBuilder(const ProfileVectors& vectors, const ProfileOptions& options)
      : vectors_(vectors), profile_(options) {}

  Result<void> add(const Response& response) {
    if (!vectors_.wanted || is_blank(response.response)) return profile_.add(response, {}, false);
    PLUMB_CHECK_RESULT(check_kind(response));
    if (!response.embedding.empty()) return profile_.add(response, response.embedding, false);
    PLUMB_CHECK_RESULT(open_stream());
    waiting_bytes_ += response.response.size();
    waiting_.push_back(response);
    PLUMB_CHECK_RESULT(stream_->push(response.response));
    return waiting_bytes_ > kMostWaitingBytes ? close_stream() : Result<void>();
  }

  Result<void> add(const EmbeddedResponse& embedded) {
    const Response& response = embedded.response;
    if (!vectors_.wanted || is_blank(response.response)) return profile_.add(response, {}, false);
    PLUMB_CHECK_RESULT(check_kind(response));
    return profile_.add(response, response.embedding, embedded.truncated);
  }

  // Of results that had their vectors.
  ExecutionProfile finish(VectorOrigin origin) {
    origin.dimension = profile_.embeddings().dimension();
    if (profile_.embeddings().count() > 0) profile_.origin = std::move(origin);
    return std::move(profile_);
  }

  Result<BuiltProfile> finish(const std::function<std::string()>& given_model) {
    PLUMB_CHECK_RESULT(close_stream());
    BuiltProfile built{std::move(profile_)};
    if (embedder_ != nullptr) {
      built.profile.origin = origin_of(*embedder_);
      built.max_tokens = embedder_->provenance().max_tokens;
    } else if (built.profile.embeddings().count() > 0) {
      std::string model = given_model ? given_model() : "";
      built.profile.origin = VectorOrigin{.model = model.empty() ? "given" : std::move(model),
                                          .weights_sha256 = {},
                                          .precision = {},
                                          .instruction_set = {},
                                          .dimension = built.profile.embeddings().dimension()};
    }
    return built;
  }

 private:
  // Vectors of two makers do not mix.
  Result<void> check_kind(const Response& response) {
    const bool brings = !response.embedding.empty();
    if (!brings_) {
      brings_ = brings;
      first_ = response.id;
    }
    if (brings == *brings_) return {};
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the result \"{}\" brings {} embedding and the result \"{}\" {}; give "
                    "all of them one, or none",
                    first_, *brings_ ? "an" : "no", response.id, brings ? "does" : "does not"));
  }

  Result<void> open_stream() {
    if (stream_) return {};
    if (embedder_ == nullptr) {
      PLUMB_TRY(embedder_, vectors_.embedder());
    }
    StreamOptions options;
    options.window_tokens = 16'384;  // Ctrl-C and the progress bar wait for one window at most
    stream_.emplace(
        *embedder_, [this](const EmbeddingStream::Item& item) { return take(item); }, options);
    return {};
  }

  Result<void> close_stream() {
    if (!stream_) return {};
    PLUMB_CHECK_RESULT(stream_->finish());
    stream_.reset();
    return {};
  }

  Result<void> take(const EmbeddingStream::Item& item) {
    PLUMB_CHECK_RESULT(profile_.add(waiting_.front(), item.vector, item.truncated));
    waiting_bytes_ -= waiting_.front().response.size();
    waiting_.pop_front();
    return {};
  }

  const ProfileVectors& vectors_;
  ExecutionProfile profile_;
  std::optional<bool> brings_;  // whether the responses bring their vectors
  std::string first_;           // the id of the first that is not blank
  Embedder* embedder_ = nullptr;
  std::optional<EmbeddingStream> stream_;
  std::deque<Response> waiting_;  // pushed, and without a vector so far
  std::size_t waiting_bytes_ = 0;
};

}  // namespace

bool needs_vector(const Response& response) {
  return !is_blank(response.response);
}

Result<ExecutionProfile> build_profile(const EmbeddedSource& next, VectorOrigin origin,
                                       const ProfileOptions& options) {
  const ProfileVectors at_hand;
  ProfileBuilder builder(at_hand, options);
  for (;;) {
    if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
    PLUMB_TRY(const EmbeddedResponse* embedded, next());
    if (embedded == nullptr) return builder.finish(std::move(origin));
    PLUMB_CHECK_RESULT(builder.add(*embedded));
  }
}

Result<BuiltProfile> build_profile(const ResponseSource& next, const ProfileVectors& vectors,
                                   const ProfileOptions& options,
                                   const std::function<std::string()>& given_model,
                                   const std::function<void(std::uint64_t)>& progress) {
  ProfileBuilder builder(vectors, options);
  for (std::uint64_t results = 1;; ++results) {
    if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
    PLUMB_TRY(const Response* response, next());
    if (response == nullptr) return builder.finish(given_model);
    PLUMB_CHECK_RESULT(builder.add(*response));
    if (progress) progress(results);
  }
}

}  // namespace plumb
