#include "encode/embedder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/cpu.h"
#include "base/file.h"
#include "base/json_depth.h"
#include "encode/embedder_impl.h"
#include "encode/length_batches.h"
#include "encode/sentence_pipeline.h"

namespace plumb {
namespace {

constexpr std::size_t kDefaultMaxTokens = 256;
// Word tables are padded to round sizes and may keep rows for tokens to come: tens, a few
// hundred. A tokenizer that leaves more of them without a token is another model's.
constexpr std::size_t kMostSpareRows = 1024;
// Rounding leaves about 1e-6 between a vector's length and 1.
constexpr double kLengthTolerance = 1e-3;
constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 20;

// A small JSON file of a model folder; null when it is not there.
Result<nlohmann::json> read_optional_json(const std::filesystem::path& path) {
  auto text = read_file(path, kMaxJsonBytes);
  if (!text && text.error().code == ErrorCode::not_found) return nlohmann::json();
  if (!text) return std::unexpected(text.error());
  auto json = json_nests_too_deep(*text)
                  ? nlohmann::json()
                  : nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return fail(
        ErrorCode::corrupt,
        fmt::format("{} is not a JSON object; get a good copy of the model", path.string()));
  }
  return json;
}

Result<std::size_t> read_max_tokens(const std::filesystem::path& folder, std::size_t positions) {
  const auto path = folder / "sentence_bert_config.json";
  PLUMB_TRY(const auto json, read_optional_json(path));
  const auto field = json.find("max_seq_length");
  if (field == json.end()) return std::min(kDefaultMaxTokens, positions);
  if (!field->is_number_unsigned() || *field < 2U || *field > positions) {
    return fail(ErrorCode::corrupt,
                fmt::format("{}: max_seq_length must be a whole number from 2 to {}", path.string(),
                            positions));
  }
  return field->get<std::size_t>();
}

// What the folder says it does behind the encoder; one that says nothing does the usual.
Result<SentencePipeline> read_pipeline(const std::filesystem::path& folder) {
  const auto path = folder / "modules.json";
  const auto text = read_file(path, kMaxJsonBytes);
  if (!text && text.error().code == ErrorCode::not_found) return SentencePipeline();
  if (!text) return std::unexpected(text.error());
  return read_sentence_pipeline(*text, path.string());
}

Result<void> require_mean_pooling(const std::filesystem::path& folder) {
  PLUMB_TRY(const SentencePipeline pipeline, read_pipeline(folder));
  const auto path = folder / pipeline.pooling / "config.json";
  PLUMB_TRY(const auto json, read_optional_json(path));
  if (json.is_null()) return {};
  // Modes that are true side by side would be concatenated.
  for (const auto& [mode, value] : json.items()) {
    const bool wanted = mode == "pooling_mode_mean_tokens";
    if (!mode.starts_with("pooling_mode_") || value == wanted) continue;
    return fail(ErrorCode::unsupported, fmt::format("{}: {} is {}; Plumb pools by the mean only",
                                                    path.string(), mode, wanted ? "off" : "on"));
  }
  if (json.contains("pooling_mode_mean_tokens")) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("{} does not say pooling_mode_mean_tokens; Plumb pools by the mean only",
                          path.string()));
}

// The mean of each text's rows, at unit length and in the channels' own order.
void pool_texts(const Encoder& encoder, const TokenBatch& batch, const float* rows, float* output) {
  const std::size_t hidden = encoder.config().hidden;
  const HiddenOrder& order = encoder.order();
  std::vector<float> pooled(hidden);
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    encoder.kernels().mean_pool(rows + batch.offsets[text] * hidden, batch.length(text), hidden,
                                pooled.data());
    float* to = output + text * hidden;
    for (std::size_t d = 0; d < hidden; ++d) to[order.is_identity() ? d : order[d]] = pooled[d];
  }
}

}  // namespace

std::string_view name_of(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return "f32";
    case Precision::int8:
      return "int8";
  }
  std::unreachable();
}

Embedder::Impl::Impl(EmbedderProvenance provenance_in, WordPiece tokenizer_in,
                     Safetensors weights_in, Encoder encoder_in,
                     std::unique_ptr<ThreadPool> pool_in, std::size_t remembered_bytes)
    : provenance(std::move(provenance_in)),
      tokenizer(std::move(tokenizer_in)),
      weights(std::move(weights_in)),
      encoder(std::move(encoder_in)),
      pool(std::move(pool_in)) {
  const auto threads = static_cast<std::size_t>(pool->threads());
  for (std::size_t i = 0; i < threads; ++i) {
    workers.emplace_back().workspace.remembered().limit(remembered_bytes / threads);
  }
}

void Embedder::Impl::compute(const TokenRuns& runs, std::span<const std::size_t> texts,
                             Worker& worker, ThreadPool& threads, float* output) {
  worker.ids.clear();
  worker.offsets.assign(1, 0);
  for (const std::size_t text : texts) {
    const auto run = runs[text];
    worker.ids.insert(worker.ids.end(), run.begin(), run.end());
    worker.offsets.push_back(static_cast<std::uint32_t>(worker.ids.size()));
  }
  worker.vectors.resize(texts.size() * dimension());
  const TokenBatch batch{worker.ids, worker.offsets};
  encoder.run(batch, WantedRows::all, worker.workspace, threads);
  pool_texts(encoder, batch, worker.workspace.hidden(), worker.vectors.data());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::memcpy(output + texts[i] * dimension(), worker.vectors.data() + i * dimension(),
                dimension() * sizeof(float));
  }
}

void Embedder::Impl::embed_runs(const TokenRuns& runs, float* output) {
  if (runs.size() == 0) return;
  const std::scoped_lock alone(turn);
  const auto cut = cut_by_length(runs, static_cast<std::size_t>(pool->threads()), BatchLimits());
  if (cut.shared) return compute(runs, cut.order, workers.front(), *pool, output);
  pool->run(static_cast<int>(cut.batches.size()), [&](int batch, int worker) {
    Worker& mine = workers[static_cast<std::size_t>(worker)];
    compute(runs, cut.batches[static_cast<std::size_t>(batch)], mine, mine.alone, output);
  });
}

Result<void> Embedder::Impl::check_length(std::span<const float> vector, std::uint64_t text) const {
  double squares = 0;
  for (const float value : vector) {
    squares += static_cast<double>(value) * static_cast<double>(value);
  }
  const double length = std::sqrt(squares);
  if (std::abs(length - 1) < kLengthTolerance) return {};  // which no NaN is
  const std::string found =
      std::isfinite(length) ? fmt::format("the length {:.3}", length) : "no finite length";
  return fail(ErrorCode::corrupt,
              fmt::format("the model {} gives text {} a vector of {} where 1 is expected: its "
                          "weights are damaged; get a good copy of the model",
                          provenance.model, text, found));
}

Result<Embedder> Embedder::load(const ModelFolder& folder, const EmbedderOptions& options) {
  PLUMB_TRY(const InstructionSet set, choose_instruction_set(options.instruction_set));
  PLUMB_TRY(const auto config, EncoderConfig::open(folder.path / "config.json"));
  if (config.architecture != Architecture::bert) {
    return fail(ErrorCode::unsupported,
                fmt::format("{}: model_type is \"{}\"; Plumb embeds with \"bert\" only",
                            (folder.path / "config.json").string(), name_of(config.architecture)));
  }
  PLUMB_TRY(const std::size_t max_tokens, read_max_tokens(folder.path, config.max_tokens));
  PLUMB_CHECK_RESULT(require_mean_pooling(folder.path));
  PLUMB_TRY(auto tokenizer, WordPiece::open(folder.path / "tokenizer.json"));
  if (tokenizer.vocabulary_size() > config.vocabulary) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} has {} tokens but the model of {} only {}; they belong to "
                            "different models; get a good copy of the model",
                            (folder.path / "tokenizer.json").string(), tokenizer.vocabulary_size(),
                            (folder.path / "config.json").string(), config.vocabulary));
  }
  if (tokenizer.vocabulary_size() + kMostSpareRows < config.vocabulary) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} has {} tokens where the model of {} knows {}; they belong to "
                            "different models; get a good copy of the model",
                            (folder.path / "tokenizer.json").string(), tokenizer.vocabulary_size(),
                            (folder.path / "config.json").string(), config.vocabulary));
  }
  PLUMB_TRY(auto weights, Safetensors::open(folder.path / "model.safetensors"));
  auto pool =
      std::make_unique<ThreadPool>(options.threads > 0 ? options.threads : available_cpus());
  TensorReader read(weights, "");
  PLUMB_TRY(auto encoder, Encoder::load(read, config, {kernels_for(set), options.precision, *pool},
                                        WantedRows::all));
  weights.release_pages();
  return Embedder(std::make_unique<Impl>(
      EmbedderProvenance{folder.name, folder.weights_sha256, options.precision, set, max_tokens},
      std::move(tokenizer), std::move(weights), std::move(encoder), std::move(pool),
      options.remembered_bytes));
}

Embedder::Embedder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Embedder::Embedder(Embedder&&) noexcept = default;
Embedder& Embedder::operator=(Embedder&&) noexcept = default;
Embedder::~Embedder() = default;

Result<Embeddings> Embedder::embed(std::span<const std::string_view> texts) {
  DistinctRuns distinct;
  std::vector<std::size_t> run_of_text;
  Embeddings result{.dimension = dimension(), .values = {}, .tokens = {}, .truncated = {}};
  for (const std::string_view text : texts) {
    const Encoded encoded =
        impl_->tokenizer.encode(text, impl_->provenance.max_tokens, distinct.next());
    run_of_text.push_back(distinct.add());
    result.tokens.push_back(static_cast<std::uint32_t>(encoded.tokens));
    result.truncated.push_back(encoded.truncated);
  }
  result.values.resize(distinct.runs().size() * dimension());
  impl_->embed_runs(distinct.runs(), result.values.data());
  if (distinct.runs().size() < texts.size()) {
    const std::vector<float> computed = std::exchange(result.values, {});
    result.values.reserve(texts.size() * dimension());
    for (const std::size_t run : run_of_text) {
      const auto vector = std::span(computed).subspan(run * dimension(), dimension());
      result.values.insert(result.values.end(), vector.begin(), vector.end());
    }
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    PLUMB_CHECK_RESULT(impl_->check_length(result.vector(i), i + 1));
  }
  return result;
}

std::size_t Embedder::dimension() const {
  return impl_->dimension();
}
int Embedder::threads() const {
  return impl_->pool->threads();
}
const EmbedderProvenance& Embedder::provenance() const {
  return impl_->provenance;
}
const WordPiece& Embedder::tokenizer() const {
  return impl_->tokenizer;
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double dot = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return std::clamp(dot, -1.0, 1.0);
}

}  // namespace plumb
