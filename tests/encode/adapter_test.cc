// Adapters against a BERT that has the same updates merged, and hostile files.
#include "encode/adapter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "encode/sequence_classifier.h"
#include "support/made_model.h"
#include "support/places.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using testing::MadeTensors;

const nlohmann::json& golden() {
  static const nlohmann::json loaded = [] {
    std::ifstream file(source_path("tests/golden/classifiers.json"));
    return nlohmann::json::parse(file).at("adapter");
  }();
  return loaded;
}

MadeTensors made(const nlohmann::json& shapes) {
  MadeTensors tensors;
  for (const auto& [name, shape] : shapes.items()) {
    tensors[name] = testing::made_tensor(name, shape);
  }
  return tensors;
}

Result<Adapter> load(const nlohmann::json& config, const MadeTensors& tensors) {
  PLUMB_TRY(const auto parsed, AdapterConfig::parse(config.dump(), "config.json"));
  PLUMB_TRY(const auto base,
            EncoderConfig::parse(golden().at("base").at("config").dump(), "base/config.json"));
  const std::string bytes = testing::safetensors_bytes(tensors);
  return Adapter::load(parsed, std::as_bytes(std::span(bytes)), "adapter.safetensors", base);
}

std::string message(const nlohmann::json& config, const MadeTensors& tensors) {
  const auto loaded = load(config, tensors);
  return loaded ? "" : loaded.error().message;
}

// Rounds to half precision, as a trainer would store it. For values that are not tiny.
std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto exponent = static_cast<int>((bits >> 23) & 0xFF) - 127 + 15;
  if (exponent <= 0) return static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  return static_cast<std::uint16_t>(((bits >> 16) & 0x8000U) |
                                    (static_cast<std::uint32_t>(exponent) << 10) |
                                    ((bits >> 13) & 0x3FFU));
}

class AdapterTest : public ::testing::Test {
 protected:
  std::vector<float> logits(const Adapter& adapter) {
    const auto path = folder_.path() / "model.safetensors";
    testing::write_bytes(path, testing::safetensors_bytes(made(golden().at("base").at("tensors"))));
    const auto weights = Safetensors::open(path);
    const auto base = EncoderConfig::parse(golden().at("base").at("config").dump(), "config.json");
    ThreadPool pool(2);
    const Kernels& kernels = kernels_for(available_instruction_sets().back());
    auto model = SequenceClassifier::load(*weights, *base, adapter, kernels, pool);
    if (!model) throw std::runtime_error(model.error().message);
    TokenRuns runs;
    for (const auto& row : golden().at("cases")) {
      for (const TokenId id : row.at("ids")) runs.ids.push_back(with_segment(id, 0));
      runs.close();
    }
    std::vector<float> result(runs.size() * model->labels());
    model->run(runs, pool, result.data());
    return result;
  }
  double largest_difference(const std::vector<float>& got) const {
    double worst = 0;
    std::size_t at = 0;
    for (const auto& row : golden().at("cases")) {
      for (const double wanted : row.at("logits")) {
        worst = std::max(worst, std::abs(static_cast<double>(got[at++]) - wanted));
      }
    }
    return worst;
  }

  TemporaryFolder folder_;
};

TEST_F(AdapterTest, LogitsAreThoseOfTheBaseWithTheUpdatesMerged) {
  const auto adapter = load(golden().at("config"), made(golden().at("tensors")));
  ASSERT_TRUE(adapter) << adapter.error().message;
  EXPECT_LT(largest_difference(logits(*adapter)), 1e-5);
}

TEST_F(AdapterTest, HalfPrecisionIsReadAsItIsStored) {
  MadeTensors half = made(golden().at("tensors"));
  MadeTensors wide = half;
  for (auto& [name, tensor] : half) {
    std::string bytes;
    for (std::size_t i = 0; i < tensor.bytes.size(); i += 4) {
      float value;
      std::memcpy(&value, tensor.bytes.data() + i, 4);
      const std::uint16_t bits = to_half(value);
      bytes.append(reinterpret_cast<const char*>(&bits), 2);
      // What the half stands for, by its definition.
      const double fraction = 1.0 + (bits & 0x3FF) / 1024.0;
      const bool zero = (bits & 0x7FFF) == 0;
      const double exact =
          zero ? 0.0 : std::ldexp(fraction, ((bits >> 10) & 0x1F) - 15) * (bits >> 15 ? -1 : 1);
      const auto back = static_cast<float>(exact);
      std::memcpy(wide[name].bytes.data() + i, &back, 4);
    }
    tensor.dtype = "F16";
    tensor.bytes = bytes;
  }
  const auto from_half = load(golden().at("config"), half);
  const auto from_wide = load(golden().at("config"), wide);
  ASSERT_TRUE(from_half && from_wide);
  const auto got = logits(*from_half);
  EXPECT_EQ(got, logits(*from_wide));
  EXPECT_LT(largest_difference(got), 0.05);
}

TEST_F(AdapterTest, ALayerWithoutAPairStaysAsTheBaseHasIt) {
  MadeTensors head_only;
  for (auto& [name, tensor] : made(golden().at("tensors"))) {
    if (name.starts_with("classifier.")) head_only[name] = tensor;
  }
  const auto adapter = load(golden().at("config"), head_only);
  ASSERT_TRUE(adapter) << adapter.error().message;
  EXPECT_FALSE(adapter->changes("encoder.layer.0.attention.self.query"));
  EXPECT_GT(largest_difference(logits(*adapter)), 0.01);
}

TEST_F(AdapterTest, EveryWrongConfigIsASentence) {
  const MadeTensors tensors = made(golden().at("tensors"));
  const std::vector<std::tuple<const char*, nlohmann::json, const char*>> cases = {
      {"plumb", "adapter/2", "plumb is \"adapter/2\"; this Plumb reads \"adapter/1\""},
      {"base", "", "base must name a model"},
      {"base", 7, "base must be a text, not 7"},
      {"rank", 0, "rank must be a whole number from 1 to 1024, not 0"},
      {"alpha", -1, "alpha must be a number between 0 and 1000000, not -1"},
      {"pooling", "cls", "pooling is \"cls\"; Plumb pools by \"mean\" only"},
      {"labels", {"one"}, "labels must be a list of at least two different texts"},
      {"labels", {"one", "one"}, "labels must be a list of at least two different texts"},
      {"max_tokens", 513, "max_tokens must be a whole number from 0 to 512, not 513"},
      {"max_tokens", 3, "max_tokens must be at least 4"},
  };
  for (const auto& [field, value, said] : cases) {
    nlohmann::json config = golden().at("config");
    config[field] = value;
    EXPECT_NE(message(config, tensors).find(said), std::string::npos)
        << field << ": " << message(config, tensors);
  }
}

TEST_F(AdapterTest, NamesTheTensorThatIsWrong) {
  const nlohmann::json& config = golden().at("config");
  const std::string query = "encoder.layer.0.attention.self.query";
  const auto with = [&](const auto& change) {
    MadeTensors tensors = made(golden().at("tensors"));
    change(tensors);
    return message(config, tensors);
  };
  const auto expect = [](const std::string& got, const std::string& said) {
    EXPECT_NE(got.find(said), std::string::npos) << got;
  };
  expect(with([&](MadeTensors& t) { t.erase(query + ".lora_A"); }),
         query + ".lora_A is missing beside " + query + ".lora_B");
  expect(with([](MadeTensors& t) { t.erase("classifier.bias"); }), "classifier.bias is missing");
  expect(
      with([](MadeTensors& t) { t["pooler.dense.lora_A"] = testing::made_tensor("x", {4, 64}); }),
      "pooler.dense.lora_A has no place in made");
  expect(with([&](MadeTensors& t) { t[query + ".lora_A"] = testing::made_tensor("x", {4, 32}); }),
         query + ".lora_A has the shape [4, 32] where [4, 64] is expected");
  expect(with([](MadeTensors& t) {
           const float infinity = INFINITY;
           std::memcpy(t["classifier.weight"].bytes.data() + 8, &infinity, 4);
         }),
         "classifier.weight holds a value that is not a finite number");
  expect(with([](MadeTensors& t) { t["classifier.bias"].dtype = "I32"; }),
         "classifier.bias is I32 where F16 or F32 is expected");
}

}  // namespace
}  // namespace plumb
