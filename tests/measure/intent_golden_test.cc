// IDS and alignment against sentence-transformers: tests/golden/intent.py.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "measure/intent_drift.h"
#include "measure/session_alignment.h"
#include "measure/term_lists.h"
#include "support/must.h"
#include "support/places.h"

namespace plumb {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

constexpr double kTolerance = 1e-5;

class IntentGolden : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto folder = locate_model(kDefaultEmbeddingModel);
    if (!folder) GTEST_SKIP() << folder.error().message;
    auto loaded = Embedder::load(*folder);
    ASSERT_TRUE(loaded) << loaded.error().message;
    embedder_.emplace(*std::move(loaded));
    std::ifstream file(source_path("tests/golden/intent.json"));
    golden_ = Json::parse(file);
  }

  AlignmentInput input(const std::string& plan) const {
    const TermList list = *load_term_list("clinical");
    AlignmentInput input;
    input.responses = golden_.at("responses").get<Texts>();
    input.plan = plan;
    for (const std::string& response : input.responses) {
      input.actions.push_back(extract_actions(response, list));
      input.turns.push_back(static_cast<std::int64_t>(input.turns.size()));
    }
    return input;
  }

  SessionAlignment aligned(const std::string& plan, const AlignmentOptions& options) {
    TextVectors vectors(embed_with(*embedder_));
    const AlignmentInput made = input(plan);
    want_alignment(made, options, vectors);
    must(vectors.embed_wanted());
    want_ranges(made, options, vectors);
    must(vectors.embed_wanted());
    return align(made, options, vectors);
  }

  static void expect_curve(const SessionAlignment& got, const Json& curve) {
    ASSERT_EQ(got.curve.size(), curve.size());
    for (std::size_t t = 0; t < curve.size(); ++t) {
      ASSERT_EQ(got.curve[t].has_value(), !curve[t].is_null()) << t;
      if (!got.curve[t]) continue;
      EXPECT_NEAR(*got.curve[t], curve[t].get<double>(), kTolerance) << t;
    }
  }

  std::optional<Embedder> embedder_;
  Json golden_;
};

TEST_F(IntentGolden, DriftScoresEqualTheReference) {
  const auto texts = golden_.at("texts").get<Texts>();
  TextVectors vectors(embed_with(*embedder_));
  for (const std::string& text : texts) vectors.want(text);
  must(vectors.embed_wanted());
  ASSERT_GT(golden_.at("ids").size(), 150u);
  for (const Json& pair : golden_.at("ids")) {
    const std::string& output = texts.at(pair[0]);
    const std::string& reference = texts.at(pair[1]);
    EXPECT_NEAR(ids(output, reference, vectors), pair[2].get<double>(), kTolerance)
        << output.substr(0, 80) << " | " << reference.substr(0, 80);
  }
}

TEST_F(IntentGolden, ActionsAreThoseWrittenOutByHand) {
  const TermList list = *load_term_list("clinical");
  const auto responses = golden_.at("responses").get<Texts>();
  for (std::size_t i = 0; i < responses.size(); ++i) {
    EXPECT_EQ(extract_actions(responses[i], list), golden_.at("actions")[i].get<Texts>());
  }
}

TEST_F(IntentGolden, AlignmentEqualsTheReferenceInEveryModeAndPooling) {
  for (const Json& session : golden_.at("sessions")) {
    const auto plan = session.at("plan").get<std::string>();
    expect_curve(aligned(plan, {}), session.at("curve"));
    AlignmentOptions pooled;
    pooled.pooling = AlignmentPooling::mean_sentences;
    expect_curve(aligned(plan, pooled), session.at("pooled"));
    AlignmentOptions full;
    full.mode = AlignmentMode::full;
    EXPECT_NEAR(*aligned(plan, full).score, session.at("full").get<double>(), kTolerance);
  }
}

}  // namespace
}  // namespace plumb
