// Remembered rows of a made model, of every instruction set, against the product of the embeddings.
#include "encode/remembered_projection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "support/made_model.h"
#include "support/must.h"
#include "support/reference_kernels.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using reference::random_floats;

constexpr std::size_t kHidden = 96;
constexpr std::size_t kColumns = 3 * kHidden;

EncoderConfig small_bert() {
  EncoderConfig config;
  config.vocabulary = 50;
  config.hidden = config.embedding = kHidden;
  config.positions = config.max_tokens = 20;
  config.segments = 2;
  config.layer_norm_epsilon = 1e-12F;
  return config;
}

// Texts as they stand behind each other in a batch.
struct Texts {
  std::vector<TokenId> ids;
  std::vector<std::uint32_t> offsets{0};

  explicit Texts(const std::vector<std::vector<TokenId>>& texts) {
    for (const auto& text : texts) {
      ids.insert(ids.end(), text.begin(), text.end());
      offsets.push_back(static_cast<std::uint32_t>(ids.size()));
    }
  }
  TokenBatch batch() const { return {ids, offsets}; }
};

class RememberedProjectionTest : public ::testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    testing::MadeTensors tensors;
    const auto make = [&](const std::string& name, const std::vector<std::size_t>& shape) {
      tensors["embeddings." + name] = testing::made_tensor(name, shape);
    };
    make("word_embeddings.weight", {config_.vocabulary, kHidden});
    make("position_embeddings.weight", {config_.positions, kHidden});
    make("token_type_embeddings.weight", {config_.segments, kHidden});
    make("LayerNorm.weight", {kHidden});
    make("LayerNorm.bias", {kHidden});
    const auto path = folder_.path() / "model.safetensors";
    testing::write_bytes(path, testing::safetensors_bytes(tensors));
    auto file = Safetensors::open(path);
    ASSERT_TRUE(file) << file.error().message;
    file_ = std::make_unique<Safetensors>(*std::move(file));
    TensorReader read(*file_, "");
    embeddings_ = must(TokenEmbeddings::read(read, config_));
    const Linear::Part part{weight_, bias_};
    const Linear::Build build{kernels(), Precision::f32, alone_};
    linear_ = std::make_unique<Linear>(build, kHidden, 0, std::span(&part, 1));
    projection_ = std::make_unique<RememberedProjection>(embeddings_, *linear_, config_, build);
  }

  const Kernels& kernels() const { return kernels_for(GetParam()); }

  std::vector<float> embeddings_of(const Texts& texts, RowMoments* moments) const {
    std::vector<float> rows(texts.ids.size() * kHidden);
    embeddings_.look_up(texts.batch(), config_, kernels(), HiddenOrder(), rows.data(), moments);
    return rows;
  }

  std::vector<float> run(const Texts& texts, RememberedProjection::Memory& memory,
                         ThreadPool& pool) const {
    std::vector<RowMoments> moments(texts.ids.size());
    embeddings_of(texts, moments.data());
    std::vector<float> output(texts.ids.size() * kColumns, NAN);
    projection_->run(texts.batch(), moments.data(), output.data(), memory, pool);
    return output;
  }

  EncoderConfig config_ = small_bert();
  std::vector<float> weight_ = random_floats(kColumns * kHidden, 1, 0.1F);
  std::vector<float> bias_ = random_floats(kColumns, 2);
  TemporaryFolder folder_;
  std::unique_ptr<Safetensors> file_;
  TokenEmbeddings embeddings_;
  ThreadPool alone_{1};
  std::unique_ptr<Linear> linear_;
  std::unique_ptr<RememberedProjection> projection_;
};

INSTANTIATE_TEST_SUITE_P(AllSets, RememberedProjectionTest,
                         ::testing::ValuesIn(available_instruction_sets().begin(),
                                             available_instruction_sets().end()),
                         [](const auto& set) {
                           std::string name(name_of(set.param));
                           std::erase(name, '-');
                           return name;
                         });

const Texts kTexts({{1, 7, 7, 9, 2}, {1, 2}, {1, 49, 0, 7, 30, 31, 32, 33, 9, 2}});

TEST_P(RememberedProjectionTest, RowsAreTheProductOfTheEmbeddings) {
  RememberedProjection::Memory memory;
  const auto embeddings = embeddings_of(kTexts, nullptr);
  const auto wanted = reference::product(embeddings, kTexts.ids.size(), kHidden, weight_, bias_);
  EXPECT_LT(reference::largest_difference(run(kTexts, memory, alone_), wanted), 1e-5);
}

TEST_P(RememberedProjectionTest, ARowHasTheSameBitsWhateverWasSeenBeforeIt) {
  RememberedProjection::Memory fresh;
  const auto wanted = run(kTexts, fresh, alone_);
  EXPECT_EQ(run(kTexts, fresh, alone_), wanted) << "all remembered";
  for (const std::size_t rows : {0UL, 20UL, 30UL, 1000UL}) {
    RememberedProjection::Memory memory;
    memory.limit(rows * kColumns * sizeof(float));
    for (TokenId first = 0; first < 36; first += 5) {
      run(Texts({{first, first + 3, 9, first + 14}}), memory, alone_);
      ASSERT_EQ(run(kTexts, memory, alone_), wanted) << rows << " rows, after " << first;
    }
  }
}

TEST_P(RememberedProjectionTest, ARowHasTheSameBitsInAnyBatchAndWithAnyThreads) {
  RememberedProjection::Memory memory;
  const auto wanted = run(kTexts, memory, alone_);
  const Texts last({std::vector<TokenId>(kTexts.ids.begin() + 7, kTexts.ids.end())});
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    RememberedProjection::Memory other;
    const auto got = run(last, other, pool);
    EXPECT_TRUE(std::ranges::equal(got, std::span(wanted).subspan(7 * kColumns)));
    EXPECT_EQ(run(kTexts, other, pool), wanted);
  }
}

TEST(RememberedProjection, IsForEmbeddingsOfWordsAndPositionsInTurn) {
  EncoderConfig config = small_bert();
  EXPECT_TRUE(RememberedProjection::has_summands(config));
  config.padding = 1;
  EXPECT_FALSE(RememberedProjection::has_summands(config));
  config = small_bert();
  config.positions = 0;
  EXPECT_FALSE(RememberedProjection::has_summands(config));
  config = small_bert();
  config.architecture = Architecture::albert;
  EXPECT_FALSE(RememberedProjection::has_summands(config));
}

}  // namespace
}  // namespace plumb
