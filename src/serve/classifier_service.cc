#include "serve/classifier_service.h"

namespace plumb {

Result<StereotypeClassifier> ClassifierService::about() {
  const std::lock_guard lock(mutex_);
  if (!scorer_) {
    PLUMB_TRY(scorer_, open_());
  }
  return scorer_->about;
}

Result<std::vector<TextScore>> ClassifierService::score(std::span<const std::string_view> texts) {
  const std::lock_guard lock(mutex_);
  return scorer_->score(texts);
}

}  // namespace plumb
