#include "measure/inference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/made_model.h"
#include "support/places.h"
#include "support/temporary_folder.h"
#include "support/tiny_tokenizer.h"

namespace plumb {
namespace {

using Labels = std::vector<std::string>;

TEST(InferencePlaces, NamesCountInAnyOrderAndCase) {
  EXPECT_EQ(*inference_places(Labels{"entailment", "neutral", "contradiction"}, "m"),
            (InferencePlaces{0, 1, 2}));
  EXPECT_EQ(*inference_places(Labels{"CONTRADICTION", "Entailment", "neutral"}, "m"),
            (InferencePlaces{1, 2, 0}));
}

TEST(InferencePlaces, OtherLabelsAreASentence) {
  for (const Labels& labels : {Labels{"no", "yes"}, Labels{"entailment", "not_entailment"},
                               Labels{"LABEL_0", "LABEL_1", "LABEL_2"},
                               Labels{"entailment", "neutral", "contradiction", "other"},
                               Labels{"entailment", "Entailment", "neutral"}}) {
    const auto places = inference_places(labels, "made");
    ASSERT_FALSE(places) << labels.front();
    EXPECT_EQ(places.error().code, ErrorCode::unsupported);
  }
  EXPECT_EQ(inference_places(Labels{"no", "yes"}, "made").error().message,
            "the classifier made tells apart 2 labels (no, yes), but natural language inference "
            "needs entailment, neutral and contradiction; give an NLI classifier, or name its "
            "labels so in id2label of its config.json");
}

// A DeBERTa-v3 made small, as tests/golden/classifiers.py makes it.
class InferWithClassifier : public ::testing::Test {
 protected:
  void make(const Labels& labels) {
    std::ifstream file(source_path("tests/golden/classifiers.json"));
    const auto golden = nlohmann::json::parse(file);
    nlohmann::json model;
    for (const auto& each : golden.at("models")) {
      if (each.at("name") == "deberta-v3") model = each;
    }
    auto config = model.at("config");
    config["id2label"] = nlohmann::json::object();
    config["label2id"] = nlohmann::json::object();
    for (std::size_t i = 0; i < labels.size(); ++i) {
      config["id2label"][std::to_string(i)] = labels[i];
      config["label2id"][labels[i]] = i;
    }
    testing::MadeTensors tensors;
    for (const auto& [name, shape] : model.at("tensors").items()) {
      tensors[name] = testing::made_tensor(name, shape);
    }
    auto tokenizer = nlohmann::json::parse(testing::kTinyTokenizer);
    tokenizer["post_processor"]["pair"] = nlohmann::json::parse(R"([
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 1}}])");
    testing::write_bytes(folder_.path() / "config.json", config.dump());
    testing::write_bytes(folder_.path() / "tokenizer.json", tokenizer.dump());
    testing::write_bytes(folder_.path() / "model.safetensors", testing::safetensors_bytes(tensors));
  }
  std::shared_ptr<Classifier> load() const {
    auto loaded = Classifier::load({"made", folder_.path(), "hash"}, {.threads = 1});
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::make_shared<Classifier>(*std::move(loaded));
  }

  TemporaryFolder folder_;
};

TEST_F(InferWithClassifier, GivesTheClassifiersProbabilitiesTheirNames) {
  make({"Contradiction", "entailment", "NEUTRAL"});
  const auto classifier = load();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 120; ++i) {
    texts.push_back(std::string(i % 7, 'a') + " the do not ab");
  }
  std::vector<TextPair> pairs;
  std::vector<ClassifierInput> inputs;
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
    pairs.push_back({texts[i], texts[i + 1]});
    inputs.push_back({.text = texts[i], .pair = texts[i + 1]});
  }
  const Classifications expected = *classifier->classify(inputs);
  std::vector<std::size_t> told;
  const auto infer = infer_with(classifier, [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, pairs.size());
    told.push_back(done);
  });
  ASSERT_TRUE(infer);
  const auto found = (*infer)(pairs);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), pairs.size());
  constexpr std::array kInOrder = {InferenceLabel::contradiction, InferenceLabel::entailment,
                                   InferenceLabel::neutral};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Inference& inference = (*found)[i];
    EXPECT_EQ(inference.label, kInOrder[expected.best(i)]);
    ASSERT_TRUE(inference.probabilities);
    EXPECT_EQ(inference.probabilities->contradiction, expected.of(i)[0]);
    EXPECT_EQ(inference.probabilities->entailment, expected.of(i)[1]);
    EXPECT_EQ(inference.probabilities->neutral, expected.of(i)[2]);
    EXPECT_FALSE(inference.truncated);
    EXPECT_FALSE(inference.reply);
  }
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.back(), pairs.size());
}

TEST_F(InferWithClassifier, SaysWhatWasTruncatedAndWhoJudged) {
  make({"contradiction", "entailment", "neutral"});
  const auto classifier = load();
  std::string longer;
  for (int i = 0; i < 100; ++i) longer += "the ";
  const std::vector<TextPair> pairs = {{longer, "do"}, {"do", "not"}};
  const auto found = (*infer_with(classifier))(pairs);
  ASSERT_TRUE(found);
  EXPECT_TRUE((*found)[0].truncated);
  EXPECT_FALSE((*found)[1].truncated);
  const NliOrigin origin = origin_of(*classifier);
  EXPECT_EQ(std::get<NliClassifierOrigin>(origin).architecture, "deberta-v2");
  EXPECT_EQ(std::get<NliClassifierOrigin>(origin).max_tokens, 64u);
  EXPECT_EQ(std::get<NliClassifierOrigin>(origin).weights_sha256, "hash");
}

TEST_F(InferWithClassifier, NothingIsNothing) {
  make({"contradiction", "entailment", "neutral"});
  const auto found = (*infer_with(load()))({});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

TEST_F(InferWithClassifier, AClassifierOfOtherLabelsIsRefused) {
  make({"contradiction", "entailment", "other"});
  const auto infer = infer_with(load());
  ASSERT_FALSE(infer);
  EXPECT_NE(infer.error().message.find("3 labels (contradiction, entailment, other)"),
            std::string::npos);
}

}  // namespace
}  // namespace plumb
