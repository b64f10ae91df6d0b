// The options of every command that asks whether texts entail or contradict one another, and what
// answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chat_arguments.h"
#include "command.h"
#include "measure/inference.h"

namespace CLI {
class Option;
}

namespace plumb {

struct NliChoice {
  NliChoice() { judge.prefix = "--judge-"; }

  std::string name;  // a model's name, its folder, "judge"; empty: nothing answers
  ChatArguments judge;
  std::string judge_model;  // empty: the backend's default, where it has one
  std::uint32_t reply_tokens = 64;
  std::vector<const CLI::Option*> judge_options;  // that mean nothing without a judge

  // --nli, described by `what`, and --judge-*.
  void add_options(CLI::App& command, const std::string& what);
};

struct Nli {
  InferPairs infer;  // shows how far it is on standard error
  NliOrigin origin;
};

// None where none was chosen. Fails with a sentence that says what is missing, or wrong with it,
// and with invalid_input where something is told to a judge that is not chosen.
Result<std::optional<Nli>> open_nli(const NliChoice& choice, const CommandContext& context);

}  // namespace plumb
