// The tensors of a model's file as an encoder needs them: of the right shape,
// finite, as 32-bit floats, their hidden side in the order the encoder keeps, and
// with the updates of an adapter where there is one.
//
// Every function fails with corrupt and a sentence that names the file and the tensor.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/hidden_order.h"
#include "encode/linear.h"
#include "model/safetensors.h"

namespace plumb {

class Adapter;

class TensorReader {
 public:
  using Floats = std::span<const float>;
  using Shape = std::initializer_list<std::size_t>;

  // All three outlive the reader; the weights outlive what was read of them.
  // `prefix` stands before every name.
  TensorReader(const Safetensors& weights, std::string prefix, const Adapter* adapter = nullptr)
      : weights_(weights), prefix_(std::move(prefix)), adapter_(adapter) {}

  // Applies to all that is read after it.
  void set_order(HiddenOrder order) { order_ = std::move(order); }
  const HiddenOrder& order() const { return order_; }

  // The file, for a sentence.
  const std::string& file() const { return weights_.name(); }
  bool has(std::string_view name) const { return weights_.tensors().contains(full(name)); }
  // As the file has it, whatever the values: for a word table, whose pages
  // should not be read before they are needed.
  Result<Floats> unchecked(std::string_view name, Shape shape);
  // As the file has it.
  Result<Floats> as_stored(std::string_view name, Shape shape);
  // [rows][hidden], or [hidden] for a single row.
  Result<Floats> hidden_columns(std::string_view name, Shape shape);
  // `name`.weight and .bias, or .gamma and .beta as old files have them.
  Result<LayerNormWeights> norm(std::string_view name, std::size_t hidden);

  // A dense layer's [columns][depth] weight and its bias, as they are stored.
  Result<Linear::Part> dense(std::string_view name, std::size_t columns, std::size_t depth);
  // A dense layer that reads hidden channels, and one that writes them.
  Result<Linear::Part> from_hidden(std::string_view name, std::size_t columns, std::size_t hidden);
  Result<Linear::Part> to_hidden(std::string_view name, std::size_t hidden, std::size_t depth);
  // Lets go of the parts handed out, once they are packed.
  void forget_parts() { lent_.clear(); }

  // The memory behind the spans that are not the file's: what is read as a table
  // or a norm needs it to live on.
  std::vector<std::vector<float>> take_kept() { return std::move(kept_); }

 private:
  using Memory = std::vector<std::vector<float>>;
  static Floats keep(std::vector<float> values, Memory& in);
  std::string full(std::string_view name) const;
  Result<Floats> finite(std::string_view name, Shape shape, Memory& memory);

  const Safetensors& weights_;
  std::string prefix_;
  const Adapter* adapter_;
  HiddenOrder order_;
  Memory kept_;
  Memory lent_;
};

}  // namespace plumb
