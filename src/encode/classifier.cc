#include "encode/classifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "encode/classifier_impl.h"
#include "encode/token_runs.h"

namespace plumb {

std::vector<double> softmax(std::span<const float> logits) {
  std::vector<double> probabilities(logits.begin(), logits.end());
  const double top = std::ranges::max(probabilities);
  double total = 0;
  for (double& value : probabilities) total += value = std::exp(value - top);
  for (double& value : probabilities) value /= total;
  return probabilities;
}

std::size_t Classifications::best(std::size_t i) const {
  const auto mine = std::span(logits).subspan(i * labels, labels);
  return static_cast<std::size_t>(std::ranges::max_element(mine) - mine.begin());
}

Encoded Classifier::Impl::encode(const ClassifierInput& input, std::vector<TokenId>& ids,
                                 std::vector<std::uint8_t>& segments) const {
  ids.clear();
  segments.clear();
  const std::size_t limit = provenance.max_tokens;
  if (input.pair) return tokenizer.encode_pair(input.text, *input.pair, limit, ids, segments);
  const Encoded encoded = tokenizer.encode(input.text, limit, ids);
  segments.assign(ids.size(), 0);
  return encoded;
}

Classifier::Classifier(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Classifier::Classifier(Classifier&&) noexcept = default;
Classifier& Classifier::operator=(Classifier&&) noexcept = default;
Classifier::~Classifier() = default;

Result<Classifications> Classifier::classify(std::span<const ClassifierInput> inputs) {
  DistinctRuns distinct;
  std::vector<std::size_t> run_of_input;
  std::vector<TokenId> ids;
  std::vector<std::uint8_t> segments;
  Classifications result;
  result.labels = impl_->labels.size();
  for (const ClassifierInput& input : inputs) {
    const Encoded encoded = impl_->encode(input, ids, segments);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      distinct.next().push_back(with_segment(ids[i], segments[i]));
    }
    run_of_input.push_back(distinct.add());
    result.tokens.push_back(static_cast<std::uint32_t>(encoded.tokens));
    result.truncated.push_back(encoded.truncated);
  }
  std::vector<float> computed(distinct.runs().size() * result.labels);
  impl_->model.run(distinct.runs(), *impl_->pool, computed.data());
  if (!std::ranges::all_of(computed, [](float logit) { return std::isfinite(logit); })) {
    return fail(ErrorCode::corrupt,
                fmt::format("the classifier {} gives a text a logit that is no finite number: its "
                            "weights are damaged; get a good copy of the model",
                            impl_->provenance.model));
  }
  for (const std::size_t run : run_of_input) {
    const auto logits = std::span(computed).subspan(run * result.labels, result.labels);
    const auto probabilities = softmax(logits);
    result.logits.insert(result.logits.end(), logits.begin(), logits.end());
    result.probabilities.insert(result.probabilities.end(), probabilities.begin(),
                                probabilities.end());
  }
  return result;
}

const std::vector<std::string>& Classifier::labels() const {
  return impl_->labels;
}
int Classifier::threads() const {
  return impl_->pool->threads();
}
const ClassifierProvenance& Classifier::provenance() const {
  return impl_->provenance;
}
const Tokenizer& Classifier::tokenizer() const {
  return impl_->tokenizer;
}

}  // namespace plumb
