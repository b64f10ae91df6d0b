// From a text's vector to a number for each label: a dense layer with tanh or
// gelu, where the model has one, then a linear layer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/linear.h"
#include "encode/tensor_reader.h"

namespace plumb {

// Immutable once read; threads may share it.
class ClassificationHead {
 public:
  enum class Squash { tanh, gelu, gelu_tanh };
  struct Dense {
    std::string name;
    Squash squash = Squash::tanh;
  };
  struct Scratch {
    Buffer<float> rows;
    Linear::Scratch linear;
  };

  // Reads `dense` [hidden][hidden] and `output` [labels][hidden], with their biases.
  static Result<ClassificationHead> read(TensorReader& read, const Dense& dense,
                                         const std::string& output, std::size_t hidden,
                                         std::size_t labels, const Linear::Build& build);

  // The linear layer alone.
  ClassificationHead(std::vector<float> weight, std::vector<float> bias);

  // logits[r, :] from rows[r, :], each row by itself.
  void apply(const float* rows, std::size_t count, float* logits, Scratch& scratch,
             ThreadPool& pool) const;

  std::size_t labels() const { return bias_.size(); }
  std::size_t hidden() const { return weight_.size() / bias_.size(); }

 private:
  std::optional<Linear> dense_;
  Squash squash_ = Squash::tanh;
  std::vector<float> weight_, bias_;  // [labels][hidden], [labels]
};

}  // namespace plumb
