// The option of every command that classifies, and the classifier that it means.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "encode/classifier_choice.h"

namespace plumb {

struct ClassifierChoice {
  // hearts, embedded, a name, a folder; empty: HEARTS where it is on this machine,
  // else embedded.
  std::string name;

  // --classifier, --instruction-set.
  void add_options(CLI::App& command, CommandContext& context);
  // --classifier alone, for commands that embed as well and so have the other already.
  void add_name_option(CLI::App& command);
};

// `labels`: how many the command can do with; none: any. Fails with a sentence that
// says what is missing, or wrong with it.
Result<ChosenClassifier> load_classifier(const ClassifierChoice& choice,
                                         const CommandContext& context,
                                         std::optional<std::size_t> labels = std::nullopt);

}  // namespace plumb
