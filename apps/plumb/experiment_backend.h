// The chat backend that the arguments of an experiment mean.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "chat/backend.h"
#include "command.h"

namespace plumb {

// Every model that is to be run, by name: at least one. Fails with invalid_input where the
// backend has no default and none is named, or one is named twice.
Result<std::vector<std::string>> chat_models(const ExperimentArguments& arguments);

// Ready to answer. `on_tokens` is told now and then how many tokens were computed so far, where
// the backend can tell. Fails as the backends do, and with invalid_input for an argument that
// means nothing to the backend.
Result<std::unique_ptr<ChatBackend>> open_chat_backend(
    const ExperimentArguments& arguments, const std::string& model, const CommandContext& context,
    std::function<void(std::uint64_t)> on_tokens);

// The part of --out where a model's logs are: "" where it is the only one.
// Fails with invalid_input where two models would have one folder.
Result<std::vector<std::string>> model_folders(const std::vector<std::string>& models);

}  // namespace plumb
