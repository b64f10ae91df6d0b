// Whether texts entail or contradict one another, as something outside says: an NLI
// classifier, or whatever function a caller hands in, say one that asks a chat model.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/classifier.h"
#include "record/inference.h"

namespace plumb {

struct TextPair {
  std::string_view premise;
  std::string_view hypothesis;
};

// An Inference for each pair, in their order; one that fails alone has no label and says why.
// Fails where none can be had, and with interrupted.
using InferPairs = std::function<Result<std::vector<Inference>>(std::span<const TextPair>)>;

// Told now and then during a call; done == total ends it.
using InferenceProgress = std::function<void(std::size_t done, std::size_t total)>;

// Where entailment, neutral and contradiction stand among the labels of a classifier.
using InferencePlaces = std::array<std::size_t, 3>;  // by InferenceLabel

// Names count in any order and case. Fails with unsupported where the labels are not these three;
// `model` is how the sentence calls the classifier.
Result<InferencePlaces> inference_places(std::span<const std::string> labels,
                                         std::string_view model);

// The label of a pair is the one with the highest logit. Pairs go to the classifier in windows of
// about 2,048 tokens, between which a wish to stop is heard. Fails like inference_places.
Result<InferPairs> infer_with(
    std::shared_ptr<Classifier> classifier,
    InferenceProgress progress = [](std::size_t, std::size_t) {});

NliOrigin origin_of(const Classifier& classifier);

}  // namespace plumb
