#include "encode/classification_head.h"

#include <cmath>
#include <utility>

namespace plumb {
namespace {

Activation activation_of(ClassificationHead::Squash squash) {
  switch (squash) {
    case ClassificationHead::Squash::tanh:
      return Activation::none;  // applied by the head: a few hundred values a text
    case ClassificationHead::Squash::gelu:
      return Activation::gelu;
    case ClassificationHead::Squash::gelu_tanh:
      return Activation::gelu_tanh;
  }
  std::unreachable();
}

}  // namespace

ClassificationHead::ClassificationHead(std::vector<float> weight, std::vector<float> bias)
    : weight_(std::move(weight)), bias_(std::move(bias)) {}

Result<ClassificationHead> ClassificationHead::read(TensorReader& read, const Dense& dense,
                                                    const std::string& output, std::size_t hidden,
                                                    std::size_t labels,
                                                    const Linear::Build& build) {
  PLUMB_TRY(const auto inner, read.dense(dense.name, hidden, hidden));
  PLUMB_TRY(const auto outer, read.dense(output, labels, hidden));
  ClassificationHead head({outer.weight.begin(), outer.weight.end()},
                          {outer.bias.begin(), outer.bias.end()});
  head.dense_.emplace(build, hidden, 0, std::span(&inner, 1));
  head.squash_ = dense.squash;
  read.forget_parts();
  return head;
}

// Labels are few and no multiple of a panel: plain sums, in double.
void ClassificationHead::apply(const float* rows, std::size_t count, float* logits,
                               Scratch& scratch, ThreadPool& pool) const {
  const std::size_t width = hidden();
  if (dense_) {
    if (scratch.rows.size() < count * width) scratch.rows = Buffer<float>(count * width);
    float* squashed = scratch.rows.data();
    dense_->apply(rows, count, squashed, activation_of(squash_), scratch.linear, pool);
    if (squash_ == Squash::tanh) {
      for (std::size_t i = 0; i < count * width; ++i) squashed[i] = std::tanh(squashed[i]);
    }
    rows = squashed;
  }
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t label = 0; label < labels(); ++label) {
      double sum = static_cast<double>(bias_[label]);
      for (std::size_t d = 0; d < width; ++d) {
        sum += static_cast<double>(rows[r * width + d]) *
               static_cast<double>(weight_[label * width + d]);
      }
      logits[r * labels() + label] = static_cast<float>(sum);
    }
  }
}

}  // namespace plumb
