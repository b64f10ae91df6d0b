// The worker of the embedded chat backend: loads a GGUF model and answers what the process that
// started it asks, through the socket it was given. src/chat/worker_protocol.h has the words.
//
// Nothing that happens here is worth saving: it writes no file, and ends with its parent.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>

#include "generator.h"
#include "loaded_model.h"
#include "parent_link.h"

namespace plumb {
namespace {

bool has_parent_socket() {
  struct stat status{};
  return ::fstat(kWorkerSocket, &status) == 0 && S_ISSOCK(status.st_mode);
}

// What a model file asks for must not be the end of anybody else: no more memory than the
// machine has, and where it runs out, this process goes first. No core either; it could be huge.
void bound_this_process() {
  const auto bytes =
      static_cast<rlim_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  const rlimit data{bytes, bytes};
  ::setrlimit(RLIMIT_DATA, &data);
  const rlimit core{0, 0};
  ::setrlimit(RLIMIT_CORE, &core);
  std::ofstream("/proc/self/oom_score_adj") << 800;
}

class Worker {
 public:
  explicit Worker(ParentLink& parent) : parent_(parent) {}

  void run() {
    while (const auto command = parent_.read()) {
      std::visit([this](const auto& wish) { obey(wish); }, *command);
    }
  }

 private:
  void obey(const WorkerLoad& wish) {
    auto loaded = LoadedModel::load(wish, parent_);
    if (!loaded) return parent_.write(WorkerFailure{loaded.error()});
    model_ = *std::move(loaded);
    generator_ = std::make_unique<Generator>(*model_, parent_, wish.cache_bytes, wish.reuse);
    parent_.write(model_->description());
  }

  void obey(const WorkerAsk& ask) {
    if (generator_) generator_->answer(ask);
  }

  void obey(const WorkerCount& count) {
    if (!model_) return;
    const auto prompt = model_->prompt(count.messages);
    if (!prompt) return parent_.write(WorkerFailure{prompt.error()});
    parent_.write(WorkerCounted{prompt->size()});
  }

  void obey(const WorkerStop&) {}  // came when all was done

  ParentLink& parent_;
  std::optional<LoadedModel> model_;
  std::unique_ptr<Generator> generator_;
};

}  // namespace
}  // namespace plumb

int main() {
  using namespace plumb;
  if (!has_parent_socket()) {
    std::fputs("this program is started by plumb, to run a chat model\n", stderr);
    return 2;
  }
  bound_this_process();
  end_with_parent(kWorkerSocket);
  collect_complaints();
  llama_backend_init();
  ParentLink parent(kWorkerSocket);
  Worker(parent).run();
  std::fflush(nullptr);
  ::_exit(0);  // the watching thread still runs
}
