#include "encode/sequence_classifier.h"

#include <algorithm>

#include "encode/architecture.h"
#include "encode/length_batches.h"

namespace plumb {
namespace {

// Replaces the rows of each text by their mean, in place: text i's becomes row i.
void average_rows(const TokenBatch& batch, std::size_t hidden, float* rows) {
  std::vector<float> mean(hidden);
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    std::ranges::fill(mean, 0.0F);
    for (std::size_t i = batch.offsets[text]; i < batch.offsets[text + 1]; ++i) {
      for (std::size_t d = 0; d < hidden; ++d) mean[d] += rows[i * hidden + d];
    }
    const float share = 1.0F / static_cast<float>(batch.length(text));
    for (std::size_t d = 0; d < hidden; ++d) rows[text * hidden + d] = mean[d] * share;
  }
}

}  // namespace

Result<SequenceClassifier> SequenceClassifier::load(const Safetensors& weights,
                                                    const SequenceClassifierConfig& config,
                                                    const Kernels& kernels, ThreadPool& pool) {
  const ArchitectureDefinition& definition = definition_of(config.encoder.architecture);
  const Linear::Build build{kernels, Precision::f32, pool};
  TensorReader read(weights, std::string(definition.prefix));
  PLUMB_TRY(auto encoder, Encoder::load(read, config.encoder, build, WantedRows::first_of_text));
  TensorReader read_head(weights, "");
  PLUMB_TRY(auto head,
            definition.load_head(read_head, config.encoder, config.labels.size(), build));
  return SequenceClassifier(std::move(encoder), std::move(head), Pooling::first_token);
}

Result<SequenceClassifier> SequenceClassifier::load(const Safetensors& weights,
                                                    const EncoderConfig& config,
                                                    const Adapter& adapter, const Kernels& kernels,
                                                    ThreadPool& pool) {
  TensorReader read(weights, "", &adapter);
  PLUMB_TRY(auto encoder,
            Encoder::load(read, config, {kernels, Precision::f32, pool}, WantedRows::all));
  return SequenceClassifier(std::move(encoder), adapter.head(), Pooling::mean);
}

void SequenceClassifier::compute(const TokenRuns& runs, std::span<const std::size_t> chosen,
                                 Worker& worker, ThreadPool& threads, float* logits) const {
  worker.ids.clear();
  worker.segments.clear();
  worker.offsets.assign(1, 0);
  for (const std::size_t run : chosen) {
    for (const TokenId token : runs[run]) {
      worker.ids.push_back(token / 2);
      worker.segments.push_back(static_cast<std::uint8_t>(token % 2));
    }
    worker.offsets.push_back(static_cast<std::uint32_t>(worker.ids.size()));
  }
  const TokenBatch batch{worker.ids, worker.offsets, worker.segments};
  const bool mean = pooling_ == Pooling::mean;
  encoder_.run(batch, mean ? WantedRows::all : WantedRows::first_of_text, worker.workspace,
               threads);
  float* rows = worker.workspace.hidden();
  if (mean) average_rows(batch, config().hidden, rows);
  worker.logits.resize(chosen.size() * labels());
  head_.apply(rows, chosen.size(), worker.logits.data(), worker.head, threads);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    std::copy_n(worker.logits.data() + i * labels(), labels(), logits + chosen[i] * labels());
  }
}

void SequenceClassifier::run(const TokenRuns& runs, ThreadPool& pool, float* logits) {
  if (runs.size() == 0) return;
  const auto threads = static_cast<std::size_t>(pool.threads());
  while (workers_.size() < threads) workers_.emplace_back();
  const auto cut = cut_by_length(runs, threads, BatchLimits());
  if (cut.shared) return compute(runs, cut.order, workers_.front(), pool, logits);
  pool.run(static_cast<int>(cut.batches.size()), [&](int batch, int worker) {
    Worker& mine = workers_[static_cast<std::size_t>(worker)];
    compute(runs, cut.batches[static_cast<std::size_t>(batch)], mine, mine.alone, logits);
  });
}

}  // namespace plumb
