#include "chat/embedded_backend.h"

#include <gtest/gtest.h>

#include "chat/backend_contract.h"
#include "chat/embedded_world.h"
#include "chat/worker_programs.h"

namespace plumb {
namespace {

// On the fastest instruction set; that the others compute as well is what
// embedded_determinism_test.cc looks at.
BackendFactory factory() {
  return {"embedded", missing_for_embedded, [] {
            EmbeddedOptions options;
            options.context_tokens = 512;
            options.threads = 1;  // two that wait for each other are slow on a busy machine
            return open_embedded_backend(options);
          }};
}

INSTANTIATE_TEST_SUITE_P(Embedded, BackendContract, testing::Values(factory()), name_of_factory);

class EmbeddedBackend : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = missing_for_embedded(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
  }
};

TEST_F(EmbeddedBackend, AnswersAQuestionWithTheDefaultModel) {
  EmbeddedOptions options;
  options.threads = 1;
  auto backend = open_embedded_backend(options);
  ASSERT_TRUE(backend) << backend.error().message;
  EXPECT_EQ((*backend)->context_tokens(), 4096U);
  ChatRequest request;
  request.messages = {{ChatRole::system, "You answer from the text."},
                      {ChatRole::user, "The capital of France is Paris. What is the capital?"}};
  request.sampling.max_tokens = 24;
  const auto replies = (*backend)->complete({&request, 1});
  ASSERT_TRUE(replies.at(0)) << replies[0].error().message;
  EXPECT_NE(replies[0]->text.find("Paris"), std::string::npos) << replies[0]->text;
  const ChatProvenance provenance = (*backend)->provenance();
  EXPECT_EQ(provenance.backend, "embedded");
  EXPECT_EQ(provenance.model, "SmolLM2-135M-Instruct");
  EXPECT_EQ(provenance.weights_sha256,
            "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53");
  EXPECT_EQ(provenance.instruction_set, available_worker_sets().back());
}

// The ids of transformers' tokenizer for the same messages in this model's template, which puts
// a system message of its own where there is none.
TEST_F(EmbeddedBackend, CountsTheTokensOfTheModelsOwnTemplate) {
  auto backend = open_embedded_backend({});
  ASSERT_TRUE(backend) << backend.error().message;
  const auto count = [&](std::vector<ChatMessage> messages) {
    return (*backend)->count_tokens(messages).value();
  };
  EXPECT_EQ(count({{ChatRole::user, "What is the capital of France?"}}), 37U);
  EXPECT_EQ(
      count({{ChatRole::system, "Short."}, {ChatRole::user, "What is the capital of France?"}}),
      23U);
}

TEST_F(EmbeddedBackend, UsesAgainWhatItKnowsOfAConversation) {
  EmbeddedOptions options;
  options.threads = 1;
  auto backend = open_embedded_backend(options);
  ASSERT_TRUE(backend) << backend.error().message;
  const ChatRequest first = turn_of(0, {}, 4);
  const ChatRequest second = turn_of(0, {"It was rebuilt."}, 4);
  EXPECT_EQ((*backend)->complete({&first, 1}).at(0)->reused_tokens, 0U);
  const auto reply = (*backend)->complete({&second, 1}).at(0);
  EXPECT_GE(reply->reused_tokens, 64U);
  EXPECT_EQ(reply->reused_tokens % 64, 0U);
}

}  // namespace
}  // namespace plumb
