#include "classifier_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <utility>

#include "measure/stereotype_drift.h"
#include "model/locate.h"
#include "model/registry.h"
#include "model_options.h"

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

void ClassifierChoice::add_options(CLI::App& command, CommandContext& context) {
  add_name_option(command);
  add_instruction_set_option(command, context);
}

void ClassifierChoice::add_name_option(CLI::App& command) {
  command
      .add_option("--classifier", name,
                  "hearts, embedded, a model's name, or its folder; without it, hearts where it is "
                  "on this machine, else embedded")
      ->type_name("NAME|DIR");
}

Result<ChosenClassifier> load_classifier(const ClassifierChoice& choice,
                                         const CommandContext& context,
                                         std::optional<std::size_t> labels) {
  ClassifierOptions options;
  options.threads = context.threads;
  options.labels = labels;
  PLUMB_TRY(options.instruction_set, wanted_instruction_set(context));
  std::string name = choice.name;
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

StereotypeClassifier stereotype_classifier(const ChosenClassifier& chosen) {
  const ClassifierProvenance& from = chosen.classifier.provenance();
  return {.model = from.model,
          .weights_sha256 = from.weights_sha256,
          .architecture = from.architecture,
          .base = from.base,
          .base_sha256 = from.base_sha256,
          .instruction_set = std::string(name_of(from.instruction_set)),
          .max_tokens = from.max_tokens,
          .label = chosen.classifier.labels()[kStereotypeLabel],
          .note = chosen.note};
}

}  // namespace plumb
