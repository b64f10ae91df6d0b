#include "model_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "base/suggest.h"

namespace plumb {
namespace {

Result<std::optional<InstructionSet>> parse_instruction_set(const std::string& name) {
  std::vector<std::string> names;
  for (const InstructionSet set : available_instruction_sets()) {
    if (name_of(set) == name) return set;
    names.emplace_back(name_of(set));
  }
  return fail(ErrorCode::invalid_input,
              fmt::format("this CPU does not run the instruction set \"{}\"; it runs {}{}", name,
                          fmt::join(names, ", "), did_you_mean(name, names)));
}

}  // namespace

void add_instruction_set_option(CLI::App& command, CommandContext& context) {
  command
      .add_option("--instruction-set", context.instruction_set,
                  "the CPU instructions to use; without it, those that plumb doctor names")
      ->type_name("NAME");
}

Result<std::optional<InstructionSet>> wanted_instruction_set(const CommandContext& context) {
  if (context.instruction_set.empty()) return std::nullopt;
  return parse_instruction_set(context.instruction_set);
}

void add_model_options(CLI::App& command, CommandContext& context, const std::string& name) {
  command
      .add_option(name, context.model,
                  name == "--model" ? "the model's name, or its folder"
                                    : "the embedding model's name, or its folder")
      ->type_name("NAME|DIR")
      ->capture_default_str();
  command.add_option("--precision", context.precision, "int8 is faster and less exact")
      ->type_name("NAME")
      ->check(CLI::IsMember({"f32", "int8"}))
      ->capture_default_str();
  add_instruction_set_option(command, context);
}

Result<Embedder> load_embedder(const CommandContext& context) {
  EmbedderOptions options;
  options.precision = context.precision == "int8" ? Precision::int8 : Precision::f32;
  options.threads = context.threads;
  PLUMB_TRY(options.instruction_set, wanted_instruction_set(context));
  PLUMB_TRY(const auto folder, locate_embedding_model(context.model));
  return Embedder::load(folder, options);
}

}  // namespace plumb
