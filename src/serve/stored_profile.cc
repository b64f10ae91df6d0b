#include "serve/stored_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/cpu.h"
#include "base/interrupt.h"
#include "base/thread_pool.h"
#include "ingest/execution_line.h"
#include "measure/profile_builder.h"

namespace plumb {
namespace {

// A page is as many results as are read at once: about so many bytes of lines, by the page before.
constexpr std::size_t kPageBytes = std::size_t{4} << 20;
constexpr std::size_t kFirstPage = 256;
constexpr std::size_t kMostInOnePage = 4'096;

// The results of one piece of an execution with their vectors, in order.
class StoredResponses {
 public:
  // Without a choice no vectors are read.
  StoredResponses(Store& store, ProjectId project, const WindowPiece& piece,
                  const VectorChoice* choice)
      : store_(store), project_(project), piece_(piece), choice_(choice), next_(piece.from) {}

  // Null at the end; valid until the next call.
  Result<const EmbeddedResponse*> next() {
    if (at_ == results_.size()) {
      if (next_ >= piece_.to) return nullptr;
      PLUMB_CHECK_RESULT(read_page());
      if (results_.empty()) return nullptr;  // removed meanwhile
    }
    const StoredResult& result = results_[at_++];
    if (const auto read = parser_.read(result.line, current_.response); !read) {
      return fail(
          ErrorCode::corrupt,
          fmt::format("result {} of execution {} does not read back: {}; run plumb db check",
                      result.number, number_of(piece_.execution), read.error().reason));
    }
    PLUMB_CHECK_RESULT(take_vector(result));
    return &current_;
  }

 private:
  Result<void> read_page() {
    const auto most = static_cast<std::size_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(page_), piece_.to - next_));
    PLUMB_TRY(results_, store_.results().read(project_, piece_.execution, next_, most));
    if (choice_ != nullptr) {
      PLUMB_TRY(vectors_, store_.embeddings().read(project_, piece_.execution, choice_->encoder,
                                                   next_, most));
    }
    at_ = 0;
    vector_at_ = 0;
    if (results_.empty()) return {};
    next_ = results_.back().number + 1;
    std::size_t bytes = 1;
    for (const StoredResult& result : results_) bytes += result.line.size();
    page_ = std::clamp<std::size_t>(kPageBytes * results_.size() / bytes, 1, kMostInOnePage);
    return {};
  }

  Result<void> take_vector(const StoredResult& result) {
    current_.response.embedding.clear();
    current_.truncated = false;
    if (choice_ == nullptr) return {};
    while (vector_at_ < vectors_.size() && vectors_[vector_at_].number < result.number) {
      ++vector_at_;
    }
    if (vector_at_ < vectors_.size() && vectors_[vector_at_].number == result.number) {
      current_.response.embedding = std::move(vectors_[vector_at_].vector);
      current_.truncated = vectors_[vector_at_].truncated;
      return {};
    }
    if (choice_->brought) return {};  // the builder says where some bring one and others do not
    return fail(ErrorCode::conflict,
                fmt::format("result {} of execution {} is not embedded yet; try again later",
                            result.number, number_of(piece_.execution)));
  }

  Store& store_;
  ProjectId project_;
  WindowPiece piece_;
  const VectorChoice* choice_;
  std::int64_t next_;
  std::size_t page_ = kFirstPage;
  std::vector<StoredResult> results_;
  std::vector<NumberedVector> vectors_;
  std::size_t at_ = 0;
  std::size_t vector_at_ = 0;
  ExecutionLineParser parser_;
  EmbeddedResponse current_;
};

std::string cache_key(const StoredExecution& execution, const VectorChoice* choice) {
  return fmt::format("{}/{}", number_of(execution.id),
                     choice == nullptr ? "without vectors" : choice->encoder);
}

Result<ExecutionProfile> profile_of(Services& services, ProjectId project, const WindowPiece& piece,
                                    const VectorChoice* choice, const std::string& id_prefix) {
  StoredResponses responses(services.store, project, piece, choice);
  EmbeddedResponse renamed;
  const auto next = [&]() -> Result<const EmbeddedResponse*> {
    PLUMB_TRY(const EmbeddedResponse* response, responses.next());
    if (response == nullptr || id_prefix.empty()) return response;
    renamed = *response;
    renamed.response.id.insert(0, id_prefix);
    return &renamed;
  };
  return build_profile(next, choice == nullptr ? VectorOrigin() : choice->origin, {});
}

}  // namespace

Result<bool> brings_vectors(Services& services, const StoredExecution& execution) {
  PLUMB_TRY(const auto first,
            services.store.embeddings().read(execution.project, execution.id,
                                             execution.header.embedding_model, 0, 1));
  return !first.empty();
}

Result<VectorChoice> vectors_of(Services& services, const StoredExecution& execution) {
  const std::string& model = execution.header.embedding_model;
  if (is_reserved_encoder(model)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("execution {} says that {} made its vectors, which is a name of the "
                            "server's own encoder; send it again under another name",
                            number_of(execution.id), model));
  }
  VectorChoice choice;
  PLUMB_TRY(choice.brought, brings_vectors(services, execution));
  if (choice.brought) {
    choice.encoder = model;
    choice.origin.model = model.empty() ? "given" : model;
    return choice;
  }
  PLUMB_TRY(choice.origin, services.embeddings.origin());
  choice.encoder = encoder_text(choice.origin);
  return choice;
}

Result<bool> is_embedded(Services& services, const StoredExecution& execution) {
  if (execution.results == 0) return true;
  PLUMB_TRY(const VectorChoice choice, vectors_of(services, execution));
  if (choice.brought) return true;
  PLUMB_TRY(const std::int64_t made,
            services.store.embeddings().count(execution.project, execution.id, choice.encoder));
  return made >= execution.results;
}

Result<std::shared_ptr<const ExecutionProfile>> stored_profile(Services& services,
                                                               const StoredExecution& execution,
                                                               bool with_vectors) {
  std::optional<VectorChoice> choice;
  if (with_vectors && execution.results > 0) {
    PLUMB_TRY(choice, vectors_of(services, execution));
  }
  const VectorChoice* const wanted = choice ? &*choice : nullptr;
  const bool is_final = execution.state == ExecutionState::completed;
  const std::string key = cache_key(execution, wanted);
  if (is_final) {
    if (auto kept = services.profiles.find(key)) return kept;
  }
  const WindowPiece all{execution.id, 0, execution.results};
  PLUMB_TRY(ExecutionProfile profile, profile_of(services, execution.project, all, wanted, {}));
  profile.name = execution.header.name;
  profile.sample();  // sorts, before threads share it
  auto shared = std::make_shared<const ExecutionProfile>(std::move(profile));
  if (is_final) services.profiles.keep(key, shared);
  return shared;
}

std::shared_ptr<const PreparedProfile> prepared_side(Services& services,
                                                     const StoredExecution& execution,
                                                     const ExecutionProfile& profile,
                                                     ComparedRole role) {
  const std::string key =
      fmt::format("{}/{}/{}", number_of(execution.id),
                  profile.origin ? encoder_text(*profile.origin) : "without vectors",
                  role == ComparedRole::baseline ? "baseline" : "current");
  if (auto kept = services.prepared.find(key)) return kept;
  ThreadPool pool(services.threads > 0 ? services.threads : available_cpus());
  auto made = std::make_shared<const PreparedProfile>(profile, role, DriftOptions(), pool);
  const bool is_final = execution.state == ExecutionState::completed;
  if (is_final && !interrupted()) services.prepared.keep(key, made);
  return made;
}

Result<ExecutionProfile> window_profile(Services& services, ProjectId project,
                                        const std::vector<WindowPiece>& window) {
  ExecutionProfile whole;
  for (const WindowPiece& piece : window) {
    PLUMB_TRY(const auto execution, services.store.executions().get(project, piece.execution));
    PLUMB_TRY(const VectorChoice choice, vectors_of(services, execution));
    PLUMB_TRY(const ExecutionProfile part,
              profile_of(services, project, piece, &choice,
                         fmt::format("{}/", number_of(piece.execution))));
    PLUMB_CHECK_RESULT(whole.merge(part));
  }
  return whole;
}

}  // namespace plumb
