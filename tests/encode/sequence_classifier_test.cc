// Small classifiers of every architecture against transformers' logits.
#include "encode/sequence_classifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "encode/classification_head.h"
#include "support/made_model.h"
#include "support/places.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using testing::MadeTensors;

const nlohmann::json& golden() {
  static const nlohmann::json loaded = [] {
    std::ifstream file(source_path("tests/golden/classifiers.json"));
    return nlohmann::json::parse(file).at("models");
  }();
  return loaded;
}

MadeTensors tensors_of(const nlohmann::json& model) {
  MadeTensors tensors;
  for (const auto& [name, shape] : model.at("tensors").items()) {
    tensors[name] = testing::made_tensor(name, shape);
  }
  return tensors;
}

TokenRuns runs_of(const nlohmann::json& model, std::span<const std::size_t> order) {
  TokenRuns runs;
  for (const std::size_t i : order) {
    const auto& row = model.at("cases").at(i);
    for (std::size_t t = 0; t < row.at("ids").size(); ++t) {
      runs.ids.push_back(with_segment(row.at("ids")[t], row.at("segments")[t]));
    }
    runs.close();
  }
  return runs;
}

std::vector<std::size_t> all_cases(const nlohmann::json& model) {
  std::vector<std::size_t> order(model.at("cases").size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// The classifier with the file it reads its word table from.
struct Loaded {
  std::unique_ptr<Safetensors> weights;
  std::unique_ptr<ThreadPool> pool;
  std::unique_ptr<SequenceClassifier> model;
  Error error = {};

  std::vector<float> logits(const TokenRuns& runs) {
    std::vector<float> result(runs.size() * model->labels());
    model->run(runs, *pool, result.data());
    return result;
  }
};

class SequenceClassifierTest : public ::testing::Test {
 protected:
  Loaded load(const nlohmann::json& config, const MadeTensors& tensors, InstructionSet set,
              int threads = 1) {
    const auto path = folder_.path() / "model.safetensors";
    testing::write_bytes(path, testing::safetensors_bytes(tensors));
    Loaded loaded;
    auto parsed = SequenceClassifierConfig::parse(config.dump(), "config.json");
    auto weights = Safetensors::open(path);
    if (!weights) throw std::runtime_error(weights.error().message);
    loaded.weights = std::make_unique<Safetensors>(*std::move(weights));
    loaded.pool = std::make_unique<ThreadPool>(threads);
    if (!parsed) {
      loaded.error = parsed.error();
      return loaded;
    }
    auto model = SequenceClassifier::load(*loaded.weights, *parsed, kernels_for(set), *loaded.pool);
    if (model) {
      loaded.model = std::make_unique<SequenceClassifier>(*std::move(model));
    } else {
      loaded.error = model.error();
    }
    return loaded;
  }
  Error error_of(const nlohmann::json& config, const MadeTensors& tensors) {
    return load(config, tensors, available_instruction_sets().back()).error;
  }

  TemporaryFolder folder_;
};

double largest_difference(const nlohmann::json& model, std::span<const float> logits) {
  double worst = 0;
  std::size_t at = 0;
  for (const auto& row : model.at("cases")) {
    for (const double wanted : row.at("logits")) {
      worst = std::max(worst, std::abs(static_cast<double>(logits[at++]) - wanted));
    }
  }
  EXPECT_EQ(at, logits.size());
  return worst;
}

TEST_F(SequenceClassifierTest, LogitsEqualTransformersOnEveryInstructionSet) {
  ASSERT_GE(golden().size(), 9U);
  for (const InstructionSet set : available_instruction_sets()) {
    for (const auto& model : golden()) {
      Loaded loaded = load(model.at("config"), tensors_of(model), set);
      ASSERT_TRUE(loaded.model) << model.at("name") << ": " << loaded.error.message;
      const auto logits = loaded.logits(runs_of(model, all_cases(model)));
      EXPECT_LT(largest_difference(model, logits), 1e-5)
          << name_of(set) << ", " << model.at("name");
    }
  }
}

TEST_F(SequenceClassifierTest, ARunHasTheSameBitsInAnyBatchAndWithAnyThreads) {
  for (const InstructionSet set : available_instruction_sets()) {
    for (const auto& model : golden()) {
      auto order = all_cases(model);
      Loaded alone = load(model.at("config"), tensors_of(model), set);
      ASSERT_TRUE(alone.model) << alone.error.message;
      std::vector<float> wanted;
      for (const std::size_t i : order) {
        for (const float logit : alone.logits(runs_of(model, std::span(&i, 1)))) {
          wanted.push_back(logit);
        }
      }
      const std::size_t labels = alone.model->labels();
      for (const int threads : {1, 2, 3}) {
        std::ranges::shuffle(order, std::mt19937(static_cast<unsigned>(threads)));
        Loaded loaded = load(model.at("config"), tensors_of(model), set, threads);
        const auto got = loaded.logits(runs_of(model, order));
        for (std::size_t i = 0; i < order.size(); ++i) {
          ASSERT_EQ(std::memcmp(got.data() + i * labels, wanted.data() + order[i] * labels,
                                labels * sizeof(float)),
                    0)
              << name_of(set) << ", " << model.at("name") << ", " << threads << " threads";
        }
      }
    }
  }
}

TEST_F(SequenceClassifierTest, WeightsOfHalfPrecisionAreWidened) {
  const auto& model = golden().at(0);
  MadeTensors exact = tensors_of(model);
  MadeTensors half = exact;
  for (auto& [name, tensor] : half) {
    std::string bytes;
    for (std::size_t i = 0; i < tensor.bytes.size(); i += 4) bytes += tensor.bytes.substr(i + 2, 2);
    // bf16 is the upper half of a float: what is cut off is cut off on both sides.
    tensor.dtype = "BF16";
    tensor.bytes = bytes;
    std::string& floats = exact[name].bytes;
    for (std::size_t i = 0; i < floats.size(); i += 4) floats[i] = floats[i + 1] = '\0';
  }
  const InstructionSet set = available_instruction_sets().back();
  const auto runs = runs_of(model, all_cases(model));
  const auto wanted = load(model.at("config"), exact, set).logits(runs);
  EXPECT_EQ(load(model.at("config"), half, set).logits(runs), wanted);
}

TEST_F(SequenceClassifierTest, NormsMayHaveTheirOldNames) {
  const auto& model = golden().at(0);
  MadeTensors renamed;
  for (auto& [name, tensor] : tensors_of(model)) {
    std::string now = name;
    if (const auto at = now.find("LayerNorm.weight"); at != std::string::npos) {
      now.replace(at, std::string::npos, "LayerNorm.gamma");
    }
    if (const auto at = now.find("LayerNorm.bias"); at != std::string::npos) {
      now.replace(at, std::string::npos, "LayerNorm.beta");
    }
    renamed[now] = tensor;
  }
  const InstructionSet set = available_instruction_sets().back();
  const auto logits =
      load(model.at("config"), renamed, set).logits(runs_of(model, all_cases(model)));
  EXPECT_LT(largest_difference(model, logits), 1e-5);
}

TEST_F(SequenceClassifierTest, NamesTheTensorThatIsMissing) {
  for (const auto& model : golden()) {
    for (const auto& [name, shape] : model.at("tensors").items()) {
      // transformers keeps a buffer of positions in some files; nobody reads it.
      if (name.ends_with("position_ids")) continue;
      MadeTensors tensors = tensors_of(model);
      tensors.erase(name);
      const Error error = error_of(model.at("config"), tensors);
      ASSERT_EQ(error.code, ErrorCode::corrupt) << model.at("name") << " without " << name;
      ASSERT_NE(error.message.find("\"" + name + "\" is missing"), std::string::npos)
          << error.message;
    }
  }
}

TEST_F(SequenceClassifierTest, NamesTheTensorThatDisagreesWithTheConfig) {
  const auto& model = golden().at(0);
  const MadeTensors tensors = tensors_of(model);
  const auto with = [&](const char* field, const nlohmann::json& value) {
    nlohmann::json config = model.at("config");
    config[field] = value;
    return error_of(config, tensors).message;
  };
  EXPECT_NE(with("vocab_size", 91)
                .find("word_embeddings.weight\" has the shape [90, 64] where "
                      "[91, 64] is expected"),
            std::string::npos);
  EXPECT_NE(with("intermediate_size", 128).find("intermediate.dense.weight"), std::string::npos);
  EXPECT_NE(with("num_hidden_layers", 3).find("encoder.layer.2."), std::string::npos);
  EXPECT_NE(with("id2label", {{"0", "a"}, {"1", "b"}, {"2", "c"}}).find("classifier.weight"),
            std::string::npos);
  EXPECT_NE(with("model_type", "albert").find("embedding_size"), std::string::npos);
  EXPECT_NE(with("model_type", "roberta").find("roberta.embeddings"), std::string::npos);
}

}  // namespace
}  // namespace plumb
