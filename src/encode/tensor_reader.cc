#include "encode/tensor_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "encode/adapter.h"

namespace plumb {
namespace {

// No branch in the loop, so that it runs at the speed of memory.
bool all_finite(std::span<const float> values) {
  bool finite = true;
  for (const float value : values) finite &= std::abs(value) <= std::numeric_limits<float>::max();
  return finite;
}

}  // namespace

TensorReader::Floats TensorReader::keep(std::vector<float> values, Memory& in) {
  in.push_back(std::move(values));
  return in.back();
}

std::string TensorReader::full(std::string_view name) const {
  return prefix_ + std::string(name);
}

Result<TensorReader::Floats> TensorReader::unchecked(std::string_view name, Shape shape) {
  std::vector<float> widened;
  PLUMB_TRY(const Floats values, weights_.floats(full(name), shape, widened));
  return widened.empty() ? values : keep(std::move(widened), kept_);
}

Result<TensorReader::Floats> TensorReader::finite(std::string_view name, Shape shape,
                                                  Memory& memory) {
  std::vector<float> widened;
  PLUMB_TRY(Floats values, weights_.floats(full(name), shape, widened));
  if (!all_finite(values)) {
    return weights_.wrong(
        full(name), "holds a value that is not a finite number; get a good copy of the model");
  }
  return widened.empty() ? values : keep(std::move(widened), memory);
}

Result<TensorReader::Floats> TensorReader::as_stored(std::string_view name, Shape shape) {
  return finite(name, shape, kept_);
}

Result<TensorReader::Floats> TensorReader::hidden_columns(std::string_view name, Shape shape) {
  PLUMB_TRY(const Floats values, as_stored(name, shape));
  if (order_.is_identity()) return values;
  return keep(order_.reorder_columns(values), kept_);
}

Result<LayerNormWeights> TensorReader::norm(std::string_view name, std::size_t hidden) {
  const auto named = [&](const char* suffix) { return std::string(name) + suffix; };
  const bool old = weights_.tensors().contains(full(named(".gamma")));
  LayerNormWeights norm;
  PLUMB_TRY(norm.scale, hidden_columns(named(old ? ".gamma" : ".weight"), {hidden}));
  PLUMB_TRY(norm.shift, hidden_columns(named(old ? ".beta" : ".bias"), {hidden}));
  return norm;
}

Result<Linear::Part> TensorReader::dense(std::string_view name, std::size_t columns,
                                         std::size_t depth) {
  Linear::Part part;
  PLUMB_TRY(part.weight, finite(std::string(name) + ".weight", {columns, depth}, lent_));
  PLUMB_TRY(part.bias, finite(std::string(name) + ".bias", {columns}, lent_));
  if (adapter_ != nullptr && adapter_->changes(name)) {
    part.weight = keep(adapter_->changed(name, part.weight), lent_);
  }
  return part;
}

Result<Linear::Part> TensorReader::from_hidden(std::string_view name, std::size_t columns,
                                               std::size_t hidden) {
  PLUMB_TRY(Linear::Part part, dense(name, columns, hidden));
  if (!order_.is_identity()) part.weight = keep(order_.reorder_columns(part.weight), lent_);
  return part;
}

Result<Linear::Part> TensorReader::to_hidden(std::string_view name, std::size_t hidden,
                                             std::size_t depth) {
  PLUMB_TRY(Linear::Part part, dense(name, hidden, depth));
  if (!order_.is_identity()) {
    part.weight = keep(order_.reorder_rows(part.weight), lent_);
    part.bias = keep(order_.reorder_columns(part.bias), lent_);
  }
  return part;
}

}  // namespace plumb
