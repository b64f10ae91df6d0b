#include "classifier_options.h"

#include <CLI/App.hpp>

#include "model_options.h"

namespace plumb {

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
  return choose_classifier(choice.name, options);
}

}  // namespace plumb
