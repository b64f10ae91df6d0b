// The embedder with the real model, against sentence-transformers' vectors.
// Skipped, saying so, where the model is not on this machine.
#include "encode/embedder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "support/must.h"
#include "support/places.h"

namespace plumb {
namespace {

struct Golden {
  std::vector<std::string> texts;
  std::vector<std::vector<TokenId>> ids;
  std::vector<float> vectors;
};

const Golden& golden() {
  static const Golden loaded = [] {
    Golden result;
    const std::string base = source_path("tests/golden/embeddings");
    std::ifstream lines(base + ".jsonl");
    for (std::string line; std::getline(lines, line);) {
      const auto json = nlohmann::json::parse(line);
      result.texts.push_back(json.at("text"));
      result.ids.push_back(json.at("ids"));
    }
    result.vectors.resize(result.texts.size() * 384);
    std::ifstream(base + ".f32", std::ios::binary)
        .read(reinterpret_cast<char*>(result.vectors.data()),
              static_cast<std::streamsize>(result.vectors.size() * sizeof(float)));
    return result;
  }();
  return loaded;
}

std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

class EmbedderTest : public testing::Test {
 protected:
  void SetUp() override {
    auto found = locate_model(kDefaultEmbeddingModel);
    if (!found) GTEST_SKIP() << found.error().message;
    folder_ = *found;
    ASSERT_GT(golden().texts.size(), 100U);
  }

  Embedder load(const EmbedderOptions& options) const {
    auto embedder = Embedder::load(folder_, options);
    if (!embedder) throw std::runtime_error(embedder.error().message);
    return *std::move(embedder);
  }

  ModelFolder folder_;
};

double cosine_to_golden(const Embeddings& got, std::size_t i) {
  double dot = 0;
  double norms[2] = {};
  for (std::size_t d = 0; d < 384; ++d) {
    const auto a = static_cast<double>(got.vector(i)[d]);
    const auto b = static_cast<double>(golden().vectors[i * 384 + d]);
    dot += a * b;
    norms[0] += a * a;
    norms[1] += b * b;
  }
  return dot / std::sqrt(norms[0] * norms[1]);
}

TEST_F(EmbedderTest, VectorsEqualTheReferenceOnEveryInstructionSet) {
  for (const InstructionSet set : available_instruction_sets()) {
    Embedder embedder = load({.instruction_set = set});
    const Embeddings got = must(embedder.embed(views(golden().texts)));
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_GE(cosine_to_golden(got, i), 0.999999) << name_of(set) << ": " << golden().texts[i];
      ASSERT_EQ(got.tokens[i], golden().ids[i].size());
    }
  }
}

TEST_F(EmbedderTest, CosinesOfAnyTwoTextsEqualTheReference) {
  Embedder embedder = load({});
  const Embeddings got = must(embedder.embed(views(golden().texts)));
  const auto wanted = [](std::size_t i) {
    return std::span(golden().vectors).subspan(i * 384, 384);
  };
  for (std::size_t a = 0; a < got.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      ASSERT_NEAR(cosine(got.vector(a), got.vector(b)), cosine(wanted(a), wanted(b)), 1e-5);
    }
  }
}

#ifdef __SANITIZE_THREAD__
constexpr bool kSlowKernels = true;  // a hundred times slower
#else
constexpr bool kSlowKernels = false;
#endif

// Every so manieth text, so that all lengths and scripts are among them; fewer for kernels that are
// slow, as the portable ones are.
std::vector<std::string> some_texts(InstructionSet set) {
  const std::size_t count = kSlowKernels || set == InstructionSet::portable ? 12 : 60;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(golden().texts[i * golden().texts.size() / count]);
  }
  return texts;
}

TEST_F(EmbedderTest, ATextHasTheSameBitsInAnyBatchAndWithAnyThreads) {
  for (const Precision precision : {Precision::f32, Precision::int8}) {
    for (const InstructionSet set : available_instruction_sets()) {
      const auto texts = some_texts(set);
      Embedder alone = load({.precision = precision, .threads = 1, .instruction_set = set});
      const Embeddings wanted = must(alone.embed(views(texts)));
      for (const int threads : {1, 2, 4}) {
        if (set == InstructionSet::portable && threads != 2) continue;  // half a minute each
        Embedder embedder =
            load({.precision = precision, .threads = threads, .instruction_set = set});
        std::vector<std::size_t> order(texts.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::shuffle(order, std::mt19937(static_cast<unsigned>(threads)));
        std::vector<std::string_view> shuffled;
        for (const std::size_t i : order) shuffled.push_back(texts[i]);
        const Embeddings got = must(embedder.embed(shuffled));
        for (std::size_t i = 0; i < order.size(); ++i) {
          ASSERT_EQ(std::memcmp(got.vector(i).data(), wanted.vector(order[i]).data(),
                                384 * sizeof(float)),
                    0)
              << name_of(precision) << ", " << name_of(set) << ", " << threads
              << " threads: " << shuffled[i];
        }
      }
    }
  }
}

TEST_F(EmbedderTest, ATextHasTheSameBitsWhateverWasEmbeddedBeforeIt) {
  const auto texts = some_texts(available_instruction_sets().back());
  Embedder usual = load({.threads = 1});
  const Embeddings wanted = must(usual.embed(views(texts)));
  // None but the rows of one batch, some 400 in all, and every row.
  for (const std::size_t bytes : {0UL, 400UL * 1152 * sizeof(float), 1UL << 30}) {
    for (const int threads : {1, 2, 4}) {
      Embedder embedder = load({.threads = threads, .remembered_bytes = bytes});
      for (int round = 0; round < 2; ++round) {
        for (std::size_t i = texts.size(); i-- > 0;) {
          const std::string_view text = texts[i];
          const Embeddings alone = must(embedder.embed(std::span(&text, 1)));
          ASSERT_TRUE(std::ranges::equal(alone.vector(0), wanted.vector(i)))
              << bytes << " bytes, " << threads << " threads, round " << round << ": " << text;
        }
        ASSERT_EQ(must(embedder.embed(views(texts))).values, wanted.values)
            << bytes << " bytes, " << threads << " threads, round " << round;
      }
    }
  }
}

// |IDS(int8) - IDS(f32)| with IDS = clamp(1 - cos, 0, 1), over 2,000 pairs.
TEST_F(EmbedderTest, Int8DriftScoresAreCloseToThoseOfF32) {
  Embedder exact = load({});
  const Embeddings wanted = must(exact.embed(views(golden().texts)));
  for (const InstructionSet set : available_instruction_sets()) {
    if (set == InstructionSet::portable) continue;
    Embedder embedder = load({.precision = Precision::int8, .instruction_set = set});
    const Embeddings got = must(embedder.embed(views(golden().texts)));
    const auto ids = [](const Embeddings& of, std::size_t a, std::size_t b) {
      return std::clamp(1.0 - cosine(of.vector(a), of.vector(b)), 0.0, 1.0);
    };
    std::mt19937 generator(42);
    double total = 0;
    double worst = 0;
    for (int pair = 0; pair < 2000; ++pair) {
      const std::size_t a = generator() % wanted.size();
      const std::size_t b = generator() % wanted.size();
      const double difference = std::abs(ids(got, a, b) - ids(wanted, a, b));
      total += difference;
      worst = std::max(worst, difference);
    }
    RecordProperty("mean_ids_difference", std::to_string(total / 2000));
    RecordProperty("largest_ids_difference", std::to_string(worst));
    EXPECT_LE(total / 2000, 0.005) << name_of(set);
    EXPECT_LE(worst, 0.02) << name_of(set);
  }
}

TEST_F(EmbedderTest, OneTextAloneHasTheBitsItHasInABatch) {
  for (const InstructionSet set : available_instruction_sets()) {
    const auto texts = some_texts(set);
    Embedder embedder = load({.threads = 2, .instruction_set = set});
    const Embeddings together = must(embedder.embed(views(texts)));
    for (std::size_t i = 0; i < std::min<std::size_t>(40, texts.size()); ++i) {
      const std::string_view text = texts[i];
      const Embeddings alone = must(embedder.embed(std::span(&text, 1)));
      ASSERT_EQ(std::memcmp(alone.values.data(), together.vector(i).data(), 384 * sizeof(float)), 0)
          << name_of(set) << ": " << text;
    }
  }
}

TEST_F(EmbedderTest, CallsOfSeveralThreadsTakeTurns) {
  Embedder embedder = load({.threads = 2});
  auto texts = views(golden().texts);
  texts.resize(60);
  const Embeddings wanted = must(embedder.embed(texts));
  std::vector<Embeddings> found(4);
  {
    std::vector<std::jthread> callers;
    for (Embeddings& mine : found) {
      callers.emplace_back([&] { mine = must(embedder.embed(texts)); });
    }
  }
  for (const Embeddings& mine : found) EXPECT_EQ(mine.values, wanted.values);
}

TEST_F(EmbedderTest, SaysWhichTextsWereTruncated) {
  Embedder embedder = load({});
  const std::string fits = [] {
    std::string text;
    for (int i = 0; i < 254; ++i) text += "word ";
    return text;
  }();
  const std::string over = fits + "word";
  const std::vector<std::string_view> texts{fits, over};
  const Embeddings got = must(embedder.embed(texts));
  EXPECT_EQ(got.tokens, (std::vector<std::uint32_t>{256, 256}));
  EXPECT_FALSE(got.truncated[0]);
  EXPECT_TRUE(got.truncated[1]);
}

TEST_F(EmbedderTest, NoTextsGiveNoVectors) {
  Embedder embedder = load({});
  EXPECT_EQ(must(embedder.embed({})).size(), 0U);
}

TEST_F(EmbedderTest, AStreamGivesTheSameVectorsInOrderWhateverItsWindow) {
  Embedder embedder = load({});
  std::vector<std::string_view> texts = views(golden().texts);
  texts.insert(texts.end(), texts.begin(), texts.begin() + 50);  // duplicates, near and far
  const Embeddings wanted = must(embedder.embed(texts));
  for (const StreamOptions options :
       {StreamOptions{7, 1 << 20, 0}, StreamOptions{50, 300, 5}, StreamOptions{}}) {
    std::uint64_t next = 0;
    EmbeddingStream stream(
        embedder,
        [&](const EmbeddingStream::Item& item) -> Result<void> {
          EXPECT_EQ(item.index, next);
          EXPECT_EQ(
              std::memcmp(item.vector.data(), wanted.vector(next).data(), 384 * sizeof(float)), 0);
          EXPECT_EQ(item.tokens, wanted.tokens[next]);
          EXPECT_EQ(item.truncated, wanted.truncated[next]);
          ++next;
          return {};
        },
        options);
    for (const std::string_view text : texts) ASSERT_TRUE(stream.push(text));
    ASSERT_TRUE(stream.finish());
    EXPECT_EQ(next, texts.size());
  }
}

TEST_F(EmbedderTest, AStreamHandsOnTheErrorOfItsSink) {
  Embedder embedder = load({});
  EmbeddingStream stream(
      embedder,
      [](const EmbeddingStream::Item&) -> Result<void> { return fail(ErrorCode::io, "full"); },
      {.window_texts = 2});
  ASSERT_TRUE(stream.push("one"));
  const auto pushed = stream.push("two");
  ASSERT_FALSE(pushed);
  EXPECT_EQ(pushed.error().message, "full");
  const auto finished = stream.finish();
  ASSERT_FALSE(finished) << "what failed once is not emitted again";
  EXPECT_EQ(finished.error().message, "full");
}

// A folder with the model's files, one of which a test then spoils.
class SpoiledModelTest : public EmbedderTest {
 protected:
  void SetUp() override {
    EmbedderTest::SetUp();
    if (IsSkipped()) return;
    copy_.name = "spoiled";
    copy_.path =
        std::filesystem::temp_directory_path() /
        ("plumb-spoiled-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
         "-" + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(copy_.path);
    for (const char* file : {"config.json", "tokenizer.json", "model.safetensors"}) {
      std::filesystem::create_symlink(std::filesystem::absolute(folder_.path / file),
                                      copy_.path / file);
    }
  }
  void TearDown() override {
    if (!copy_.path.empty()) std::filesystem::remove_all(copy_.path);
  }
  void replace(const char* file, const std::string& content) {
    std::filesystem::remove(copy_.path / file);
    std::ofstream(copy_.path / file, std::ios::binary) << content;
  }
  std::string weights() const {
    auto bytes = read_file(folder_.path / "model.safetensors", 200 << 20);
    if (!bytes) throw std::runtime_error(bytes.error().message);
    return *std::move(bytes);
  }
  // The file begins with the size of its header and that, which says where each tensor lies.
  static std::size_t data_begin(const std::string& bytes) {
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), sizeof header);
    return sizeof header + header;
  }
  static std::span<char> tensor_in(std::string& bytes, const char* name) {
    const std::size_t data = data_begin(bytes);
    const auto header = nlohmann::json::parse(std::string_view(bytes).substr(8, data - 8));
    const auto place = header.at(name).at("data_offsets").get<std::vector<std::size_t>>();
    return std::span(bytes).subspan(data + place.at(0), place.at(1) - place.at(0));
  }
  void spoil_the_row_of_hello() {
    std::string bytes = weights();
    const std::size_t hello = 7592;
    const float no_number = NAN;
    std::memcpy(
        tensor_in(bytes, "embeddings.word_embeddings.weight").data() + hello * 384 * sizeof(float),
        &no_number, sizeof no_number);
    replace("model.safetensors", bytes);
  }
  Embedder load_copy() {
    auto loaded = Embedder::load(copy_);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return *std::move(loaded);
  }
  Error error() {
    auto loaded = Embedder::load(copy_);
    return loaded ? Error{} : loaded.error();
  }
  ModelFolder copy_;
};

TEST_F(SpoiledModelTest, NamesTheFileAndFieldThatIsWrong) {
  replace("config.json", R"({"model_type": "bert", "num_hidden_layers": -6})");
  EXPECT_NE(error().message.find("config.json: num_hidden_layers must be"), std::string::npos);
  replace("config.json", R"({"model_type": "gpt2"})");
  EXPECT_NE(error().message.find("model_type is \"gpt2\""), std::string::npos);
  EXPECT_EQ(error().code, ErrorCode::unsupported);
  replace("config.json",
          R"({"hidden_size": )" + std::string(500'000, '[') + std::string(500'000, ']') + "}");
  EXPECT_NE(error().message.find("is not a JSON object"), std::string::npos);
  replace("config.json", "");
  EXPECT_NE(error().message.find("is not a JSON object"), std::string::npos);
}

TEST_F(SpoiledModelTest, RefusesWeightsOfAnotherShape) {
  std::ifstream file(folder_.path / "config.json");
  auto config = nlohmann::json::parse(file);
  config["intermediate_size"] = 3072;
  replace("config.json", config.dump());
  EXPECT_EQ(error().code, ErrorCode::corrupt);
  EXPECT_NE(error().message.find("intermediate.dense"), std::string::npos) << error().message;
}

TEST_F(SpoiledModelTest, RefusesSegmentsThatTheConfigDoesNotKnow) {
  std::ifstream file(folder_.path / "config.json");
  auto config = nlohmann::json::parse(file);
  config["type_vocab_size"] = 0;
  replace("config.json", config.dump());
  EXPECT_EQ(error().code, ErrorCode::corrupt);
  EXPECT_NE(error().message.find("model.safetensors says type_vocab_size 0, but the weights have"),
            std::string::npos)
      << error().message;
}

TEST_F(SpoiledModelTest, RefusesWeightsThatAreNotNumbers) {
  std::string bytes = weights();
  const float infinity = INFINITY;
  // The file ends with the pooler, which nobody reads; the last dense layer is before it.
  const std::size_t pooler = (384 * 384 + 384) * sizeof(float);
  std::memcpy(bytes.data() + bytes.size() - pooler - sizeof infinity, &infinity, sizeof infinity);
  replace("model.safetensors", bytes);
  EXPECT_EQ(error().code, ErrorCode::corrupt);
  EXPECT_NE(
      error().message.find("model.safetensors: tensor \"encoder.layer.5.output.dense.weight\" "
                           "holds a value that is not a finite number"),
      std::string::npos)
      << error().message;
}

TEST_F(SpoiledModelTest, AStreamStopsAtAWordWhoseRowIsNoNumber) {
  spoil_the_row_of_hello();
  Embedder embedder = load_copy();
  std::size_t emitted = 0;
  EmbeddingStream stream(embedder, [&](const EmbeddingStream::Item&) -> Result<void> {
    ++emitted;
    return {};
  });
  ASSERT_TRUE(stream.push("good"));
  ASSERT_TRUE(stream.push("hello"));
  const auto finished = stream.finish();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::corrupt);
  EXPECT_NE(finished.error().message.find("spoiled gives text 2"), std::string::npos)
      << finished.error().message;
  EXPECT_EQ(emitted, 1U);
}

TEST_F(SpoiledModelTest, EmbedFailsAtAWordWhoseRowIsNoNumber) {
  spoil_the_row_of_hello();
  Embedder embedder = load_copy();
  const std::vector<std::string_view> texts{"good", "good", "hello"};
  EXPECT_EQ(must(embedder.embed(std::span(texts).first(2))).size(), 2U);
  const auto embedded = embedder.embed(texts);
  ASSERT_FALSE(embedded);
  EXPECT_EQ(embedded.error().code, ErrorCode::corrupt);
  EXPECT_NE(embedded.error().message.find("spoiled gives text 3 a vector of no finite length"),
            std::string::npos)
      << embedded.error().message;
}

TEST_F(SpoiledModelTest, WeightsOfZeroGiveNoVectors) {
  std::string bytes = weights();
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(data_begin(bytes)), bytes.end(), '\0');
  replace("model.safetensors", bytes);
  Embedder embedder = load_copy();
  const std::string_view text = "good";
  const auto embedded = embedder.embed(std::span(&text, 1));
  ASSERT_FALSE(embedded);
  EXPECT_NE(embedded.error().message.find("a vector of the length 0 where 1 is expected"),
            std::string::npos)
      << embedded.error().message;
}

TEST_F(SpoiledModelTest, QueriesThatOverflowGiveNoVectors) {
  std::string bytes = weights();
  const auto query = tensor_in(bytes, "encoder.layer.0.attention.self.query.weight");
  const std::vector<float> huge(query.size() / sizeof(float), 3e38F);
  std::memcpy(query.data(), huge.data(), query.size());
  replace("model.safetensors", bytes);
  Embedder embedder = load_copy();
  const std::string_view text = "good";
  EXPECT_FALSE(embedder.embed(std::span(&text, 1)));
}

TEST_F(SpoiledModelTest, RefusesATokenizerOfAnotherModel) {
  std::ifstream file(folder_.path / "tokenizer.json");
  auto tokenizer = nlohmann::json::parse(file);
  auto& vocabulary = tokenizer["model"]["vocab"];
  for (auto entry = vocabulary.begin(); entry != vocabulary.end();) {
    entry = entry->get<int>() < 21'128 ? std::next(entry) : vocabulary.erase(entry);
  }
  replace("tokenizer.json", tokenizer.dump());
  EXPECT_EQ(error().code, ErrorCode::corrupt);
  EXPECT_NE(error().message.find("has 21128 tokens where the model of"), std::string::npos)
      << error().message;
}

TEST_F(SpoiledModelTest, RefusesAFolderWithoutWeights) {
  std::filesystem::remove(copy_.path / "model.safetensors");
  EXPECT_EQ(error().code, ErrorCode::not_found);
}

TEST_F(SpoiledModelTest, RefusesPoolingThatIsNotTheMean) {
  std::filesystem::create_directories(copy_.path / "1_Pooling");
  for (const char* config :
       {R"({"pooling_mode_cls_token": true})", R"({"pooling_mode_mean_tokens": false})", "{}",
        R"({"pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": true})"}) {
    replace("1_Pooling/config.json", config);
    EXPECT_EQ(error().code, ErrorCode::unsupported) << config;
  }
  replace("1_Pooling/config.json",
          R"({"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false})");
  EXPECT_EQ(error().message, "");
}

TEST_F(SpoiledModelTest, RefusesModulesThatItDoesNotCompute) {
  const std::string transformer =
      R"({"path": "", "type": "sentence_transformers.models.Transformer"})";
  const std::string pooling =
      R"(, {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"})";
  const std::string normalize =
      R"(, {"path": "2_Normalize", "type": "sentence_transformers.models.Normalize"})";
  const std::string dense =
      R"(, {"path": "2_Dense", "type": "sentence_transformers.models.Dense"})";
  const auto refused = [&](const std::string& modules) {
    replace("modules.json", "[" + modules + "]");
    EXPECT_EQ(error().code, ErrorCode::unsupported) << modules;
    return error().message;
  };
  EXPECT_NE(
      refused(transformer + pooling + dense + normalize).find("sentence_transformers.models.Dense"),
      std::string::npos);
  EXPECT_NE(refused(transformer + pooling).find("has no module Normalize"), std::string::npos);
  EXPECT_NE(refused(transformer + pooling + normalize + dense).find("Dense"), std::string::npos);
  EXPECT_NE(refused(R"({"type": "custom.Transformer"})").find("custom.Transformer"),
            std::string::npos);
  refused(transformer + R"(, {"path": "../x", "type": "sentence_transformers.models.Pooling"})" +
          normalize);
  refused("");
  replace("modules.json", "{}");
  EXPECT_EQ(error().code, ErrorCode::corrupt);
  replace("modules.json", "[" + transformer + pooling + normalize + "]");
  EXPECT_EQ(error().message, "");
}

}  // namespace
}  // namespace plumb
