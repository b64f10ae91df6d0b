#include "encode/classifier_choice.h"

#include <fmt/format.h>

#include <utility>

#include "model/locate.h"
#include "model/registry.h"

namespace plumb {
namespace {

constexpr std::string_view kHearts = "bias_classifier_albertv2";

bool hearts_is_here() {
  const auto registry = load_registry();
  if (!registry) return false;
  const auto entry = registry->find(kHearts);
  return entry && find_model(*entry).state != ModelPresence::State::missing;
}

}  // namespace

Result<ChosenClassifier> choose_classifier(std::string_view name,
                                           const ClassifierOptions& options) {
  std::string note;
  if (name.empty()) {
    name = hearts_is_here() ? "hearts" : "embedded";
    if (name == "embedded") {
      note = fmt::format(
          "the HEARTS classifier is not on this machine: these scores are of Plumb's own embedded "
          "classifier {}; get HEARTS with: plumb model fetch {}",
          Classifier::embedded_name(), kHearts);
    }
  }
  if (name == "embedded") {
    PLUMB_TRY(auto classifier, Classifier::load_embedded(options));
    return ChosenClassifier{std::move(classifier), std::move(note)};
  }
  PLUMB_TRY(const auto folder, locate_model(name == "hearts" ? kHearts : name));
  PLUMB_TRY(auto classifier, Classifier::load(folder, options));
  return ChosenClassifier{std::move(classifier), std::move(note)};
}

}  // namespace plumb
