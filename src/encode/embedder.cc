#include "encode/embedder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "base/cpu.h"
#include "base/file.h"
#include "base/json_depth.h"
#include "encode/embedder_impl.h"

namespace plumb {
namespace {

// Tokens of a batch that one thread computes by itself: enough rows to pay for
// reading the weights, few enough that a batch's rows stay in the second cache.
constexpr std::size_t kBatchTokens = 256;
constexpr std::size_t kSmallestBatch = 96;
// Up to this many tokens all threads share one batch: below it, reading the
// weights once costs more than splitting every layer.
constexpr std::size_t kSharedTokens = 160;

constexpr std::size_t kDefaultMaxTokens = 256;
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
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a JSON object; fetch the model again", path.string()));
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

Result<void> require_mean_pooling(const std::filesystem::path& folder) {
  const auto path = folder / "1_Pooling" / "config.json";
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

Result<InstructionSet> choose_instruction_set(const EmbedderOptions& options) {
  const auto sets = available_instruction_sets();
  const InstructionSet wanted = options.instruction_set.value_or(sets.back());
  if (std::ranges::find(sets, wanted) == sets.end()) {
    return fail(ErrorCode::unsupported,
                fmt::format("this CPU ({}) has no {}; the fastest set it has is {}",
                            cpu_features().model, name_of(wanted), name_of(sets.back())));
  }
  return wanted;
}

// Indices of the runs, longest first: the last batches are the small ones, so
// threads end together.
std::vector<std::size_t> longest_first(const TokenRuns& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(runs.length(b), a) < std::pair(runs.length(a), b);
  });
  return order;
}

// Cuts `order` into batches of at most `budget` tokens, or one text.
std::vector<std::span<const std::size_t>> cut_batches(const TokenRuns& runs,
                                                      std::span<const std::size_t> order,
                                                      std::size_t budget) {
  std::vector<std::span<const std::size_t>> batches;
  std::size_t begin = 0;
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t length = runs.length(order[i]);
    if (i > begin && tokens + length > budget) {
      batches.push_back(order.subspan(begin, i - begin));
      begin = i;
      tokens = 0;
    }
    tokens += length;
  }
  if (begin < order.size()) batches.push_back(order.subspan(begin));
  return batches;
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
                     Safetensors weights_in, Bert bert_in, std::unique_ptr<ThreadPool> pool_in)
    : provenance(std::move(provenance_in)),
      tokenizer(std::move(tokenizer_in)),
      weights(std::move(weights_in)),
      bert(std::move(bert_in)),
      pool(std::move(pool_in)) {
  for (int i = 0; i < pool->threads(); ++i) workers.emplace_back();
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
  bert.embed({worker.ids, worker.offsets}, worker.workspace, threads, worker.vectors.data());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::memcpy(output + texts[i] * dimension(), worker.vectors.data() + i * dimension(),
                dimension() * sizeof(float));
  }
}

void Embedder::Impl::embed_runs(const TokenRuns& runs, float* output) {
  if (runs.size() == 0) return;
  const auto threads = static_cast<std::size_t>(pool->threads());
  const std::size_t total = runs.ids.size();
  const auto order = longest_first(runs);
  const bool shared = threads > 1 && (runs.size() == 1 || total <= kSharedTokens);
  if (shared) return compute(runs, order, workers.front(), *pool, output);
  const auto batches =
      cut_batches(runs, order, std::clamp(total / (2 * threads), kSmallestBatch, kBatchTokens));
  pool->run(static_cast<int>(batches.size()), [&](int batch, int worker) {
    Worker& mine = workers[static_cast<std::size_t>(worker)];
    compute(runs, batches[static_cast<std::size_t>(batch)], mine, mine.alone, output);
  });
}

Result<Embedder> Embedder::load(const ModelFolder& folder, const EmbedderOptions& options) {
  PLUMB_TRY(const InstructionSet set, choose_instruction_set(options));
  PLUMB_TRY(const auto config, BertConfig::open(folder.path / "config.json"));
  PLUMB_TRY(const std::size_t max_tokens, read_max_tokens(folder.path, config.positions));
  PLUMB_CHECK_RESULT(require_mean_pooling(folder.path));
  PLUMB_TRY(auto tokenizer, WordPiece::open(folder.path / "tokenizer.json"));
  if (tokenizer.vocabulary_size() > config.vocabulary) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} has {} tokens but the model of {} only {}; they belong to "
                            "different models, fetch them again",
                            (folder.path / "tokenizer.json").string(), tokenizer.vocabulary_size(),
                            (folder.path / "config.json").string(), config.vocabulary));
  }
  PLUMB_TRY(auto weights, Safetensors::open(folder.path / "model.safetensors"));
  auto pool =
      std::make_unique<ThreadPool>(options.threads > 0 ? options.threads : available_cpus());
  PLUMB_TRY(auto bert, Bert::load(weights, config, kernels_for(set), options.precision, *pool));
  weights.release_pages();
  return Embedder(std::make_unique<Impl>(
      EmbedderProvenance{folder.name, folder.weights_sha256, options.precision, set, max_tokens},
      std::move(tokenizer), std::move(weights), std::move(bert), std::move(pool)));
}

Embedder::Embedder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Embedder::Embedder(Embedder&&) noexcept = default;
Embedder& Embedder::operator=(Embedder&&) noexcept = default;
Embedder::~Embedder() = default;

Embeddings Embedder::embed(std::span<const std::string_view> texts) {
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
