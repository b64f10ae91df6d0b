#include "chat/embedded_backend.h"

#include <gtest/gtest.h>

#include "chat/backend_contract.h"
#include "chat/embedded_world.h"
#include "chat/worker_programs.h"

namespace plumb {
namespace {

std::vector<BackendFactory> factories() {
  std::vector<BackendFactory> all;
  for (const std::string& set : available_worker_sets()) {
    all.push_back({set, missing_for_embedded, [set] {
                     EmbeddedOptions options;
                     options.instruction_set = set;
                     options.context_tokens = 512;
                     options.threads =
                         1;  // two that wait for each other are slow on a busy machine
                     return open_embedded_backend(options);
                   }});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Embedded, BackendContract, testing::ValuesIn(factories()),
                         name_of_factory);

class EmbeddedBackend : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = missing_for_embedded(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
  }
};

TEST_F(EmbeddedBackend, AnswersAQuestionWithTheDefaultModel) {
  auto backend = open_embedded_backend({});
  ASSERT_TRUE(backend) << backend.error().message;
  ChatRequest request;
  request.messages = {{ChatRole::user, "What is the capital of France?"}};
  request.sampling.max_tokens = 24;
  const auto replies = (*backend)->complete({&request, 1});
  ASSERT_TRUE(replies.at(0)) << replies[0].error().message;
  EXPECT_NE(replies[0]->text.find("Paris"), std::string::npos) << replies[0]->text;
}

}  // namespace
}  // namespace plumb
