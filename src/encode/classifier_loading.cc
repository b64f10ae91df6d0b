// From a model's folder, or the binary, to a Classifier.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/cpu.h"
#include "base/file.h"
#include "base/sha256.h"
#include "encode/adapter.h"
#include "encode/classifier_impl.h"
#include "encode/config_reader.h"
#include "encode/embedded_adapter.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

Result<void> check_labels(const ClassifierOptions& options, const std::vector<std::string>& labels,
                          std::string_view origin) {
  if (!options.labels || *options.labels == labels.size()) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("{} tells {} labels apart ({}) where {} are expected; give another "
                          "classifier",
                          origin, labels.size(), fmt::join(labels, ", "), *options.labels));
}

// A tokenizer that fits: none of its ids is past the word table.
Result<Tokenizer> open_tokenizer(const fs::path& folder, const EncoderConfig& config) {
  PLUMB_TRY(auto tokenizer, Tokenizer::open(folder));
  if (tokenizer.vocabulary_size() > config.vocabulary) {
    return fail(ErrorCode::corrupt,
                fmt::format("the tokenizer in {} has {} tokens but its config.json says vocab_size "
                            "{}; they belong to different models; get a good copy of the model",
                            folder.string(), tokenizer.vocabulary_size(), config.vocabulary));
  }
  return tokenizer;
}

Result<Safetensors> open_weights(const fs::path& folder) {
  const auto path = folder / "model.safetensors";
  std::error_code error;
  if (!fs::exists(path, error) && fs::exists(folder / "pytorch_model.bin", error)) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} has pytorch_model.bin but no model.safetensors; Plumb reads "
                            "safetensors only: save the model again as such",
                            folder.string()));
  }
  return Safetensors::open(path);
}

std::unique_ptr<ThreadPool> make_pool(const ClassifierOptions& options) {
  return std::make_unique<ThreadPool>(options.threads > 0 ? options.threads : available_cpus());
}

struct Base {
  ModelFolder folder;
  EncoderConfig config;
  Safetensors weights;
};

Result<Base> open_base(const AdapterConfig& adapter, std::string_view origin) {
  PLUMB_TRY(ModelFolder folder, locate_model(adapter.base));
  if (!adapter.base_sha256.empty() && adapter.base_sha256 != folder.weights_sha256) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} was made for a {} with the hash {}, but that in {} has {}", origin,
                            adapter.base, adapter.base_sha256, folder.path.string(),
                            folder.weights_sha256));
  }
  PLUMB_TRY(const auto config, EncoderConfig::open(folder.path / "config.json"));
  if (config.architecture != Architecture::bert) {
    return fail(ErrorCode::unsupported,
                fmt::format("{}: base {} is a \"{}\"; an adapter changes a \"bert\"", origin,
                            adapter.base, name_of(config.architecture)));
  }
  PLUMB_TRY(auto weights, open_weights(folder.path));
  return Base{std::move(folder), config, std::move(weights)};
}

}  // namespace

Result<std::unique_ptr<Classifier::Impl>> Classifier::Impl::of_model(
    const ModelFolder& folder, std::string_view config_json, const ClassifierOptions& options) {
  const std::string origin = (folder.path / "config.json").string();
  PLUMB_TRY(const InstructionSet set, choose_instruction_set(options.instruction_set));
  PLUMB_TRY(const auto config, SequenceClassifierConfig::parse(config_json, origin));
  PLUMB_CHECK_RESULT(check_labels(options, config.labels, origin));
  PLUMB_TRY(auto tokenizer, open_tokenizer(folder.path, config.encoder));
  PLUMB_TRY(auto weights, open_weights(folder.path));
  auto pool = make_pool(options);
  PLUMB_TRY(auto model, SequenceClassifier::load(weights, config, kernels_for(set), *pool));
  weights.release_pages();
  ClassifierProvenance provenance{.model = folder.name,
                                  .weights_sha256 = folder.weights_sha256,
                                  .architecture = std::string(name_of(config.encoder.architecture)),
                                  .base = {},
                                  .base_sha256 = {},
                                  .precision = Precision::f32,
                                  .instruction_set = set,
                                  .max_tokens = config.encoder.max_tokens};
  return std::unique_ptr<Impl>(new Impl{std::move(provenance), config.labels, std::move(tokenizer),
                                        std::move(weights), std::move(model), std::move(pool)});
}

Result<std::unique_ptr<Classifier::Impl>> Classifier::Impl::of_adapter(
    const AdapterFiles& files, const ClassifierOptions& options) {
  PLUMB_TRY(const InstructionSet set, choose_instruction_set(options.instruction_set));
  PLUMB_TRY(const auto config, AdapterConfig::parse(files.config, files.config_origin));
  PLUMB_CHECK_RESULT(check_labels(options, config.labels, files.config_origin));
  PLUMB_TRY(Base base, open_base(config, files.config_origin));
  PLUMB_TRY(auto tokenizer, open_tokenizer(base.folder.path, base.config));
  PLUMB_TRY(const auto adapter,
            Adapter::load(config, files.weights, files.weights_origin, base.config));
  auto pool = make_pool(options);
  PLUMB_TRY(auto model,
            SequenceClassifier::load(base.weights, base.config, adapter, kernels_for(set), *pool));
  base.weights.release_pages();
  ClassifierProvenance provenance{
      .model = files.name,
      .weights_sha256 = files.weights_sha256,
      .architecture = "adapter/1",
      .base = base.folder.name,
      .base_sha256 = base.folder.weights_sha256,
      .precision = Precision::f32,
      .instruction_set = set,
      .max_tokens = std::min(config.max_tokens, base.config.max_tokens)};
  return std::unique_ptr<Impl>(new Impl{std::move(provenance), config.labels, std::move(tokenizer),
                                        std::move(base.weights), std::move(model),
                                        std::move(pool)});
}

Result<Classifier> Classifier::load(const ModelFolder& folder, const ClassifierOptions& options) {
  const auto config_path = folder.path / "config.json";
  PLUMB_TRY(const std::string config, read_file(config_path, kMaxConfigBytes));
  if (!AdapterConfig::describes(config)) {
    PLUMB_TRY(auto impl, Impl::of_model(folder, config, options));
    return Classifier(std::move(impl));
  }
  const auto weights_path = folder.path / "adapter.safetensors";
  PLUMB_TRY(const auto weights, MappedFile::open(weights_path));
  PLUMB_TRY(auto impl, Impl::of_adapter({.name = folder.name,
                                         .config = config,
                                         .config_origin = config_path.string(),
                                         .weights_origin = weights_path.string(),
                                         .weights = weights.bytes(),
                                         .weights_sha256 = folder.weights_sha256},
                                        options));
  return Classifier(std::move(impl));
}

Result<Classifier> Classifier::load_embedded(const ClassifierOptions& options) {
  const EmbeddedAdapter embedded = embedded_adapter();
  if (embedded.name.empty()) {
    return fail(ErrorCode::not_found,
                "this plumb was built without an embedded classifier; name another");
  }
  PLUMB_TRY(auto impl, Impl::of_adapter({.name = std::string(embedded.name),
                                         .config = std::string(embedded.config),
                                         .config_origin = "the embedded config.json",
                                         .weights_origin = "the embedded adapter.safetensors",
                                         .weights = embedded.weights,
                                         .weights_sha256 = sha256_hex(embedded.weights)},
                                        options));
  return Classifier(std::move(impl));
}

std::string_view Classifier::embedded_name() {
  return embedded_adapter().name;
}

}  // namespace plumb
