#include "measure/inference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/interrupt.h"

namespace plumb {
namespace {

constexpr std::size_t kWindowTokens = 2'048;
constexpr std::size_t kBytesPerToken = 4;

// How many of the pairs, at least one, make a window.
std::size_t window_of(std::span<const TextPair> pairs, std::size_t max_tokens) {
  std::size_t tokens = 0;
  std::size_t count = 0;
  while (count < pairs.size() && tokens < kWindowTokens) {
    const std::size_t bytes = pairs[count].premise.size() + pairs[count].hypothesis.size();
    tokens += std::min(max_tokens, 3 + bytes / kBytesPerToken);
    ++count;
  }
  return count;
}

InferenceLabel label_at(std::size_t place, const InferencePlaces& places) {
  return static_cast<InferenceLabel>(std::ranges::find(places, place) - places.begin());
}

Result<void> classify_window(Classifier& classifier, const InferencePlaces& places,
                             std::span<const TextPair> pairs, std::vector<Inference>& out) {
  std::vector<ClassifierInput> inputs;
  for (const TextPair& pair : pairs) {
    inputs.push_back({.text = pair.premise, .pair = pair.hypothesis});
  }
  PLUMB_TRY(const Classifications found, classifier.classify(inputs));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto of = found.of(i);
    Inference inference;
    inference.label = label_at(found.best(i), places);
    inference.probabilities = {
        .entailment = of[places[static_cast<std::size_t>(InferenceLabel::entailment)]],
        .neutral = of[places[static_cast<std::size_t>(InferenceLabel::neutral)]],
        .contradiction = of[places[static_cast<std::size_t>(InferenceLabel::contradiction)]]};
    inference.truncated = found.truncated[i];
    out.push_back(std::move(inference));
  }
  return {};
}

}  // namespace

Result<InferencePlaces> inference_places(std::span<const std::string> labels,
                                         std::string_view model) {
  InferencePlaces places{};
  std::array<bool, 3> found{};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto label = inference_label_of(labels[i]);
    if (!label) continue;
    places[static_cast<std::size_t>(*label)] = i;
    found[static_cast<std::size_t>(*label)] = true;
  }
  if (labels.size() == places.size() && std::ranges::count(found, true) == 3) return places;
  return fail(ErrorCode::unsupported,
              fmt::format("the classifier {} tells apart {} labels ({}), but natural language "
                          "inference needs entailment, neutral and contradiction; give an NLI "
                          "classifier, or name its labels so in id2label of its config.json",
                          model, labels.size(), fmt::join(labels, ", ")));
}

Result<InferPairs> infer_with(std::shared_ptr<Classifier> classifier, InferenceProgress progress) {
  PLUMB_TRY(const InferencePlaces places,
            inference_places(classifier->labels(), classifier->provenance().model));
  return [=, classifier = std::move(classifier), progress = std::move(progress)](
             std::span<const TextPair> pairs) -> Result<std::vector<Inference>> {
    std::vector<Inference> inferences;
    inferences.reserve(pairs.size());
    while (inferences.size() < pairs.size()) {
      if (interrupted()) {
        return fail(ErrorCode::interrupted, fmt::format("interrupted after {} of {} pairs of texts",
                                                        inferences.size(), pairs.size()));
      }
      const auto rest = pairs.subspan(inferences.size());
      const std::size_t count = window_of(rest, classifier->provenance().max_tokens);
      PLUMB_CHECK_RESULT(classify_window(*classifier, places, rest.first(count), inferences));
      progress(inferences.size(), pairs.size());
    }
    return inferences;
  };
}

NliOrigin origin_of(const Classifier& classifier) {
  const ClassifierProvenance& from = classifier.provenance();
  return NliClassifierOrigin{.model = from.model,
                             .weights_sha256 = from.weights_sha256,
                             .architecture = from.architecture,
                             .instruction_set = std::string(name_of(from.instruction_set)),
                             .max_tokens = from.max_tokens};
}

}  // namespace plumb
