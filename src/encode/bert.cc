#include "encode/bert.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/json_depth.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;
// Sizes past these are no model but a file that lies; they also keep every
// product of two sizes far from overflow.
constexpr std::size_t kMaxLayers = 1'000;
constexpr std::size_t kMaxWidth = 1'000'000;
// Every kernel's panels divide this.
constexpr std::size_t kColumnUnit = 32;

// A JSON value for an error sentence: all of a number, the start of a novel.
std::string shown(const nlohmann::json& value) {
  constexpr std::size_t kLongest = 40;
  std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true);
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return text;
}

// No branch in the loop, so that it runs at the speed of memory.
bool all_finite(std::span<const float> values) {
  bool finite = true;
  for (const float value : values) finite &= std::abs(value) <= std::numeric_limits<float>::max();
  return finite;
}

// Reads the fields of one config.json and keeps the first thing that is wrong.
class ConfigReader {
 public:
  ConfigReader(const nlohmann::json& json, std::string file)
      : json_(json), file_(std::move(file)) {}

  std::size_t size(const char* field, std::size_t most) {
    const auto found = json_.find(field);
    if (found == json_.end() || !found->is_number_unsigned() || *found == 0U ||
        found->get<std::uint64_t>() > most) {
      complain(fmt::format("{}: {} must be a whole number from 1 to {}, not {}", file_, field, most,
                           found == json_.end() ? "absent" : shown(*found)));
      return 1;
    }
    return found->get<std::size_t>();
  }

  float epsilon(const char* field) {
    const auto found = json_.find(field);
    const double value =
        found != json_.end() && found->is_number() ? found->get<double>() : std::nan("");
    if (!(value > 0 && value < 1)) {
      complain(fmt::format("{}: {} must be a number between 0 and 1, not {}", file_, field,
                           found == json_.end() ? "absent" : shown(*found)));
      return 1;
    }
    return static_cast<float>(value);
  }

  // The field, if there, must be `wanted`: Plumb computes nothing else.
  void only(const char* field, std::string_view wanted) {
    const auto found = json_.find(field);
    if (found == json_.end() || (found->is_string() && found->get<std::string>() == wanted)) return;
    complain(
        fmt::format("{}: {} is {}; Plumb runs \"{}\" only", file_, field, shown(*found), wanted),
        ErrorCode::unsupported);
  }

  void complain(std::string message, ErrorCode code = ErrorCode::corrupt) {
    if (error_.message.empty()) error_ = {code, std::move(message)};
  }

  const Error* error() const { return error_.message.empty() ? nullptr : &error_; }
  const std::string& file() const { return file_; }

 private:
  const nlohmann::json& json_;
  std::string file_;
  Error error_;
};

}  // namespace

Result<BertConfig> BertConfig::open(const std::filesystem::path& config_json) {
  PLUMB_TRY(const std::string text, read_file(config_json, kMaxConfigBytes));
  return parse(text, config_json.string());
}

Result<BertConfig> BertConfig::parse(std::string_view text, std::string_view origin) {
  const auto json = json_nests_too_deep(text)
                        ? nlohmann::json()
                        : nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a JSON object; fetch the model again", origin));
  }
  ConfigReader read(json, std::string(origin));
  read.only("model_type", "bert");
  read.only("hidden_act", "gelu");
  read.only("position_embedding_type", "absolute");
  BertConfig config;
  config.layers = read.size("num_hidden_layers", kMaxLayers);
  config.hidden = read.size("hidden_size", kMaxWidth);
  config.heads = read.size("num_attention_heads", kMaxWidth);
  config.intermediate = read.size("intermediate_size", kMaxWidth);
  config.vocabulary = read.size("vocab_size", 100 * kMaxWidth);
  config.positions = read.size("max_position_embeddings", kMaxWidth);
  config.layer_norm_epsilon = read.epsilon("layer_norm_eps");
  if (config.hidden % (config.heads * kColumnUnit) != 0 || config.intermediate % kColumnUnit != 0) {
    read.complain(
        fmt::format(
            "{}: hidden_size {} over {} heads and intermediate_size {} must be multiples of {}",
            read.file(), config.hidden, config.heads, config.intermediate, kColumnUnit),
        ErrorCode::unsupported);
  }
  if (read.error() != nullptr) return std::unexpected(*read.error());
  return config;
}

// The tensors of one file, their hidden side in the order the encoder keeps.
class Bert::TensorReader {
 public:
  using Floats = std::span<const float>;

  TensorReader(const Safetensors& weights, Bert& bert)
      : weights_(weights), bert_(bert), hidden_(bert.config_.hidden) {}

  // As the file has it, whatever the values: for the word table, whose pages
  // should not be read before they are needed.
  Result<Floats> unchecked(const std::string& name,
                           std::initializer_list<std::size_t> shape) const {
    return weights_.f32(name, shape);
  }
  Result<Floats> as_stored(const std::string& name,
                           std::initializer_list<std::size_t> shape) const {
    PLUMB_TRY(const Floats values, unchecked(name, shape));
    if (!all_finite(values)) {
      return fail(ErrorCode::corrupt,
                  fmt::format("tensor {} of the model holds a value that is not a finite number; "
                              "fetch the model again",
                              name));
    }
    return values;
  }
  // [rows][hidden], or [hidden] for a single row.
  Result<Floats> hidden_columns(const std::string& name, std::initializer_list<std::size_t> shape) {
    PLUMB_TRY(const Floats values, as_stored(name, shape));
    if (bert_.order_.is_identity()) return values;
    return keep(bert_.order_.reorder_columns(values), bert_.reordered_);
  }
  Result<LayerNormWeights> norm(const std::string& name) {
    LayerNormWeights norm;
    PLUMB_TRY(norm.scale, hidden_columns(name + ".weight", {hidden_}));
    PLUMB_TRY(norm.shift, hidden_columns(name + ".bias", {hidden_}));
    return norm;
  }
  // A dense layer that reads hidden channels.
  Result<Linear::Part> from_hidden(const std::string& name, std::size_t columns) {
    Linear::Part part;
    PLUMB_TRY(part.weight, as_stored(name + ".weight", {columns, hidden_}));
    PLUMB_TRY(part.bias, as_stored(name + ".bias", {columns}));
    if (!bert_.order_.is_identity()) {
      part.weight = keep(bert_.order_.reorder_columns(part.weight), lent_);
    }
    return part;
  }
  // A dense layer that writes hidden channels.
  Result<Linear::Part> to_hidden(const std::string& name, std::size_t depth) {
    Linear::Part part;
    PLUMB_TRY(part.weight, as_stored(name + ".weight", {hidden_, depth}));
    PLUMB_TRY(part.bias, as_stored(name + ".bias", {hidden_}));
    if (!bert_.order_.is_identity()) {
      part.weight = keep(bert_.order_.reorder_rows(part.weight), lent_);
      part.bias = keep(bert_.order_.reorder_columns(part.bias), lent_);
    }
    return part;
  }
  // Lets go of the parts handed out, once they are packed.
  void forget_parts() { lent_.clear(); }

 private:
  static Floats keep(std::vector<float> values, std::vector<std::vector<float>>& in) {
    in.push_back(std::move(values));
    return in.back();
  }

  const Safetensors& weights_;
  Bert& bert_;
  std::size_t hidden_;
  std::vector<std::vector<float>> lent_;
};

Result<void> Bert::load_layer(TensorReader& read, std::size_t index, const Linear::Build& build) {
  const std::string prefix = fmt::format("encoder.layer.{}.", index);
  PLUMB_TRY(const auto query, read.from_hidden(prefix + "attention.self.query", config_.hidden));
  PLUMB_TRY(const auto key, read.from_hidden(prefix + "attention.self.key", config_.hidden));
  PLUMB_TRY(const auto value, read.from_hidden(prefix + "attention.self.value", config_.hidden));
  PLUMB_TRY(const auto joined, read.to_hidden(prefix + "attention.output.dense", config_.hidden));
  PLUMB_TRY(const auto up, read.from_hidden(prefix + "intermediate.dense", config_.intermediate));
  PLUMB_TRY(const auto down, read.to_hidden(prefix + "output.dense", config_.intermediate));
  PLUMB_TRY(const auto attention_norm, read.norm(prefix + "attention.output.LayerNorm"));
  PLUMB_TRY(const auto output_norm, read.norm(prefix + "output.LayerNorm"));
  const auto linear = [&](std::size_t depth, std::size_t leading,
                          std::initializer_list<Linear::Part> parts) {
    return Linear(build, depth, leading, parts);
  };
  const std::size_t leading = order_.leading();
  layers_.push_back(Layer{linear(config_.hidden, leading, {query, key, value}),
                          linear(config_.hidden, 0, {joined}),
                          linear(config_.hidden, leading, {up}),
                          linear(config_.intermediate, 0, {down}), attention_norm, output_norm});
  read.forget_parts();
  return {};
}

Result<Bert> Bert::load(const Safetensors& weights, const BertConfig& config,
                        const Kernels& kernels, Precision precision, ThreadPool& pool) {
  Bert bert(config, kernels);
  TensorReader read(weights, bert);
  if (precision == Precision::int8) {
    std::vector<LayerNormWeights> norms(1);
    PLUMB_TRY(norms[0], read.norm("embeddings.LayerNorm"));
    for (std::size_t i = 0; i < config.layers; ++i) {
      const std::string prefix = fmt::format("encoder.layer.{}.", i);
      PLUMB_TRY(norms.emplace_back(), read.norm(prefix + "attention.output.LayerNorm"));
      PLUMB_TRY(norms.emplace_back(), read.norm(prefix + "output.LayerNorm"));
    }
    bert.order_ = HiddenOrder::outliers_first(norms);
  }
  const std::size_t hidden = config.hidden;
  PLUMB_TRY(bert.words_,
            read.unchecked("embeddings.word_embeddings.weight", {config.vocabulary, hidden}));
  PLUMB_TRY(bert.places_, read.hidden_columns("embeddings.position_embeddings.weight",
                                              {config.positions, hidden}));
  PLUMB_TRY(bert.kinds_,
            read.hidden_columns("embeddings.token_type_embeddings.weight", {2, hidden}));
  PLUMB_TRY(bert.embedding_norm_, read.norm("embeddings.LayerNorm"));
  for (std::size_t i = 0; i < config.layers; ++i) {
    PLUMB_CHECK_RESULT(bert.load_layer(read, i, {kernels, precision, pool}));
  }
  return bert;
}

void Bert::Workspace::reserve(const BertConfig& config, const Kernels& kernels, std::size_t tokens,
                              std::size_t longest, std::size_t threads) {
  if (tokens > tokens_) {
    tokens_ = tokens;
    hidden_ = Buffer<float>(tokens * config.hidden);
    projected_ = Buffer<float>(tokens * config.hidden);
    context_ = Buffer<float>(tokens * config.hidden);
    widened_ = Buffer<float>(tokens * std::max(3 * config.hidden, config.intermediate));
  }
  const std::size_t head_size = config.hidden / config.heads;
  const std::size_t scratch = (kernels.attention_scratch(longest, head_size) + 15) / 16 * 16;
  if (scratch * threads > scratch_.size()) scratch_ = Buffer<float>(scratch * threads);
  scratch_per_thread_ = scratch;
}

void Bert::look_up(const TokenBatch& batch, float* rows) const {
  const std::size_t hidden = config_.hidden;
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    const std::size_t begin = batch.offsets[text];
    const std::size_t end = batch.offsets[text + 1];
    for (std::size_t i = begin; i < end; ++i) {
      const float* word = words_.data() + static_cast<std::size_t>(batch.ids[i]) * hidden;
      float* row = rows + i * hidden;
      if (order_.is_identity()) {
        for (std::size_t d = 0; d < hidden; ++d) row[d] = word[d] + kinds_[d];
      } else {
        for (std::size_t d = 0; d < hidden; ++d) row[d] = word[order_[d]] + kinds_[d];
      }
    }
    normalise(rows + begin * hidden, places_.data(), end - begin, embedding_norm_);
  }
}

void Bert::normalise(float* rows, const float* residual, std::size_t count,
                     const LayerNormWeights& norm) const {
  kernels_->layer_norm({.rows = rows,
                        .residual = residual,
                        .count = count,
                        .columns = config_.hidden,
                        .scale = norm.scale.data(),
                        .shift = norm.shift.data(),
                        .epsilon = config_.layer_norm_epsilon});
}

// From the projections [query | key | value] in widened_ into context_.
void Bert::attend(const TokenBatch& batch, Workspace& workspace, ThreadPool& pool) const {
  const std::size_t hidden = config_.hidden;
  const std::size_t heads = config_.heads;
  const std::size_t head_size = hidden / heads;
  pool.run(static_cast<int>(batch.texts() * heads), [&](int task, int worker) {
    const std::size_t text = static_cast<std::size_t>(task) / heads;
    const std::size_t head = static_cast<std::size_t>(task) % heads;
    const std::size_t begin = batch.offsets[text];
    const float* projections = workspace.widened_.data() + begin * 3 * hidden + head * head_size;
    kernels_->attention({.query = projections,
                         .key = projections + hidden,
                         .value = projections + 2 * hidden,
                         .stride = 3 * hidden,
                         .length = batch.offsets[text + 1] - begin,
                         .head_size = head_size,
                         .output = workspace.context_.data() + begin * hidden + head * head_size,
                         .output_stride = hidden,
                         .scratch = workspace.scratch_.data() + static_cast<std::size_t>(worker) *
                                                                    workspace.scratch_per_thread_});
  });
}

void Bert::run_layer(const Layer& layer, const TokenBatch& batch, Workspace& workspace,
                     ThreadPool& pool) const {
  const std::size_t rows = batch.ids.size();
  float* hidden = workspace.hidden_.data();
  float* projected = workspace.projected_.data();
  float* widened = workspace.widened_.data();
  const auto apply = [&](const Linear& linear, const float* input, float* output,
                         Activation activation) {
    linear.apply(input, rows, output, activation, workspace.linear_, pool);
  };
  apply(layer.query_key_value, hidden, widened, Activation::none);
  attend(batch, workspace, pool);
  apply(layer.attention_output, workspace.context_.data(), projected, Activation::none);
  normalise(projected, hidden, rows, layer.attention_norm);
  apply(layer.up, projected, widened, Activation::gelu);
  apply(layer.down, widened, hidden, Activation::none);
  normalise(hidden, projected, rows, layer.output_norm);
}

void Bert::embed(const TokenBatch& batch, Workspace& workspace, ThreadPool& pool,
                 float* output) const {
  std::size_t longest = 0;
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    longest = std::max<std::size_t>(longest, batch.offsets[text + 1] - batch.offsets[text]);
  }
  workspace.reserve(config_, *kernels_, batch.ids.size(), longest,
                    static_cast<std::size_t>(pool.threads()));
  look_up(batch, workspace.hidden_.data());
  for (const Layer& layer : layers_) run_layer(layer, batch, workspace, pool);
  pool_texts(batch, workspace.hidden_.data(), output);
}

void Bert::pool_texts(const TokenBatch& batch, const float* rows, float* output) const {
  const std::size_t hidden = config_.hidden;
  std::vector<float> pooled(hidden);
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    const std::size_t begin = batch.offsets[text];
    kernels_->mean_pool(rows + begin * hidden, batch.offsets[text + 1] - begin, hidden,
                        pooled.data());
    float* to = output + text * hidden;
    for (std::size_t d = 0; d < hidden; ++d) to[order_.is_identity() ? d : order_[d]] = pooled[d];
  }
}

}  // namespace plumb
