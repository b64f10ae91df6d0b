// The contract suite against a real server that is not ours: `script/soak chat` starts one.
#include <cstdlib>

#include "base/environment.h"
#include "chat/backend_contract.h"
#include "chat/openai_backend.h"

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

INSTANTIATE_TEST_SUITE_P(OpenAi, BackendContract,
                         testing::Values(server("Whole", false), server("Streamed", true)),
                         name_of_factory);

}  // namespace
}  // namespace plumb
