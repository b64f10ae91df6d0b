// The classifier as its callers use it, on a model made small: texts in, probabilities out.
#include "encode/classifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "support/made_model.h"
#include "support/places.h"
#include "support/temporary_folder.h"
#include "support/tiny_tokenizer.h"

namespace plumb {
namespace {

using testing::MadeTensors;

nlohmann::json golden() {
  std::ifstream file(source_path("tests/golden/classifiers.json"));
  return nlohmann::json::parse(file);
}

MadeTensors made(const nlohmann::json& shapes) {
  MadeTensors tensors;
  for (const auto& [name, shape] : shapes.items()) {
    tensors[name] = testing::made_tensor(name, shape);
  }
  return tensors;
}

nlohmann::json pair_template() {
  const auto special = [](const char* id, int type) {
    return nlohmann::json{{"SpecialToken", {{"id", id}, {"type_id", type}}}};
  };
  const auto text = [](const char* id, int type) {
    return nlohmann::json{{"Sequence", {{"id", id}, {"type_id", type}}}};
  };
  return {special("[CLS]", 0), text("A", 0), special("[SEP]", 0), text("B", 1),
          special("[SEP]", 1)};
}

class ClassifierTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto model = golden().at("models").at(0);
    config_ = model.at("config");
    write("config.json", config_.dump());
    auto tokenizer = nlohmann::json::parse(testing::kTinyTokenizer);
    tokenizer["post_processor"]["pair"] = pair_template();
    write("tokenizer.json", tokenizer.dump());
    write("model.safetensors", testing::safetensors_bytes(made(model.at("tensors"))));
  }
  void write(const char* name, const std::string& bytes) {
    testing::write_bytes(folder_.path() / name, bytes);
  }
  ModelFolder folder() const { return {"made", folder_.path(), "hash"}; }
  Classifier load(const ClassifierOptions& options = {}) const {
    auto loaded = Classifier::load(folder(), options);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return *std::move(loaded);
  }
  std::string error(const ClassifierOptions& options = {}) const {
    const auto loaded = Classifier::load(folder(), options);
    return loaded ? "" : loaded.error().message;
  }

  TemporaryFolder folder_;
  nlohmann::json config_;
};

const std::vector<ClassifierInput> kInputs = {
    {.text = "ab the do not!"},    {.text = "", .pair = {}},   {.text = "do not"},
    {.text = "do", .pair = "not"}, {.text = "ab the do not!"}, {.text = "do", .pair = "not"},
    {.text = "do [SEP] not"}};

TEST_F(ClassifierTest, ProbabilitiesAreTheSoftmaxOfTheLogits) {
  Classifier classifier = load();
  EXPECT_EQ(classifier.labels(), (std::vector<std::string>{"no", "yes"}));
  const Classifications found = *classifier.classify(kInputs);
  ASSERT_EQ(found.size(), kInputs.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double no = std::exp(static_cast<double>(found.logits[2 * i]));
    const double yes = std::exp(static_cast<double>(found.logits[2 * i + 1]));
    EXPECT_NEAR(found.of(i)[0], no / (no + yes), 1e-12);
    EXPECT_NEAR(found.of(i)[0] + found.of(i)[1], 1.0, 1e-15);
    EXPECT_EQ(found.best(i), yes > no ? 1U : 0U);
  }
  EXPECT_EQ(found.tokens, (std::vector<std::uint32_t>{7, 2, 4, 5, 7, 5, 5}));
}

TEST_F(ClassifierTest, SoftmaxOfHugeLogitsIsNoNan) {
  EXPECT_EQ(softmax(std::vector<float>{3e38F, -3e38F}), (std::vector<double>{1, 0}));
  EXPECT_EQ(softmax(std::vector<float>{-3e38F, -3e38F}), (std::vector<double>{0.5, 0.5}));
}

TEST_F(ClassifierTest, EqualInputsHaveEqualBitsAndSegmentsTellInputsApart) {
  Classifier classifier = load();
  const Classifications found = *classifier.classify(kInputs);
  const auto same = [&](std::size_t a, std::size_t b) {
    return std::memcmp(found.of(a).data(), found.of(b).data(), 2 * sizeof(double)) == 0;
  };
  EXPECT_TRUE(same(0, 4));
  EXPECT_TRUE(same(3, 5));
  // The same five ids, as a pair and as one text that spells the separator out.
  EXPECT_FALSE(same(3, 6));
}

TEST_F(ClassifierTest, AnInputHasTheSameBitsAloneInAnyOrderAndWithAnyThreads) {
  std::vector<std::string> texts;
  for (int i = 0; i < 60; ++i) {
    std::string text = "ab";
    for (int k = 0; k < (i * 7) % 61; ++k)
      text += k % 3 == 0 ? " the" : k % 3 == 1 ? " do" : " not";
    texts.push_back(text);
  }
  std::vector<ClassifierInput> inputs;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    inputs.push_back({.text = texts[i], .pair = {}});
    if (i % 2 == 0) inputs.push_back({.text = texts[i], .pair = texts[(i + 1) % texts.size()]});
  }
  for (const InstructionSet set : available_instruction_sets()) {
    Classifier one = load({.threads = 1, .instruction_set = set});
    const Classifications wanted = *one.classify(inputs);
    for (const int threads : {1, 2, 3}) {
      Classifier many = load({.threads = threads, .instruction_set = set});
      const std::vector<ClassifierInput> reversed(inputs.rbegin(), inputs.rend());
      const Classifications got = *many.classify(reversed);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Classifications alone = *many.classify(std::span(&inputs[i], 1));
        ASSERT_EQ(alone.logits[1], wanted.logits[2 * i + 1]) << name_of(set) << ", " << i;
        ASSERT_EQ(got.logits[2 * (inputs.size() - 1 - i)], wanted.logits[2 * i]);
      }
    }
  }
}

TEST_F(ClassifierTest, SaysWhichInputsWereTruncated) {
  Classifier classifier = load();
  EXPECT_EQ(classifier.provenance().max_tokens, 64U);
  std::string fits;
  for (int i = 0; i < 62; ++i) fits += "the ";
  const std::string over = fits + "the";
  const Classifications found = *classifier.classify(std::vector<ClassifierInput>{
      {.text = fits}, {.text = over}, {.text = fits, .pair = "do"}, {.text = std::string_view()}});
  EXPECT_EQ(found.tokens, (std::vector<std::uint32_t>{64, 64, 64, 2}));
  EXPECT_EQ(found.truncated, (std::vector<bool>{false, true, true, false}));
}

TEST_F(ClassifierTest, LogitsThatAreNoNumbersAreASentence) {
  MadeTensors tensors = made(golden().at("models").at(0).at("tensors"));
  std::string& weights = tensors.at("classifier.weight").bytes;
  constexpr float kHuge = std::numeric_limits<float>::max();  // finite, and its products are not
  for (std::size_t at = 0; at < weights.size(); at += sizeof kHuge) {
    std::memcpy(weights.data() + at, &kHuge, sizeof kHuge);
  }
  write("model.safetensors", testing::safetensors_bytes(tensors));
  const auto found = load().classify(kInputs);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::corrupt);
  EXPECT_NE(
      found.error().message.find("the classifier made gives a text a logit that is no finite"),
      std::string::npos);
}

TEST_F(ClassifierTest, NoInputsGiveNothing) {
  EXPECT_EQ(load().classify({})->size(), 0U);
}

TEST_F(ClassifierTest, AnotherNumberOfLabelsThanExpectedIsASentence) {
  EXPECT_EQ(error({.labels = 2}), "");
  EXPECT_NE(error({.labels = 3}).find("tells 2 labels apart (no, yes) where 3 are expected"),
            std::string::npos);
}

TEST_F(ClassifierTest, ATokenizerPastTheWordTableIsRefused) {
  auto tensors = made(golden().at("models").at(0).at("tensors"));
  tensors["bert.embeddings.word_embeddings.weight"] = testing::made_tensor("x", {20, 64});
  write("model.safetensors", testing::safetensors_bytes(tensors));
  config_["vocab_size"] = 20;
  write("config.json", config_.dump());
  EXPECT_NE(error().find("has 29 tokens but its config.json says vocab_size 20"), std::string::npos)
      << error();
}

TEST_F(ClassifierTest, AFolderWithoutSafetensorsIsASentence) {
  std::filesystem::rename(folder_.path() / "model.safetensors",
                          folder_.path() / "pytorch_model.bin");
  EXPECT_NE(error().find("has pytorch_model.bin but no model.safetensors"), std::string::npos);
}

// An adapter's folder beside a folder with its base.
class AdaptedClassifierTest : public ClassifierTest {
 protected:
  void SetUp() override {
    ClassifierTest::SetUp();
    adapter_ = golden().at("adapter");
    write("config.json", adapter_.at("base").at("config").dump());
    write("model.safetensors", testing::safetensors_bytes(made(adapter_.at("base").at("tensors"))));
    adapter_["config"]["base"] = folder_.path().string();
    write_adapter();
    testing::write_bytes(own_.path() / "adapter.safetensors",
                         testing::safetensors_bytes(made(adapter_.at("tensors"))));
  }
  void write_adapter() {
    testing::write_bytes(own_.path() / "config.json", adapter_.at("config").dump());
  }
  std::string adapter_error() const {
    const auto loaded = Classifier::load({"adapter", own_.path(), "hash"});
    return loaded ? "" : loaded.error().message;
  }

  TemporaryFolder own_;
  nlohmann::json adapter_;
};

TEST_F(AdaptedClassifierTest, RunsOnItsBasesTokenizerAndNamesBoth) {
  const auto folder = locate_model(own_.path().string());
  ASSERT_TRUE(folder) << folder.error().message;
  auto classifier = Classifier::load(*folder);
  ASSERT_TRUE(classifier) << classifier.error().message;
  const ClassifierProvenance& from = classifier->provenance();
  EXPECT_EQ(from.architecture, "adapter/1");
  EXPECT_EQ(from.weights_sha256.size(), 64U);
  EXPECT_EQ(from.base_sha256.size(), 64U);
  EXPECT_NE(from.base_sha256, from.weights_sha256);
  const Classifications found =
      *classifier->classify(std::vector<ClassifierInput>{{.text = "ab the"}, {.text = "do"}});
  EXPECT_EQ(found.tokens, (std::vector<std::uint32_t>{4, 3}));
  EXPECT_NE(found.logits[0], found.logits[2]);
}

TEST_F(AdaptedClassifierTest, ABaseWithAnotherHashIsRefused) {
  adapter_["config"]["base_sha256"] = std::string(64, 'a');
  write_adapter();
  EXPECT_NE(adapter_error().find("was made for a"), std::string::npos) << adapter_error();
}

TEST_F(AdaptedClassifierTest, ABaseOfAnotherArchitectureIsRefused) {
  nlohmann::json base = adapter_.at("base").at("config");
  base["model_type"] = "roberta";
  write("config.json", base.dump());
  EXPECT_NE(adapter_error().find("an adapter changes a \"bert\""), std::string::npos)
      << adapter_error();
}

}  // namespace
}  // namespace plumb
