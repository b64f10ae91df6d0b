#include "encode/encoder_config.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "encode/relative_attention.h"

namespace plumb {
namespace {

// A config that every architecture can do with.
nlohmann::json sound(const char* type) {
  return {{"model_type", type},
          {"num_hidden_layers", 12},
          {"hidden_size", 768},
          {"num_attention_heads", 12},
          {"intermediate_size", 3072},
          {"vocab_size", 30000},
          {"embedding_size", type == std::string("albert") ? 128 : 768},
          {"max_position_embeddings", 514},
          {"layer_norm_eps", 1e-12}};
}

Error error_of(const nlohmann::json& config) {
  const auto parsed = SequenceClassifierConfig::parse(config.dump(), "some/config.json");
  return parsed ? Error{} : parsed.error();
}

TEST(EncoderConfig, ReadsEachArchitecture) {
  for (const char* type : {"bert", "albert", "roberta", "deberta-v2"}) {
    const auto parsed = SequenceClassifierConfig::parse(sound(type).dump(), "config.json");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(name_of(parsed->encoder.architecture), type);
    EXPECT_EQ(parsed->encoder.max_tokens, 512U);
    EXPECT_EQ(parsed->labels, (std::vector<std::string>{"LABEL_0", "LABEL_1"}));
  }
}

TEST(EncoderConfig, AlbertActivatesByTanhAndOthersByErf) {
  for (const char* type : {"bert", "albert", "roberta", "deberta-v2"}) {
    const auto parsed = EncoderConfig::parse(sound(type).dump(), "config.json");
    EXPECT_EQ(parsed->activation,
              type == std::string("albert") ? Activation::gelu_tanh : Activation::gelu);
  }
}

TEST(EncoderConfig, EveryComplaintNamesFileFieldAndValue) {
  struct Case {
    const char* type;
    const char* field;
    nlohmann::json value;
    const char* said;
  };
  const std::vector<Case> cases = {
      {"bert", "model_type", "gpt2", "model_type is \"gpt2\"; Plumb runs bert, albert, roberta"},
      {"bert", "hidden_act", "relu", "hidden_act is \"relu\""},
      {"bert", "hidden_size", -1, "hidden_size must be a whole number from 1 to 1000000, not -1"},
      {"bert", "hidden_size", 770, "hidden_size 770 over 12 heads"},
      {"bert", "num_attention_heads", 16, "must be multiples of 32"},
      {"bert", "layer_norm_eps", 2, "layer_norm_eps must be a number between 0 and 1, not 2"},
      {"bert", "position_embedding_type", "relative_key", "Plumb runs \"absolute\" only"},
      {"albert", "embedding_size", 100, "embedding_size 100"},
      {"albert", "num_hidden_groups", 13, "num_hidden_groups 13 must be at most"},
      {"roberta", "pad_token_id", 513, "pad_token_id must be less than max_position_embeddings"},
      {"deberta-v2", "conv_kernel_size", 3, "conv_kernel_size asks for a convolution"},
      {"deberta-v2", "embedding_size", 384, "embedding_size must be hidden_size"},
      {"deberta-v2", "pooler_hidden_act", "tanh", "pooler_hidden_act is \"tanh\""},
      {"bert", "is_decoder", true, "is_decoder is true; Plumb runs encoders only"},
      {"roberta", "add_cross_attention", true, "add_cross_attention is true; Plumb runs"},
      {"bert", "max_position_embeddings", 3, "3 leaves a text fewer than 4 tokens"},
      {"bert", "problem_type", "multi_label_classification", "problem_type is \"multi_label"},
      {"bert", "id2label", {{"0", "one"}}, "names 1 labels; a classifier has at least two"},
      {"bert", "id2label", {{"0", "a"}, {"2", "b"}}, "id2label has no text for 1"},
      {"bert", "id2label", {{"0", "a"}, {"1", "a"}}, "id2label gives two labels one name"},
      {"bert", "id2label", "yes", "id2label must be an object"},
  };
  for (const Case& c : cases) {
    nlohmann::json config = sound(c.type);
    config[c.field] = c.value;
    const Error error = error_of(config);
    EXPECT_NE(error.message.find(c.said), std::string::npos) << c.field << ": " << error.message;
    EXPECT_EQ(error.message.find("some/config.json"), 0U) << error.message;
  }
}

TEST(EncoderConfig, LabelsAreInTheOrderOfTheirIds) {
  nlohmann::json config = sound("bert");
  config["id2label"] = nlohmann::json::object();
  std::vector<std::string> wanted;
  for (int i = 0; i < 12; ++i) {
    wanted.push_back("label " + std::to_string(i));
    config["id2label"][std::to_string(i)] = wanted.back();
  }
  EXPECT_EQ(SequenceClassifierConfig::parse(config.dump(), "config.json")->labels, wanted);
}

// make_log_bucket_position(d, bucket_size=256, max_position=512) of transformers at the
// first distance of some buckets, and around them.
TEST(RelativePositions, DistancesFallIntoTheBucketsOfTheReference) {
  RelativePositions positions;
  positions.span = 256;
  positions.farthest = 512;
  positions.logarithmic = true;
  const auto buckets = distance_buckets(positions, 512);
  const auto of = [&](int distance) {
    return static_cast<int>(buckets[static_cast<std::size_t>(distance + 511)]) - 256;
  };
  const std::vector<std::pair<int, int>> wanted = {
      {0, 0},     {1, 1},     {64, 64},   {127, 127}, {128, 128}, {129, 129},
      {130, 130}, {131, 131}, {140, 137}, {160, 149}, {200, 169}, {256, 192},
      {300, 207}, {400, 233}, {500, 254}, {509, 255}, {510, 255}, {511, 255}};
  for (const auto& [distance, bucket] : wanted) {
    EXPECT_EQ(of(distance), std::min(bucket, 255)) << distance;
    EXPECT_EQ(of(-distance), -bucket) << -distance;
  }
  for (int d = -511; d < 511; ++d) EXPECT_LE(of(d), of(d + 1));
}

}  // namespace
}  // namespace plumb
