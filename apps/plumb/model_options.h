// The options of every command that embeds, and the model that they mean.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "encode/embedder.h"

namespace plumb {

// --instruction-set.
void add_instruction_set_option(CLI::App& command, CommandContext& context);
// The set that it names; none where it is not given.
Result<std::optional<InstructionSet>> wanted_instruction_set(const CommandContext& context);

// --model (or `name`, where a command's --model is something else), --precision,
// --instruction-set.
void add_model_options(CLI::App& command, CommandContext& context,
                       const std::string& name = "--model");

// Fails with a sentence where the model is not on this machine, or the CPU does
// not run the instruction set.
Result<Embedder> load_embedder(const CommandContext& context);

}  // namespace plumb
