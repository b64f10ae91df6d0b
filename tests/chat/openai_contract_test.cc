// The contract suite against a real server that is not ours: `script/soak chat` starts one.
#include <cstdlib>

#include "base/environment.h"
#include "chat/backend_contract.h"
#include "chat/openai_backend.h"
#include "chat/reply_cache.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

constexpr const char* kServer = "PLUMB_CHAT_SERVER";  // its base URL
constexpr const char* kModel = "PLUMB_CHAT_MODEL";    // its name for the model

BackendFactory server(std::string name, bool stream) {
  BackendFactory factory;
  factory.name = std::move(name);
  factory.missing = [] {
    if (!environment(kServer).empty()) return std::string();
    return std::string("no chat server: script/soak chat starts one and names it in ") + kServer;
  };
  factory.tells_usage = !stream;  // llama-cpp-python does not know stream_options
  factory.open = [stream] {
    OpenAiOptions options;
    options.base_url = environment(kServer);
    options.model = environment(kModel);
    if (options.model.empty()) options.model = "default";
    options.stream = stream;
    options.context_tokens = 2048;
    return open_openai_backend(options);
  };
  return factory;
}

// A cache in front of the server keeps the contract too.
BackendFactory kept_server() {
  BackendFactory factory = server("Kept", false);
  auto folder = std::make_shared<TemporaryFolder>();
  factory.open = [folder, open = factory.open]() -> Result<std::unique_ptr<ChatBackend>> {
    PLUMB_TRY(auto backend, open());
    return ReplyCache::open(std::move(backend), folder->path());
  };
  return factory;
}

INSTANTIATE_TEST_SUITE_P(OpenAi, BackendContract,
                         testing::Values(server("Whole", false), server("Streamed", true),
                                         kept_server()),
                         name_of_factory);

}  // namespace
}  // namespace plumb
