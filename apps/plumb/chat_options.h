// The options of every command that asks a chat model, and the backend that they mean.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "chat/backend.h"
#include "chat_arguments.h"

namespace CLI {
class App;
}

namespace plumb {

struct CommandContext;

// --backend, --base-url and so on, behind the prefix of the arguments; the model's own option is
// the command's.
void add_chat_options(CLI::App& command, ChatArguments& arguments);

// Ready to answer. `on_tokens` is told now and then how many tokens were computed so far, where
// the backend can tell. Fails as the backends do, and with invalid_input for an argument that
// means nothing to the backend.
Result<std::unique_ptr<ChatBackend>> open_chat_backend(
    const ChatArguments& arguments, const std::string& model, const CommandContext& context,
    std::function<void(std::uint64_t)> on_tokens = [](std::uint64_t) {});

}  // namespace plumb
