// The server's one stereotype classifier: opened when the first analysis asks for it, used by one
// thread at a time. As with embeddings, the app hands in who opens it.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "measure/stereotype_drift.h"
#include "record/stereotype_report.h"

namespace plumb {

struct StereotypeScorer {
  StereotypeClassifier about;
  ScoreTexts score;
};

class ClassifierService {
 public:
  using Open = std::function<Result<StereotypeScorer>()>;

  explicit ClassifierService(Open open) : open_(std::move(open)) {}

  // Who gives the scores. Fails as `open` does, and the next call tries again.
  Result<StereotypeClassifier> about();
  // Of a service that about() opened.
  Result<std::vector<TextScore>> score(std::span<const std::string_view> texts);

 private:
  Open open_;
  std::mutex mutex_;
  std::optional<StereotypeScorer> scorer_;
};

}  // namespace plumb
