#include "chat_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <chrono>
#include <utility>

#include "chat/embedded_backend.h"
#include "chat/openai_backend.h"
#include "chat/reply_cache.h"
#include "command.h"

namespace plumb {
namespace {

// What would be ignored otherwise, mostly because --backend openai was forgotten.
Result<void> refuse_server_arguments(const ChatArguments& arguments) {
  const ChatArguments defaults;
  const std::array given = {
      std::pair("base-url", !arguments.base_url.empty()),
      std::pair("key-file", !arguments.key_file.empty()),
      std::pair("key-variable", !arguments.key_variable.empty()),
      std::pair("allow-http", arguments.allow_http),
      std::pair("stream", arguments.stream),
      std::pair("timeout", arguments.timeout_seconds != defaults.timeout_seconds),
  };
  for (const auto& [name, is_given] : given) {
    if (!is_given) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("{0}{1} is of {0}backend openai; the embedded model needs no server",
                            arguments.prefix, name));
  }
  return {};
}

Result<std::unique_ptr<ChatBackend>> open_embedded(const ChatArguments& arguments,
                                                   const std::string& model,
                                                   const CommandContext& context,
                                                   std::function<void(std::uint64_t)> on_tokens) {
  PLUMB_CHECK_RESULT(refuse_server_arguments(arguments));
  EmbeddedOptions options;
  options.model = model;
  options.threads = context.threads;
  options.context_tokens = arguments.context_tokens;
  if (arguments.parallel > 0) options.side_by_side = arguments.parallel;
  options.instruction_set = arguments.chat_instruction_set;
  options.progress = std::move(on_tokens);
  return open_embedded_backend(options);
}

Result<std::unique_ptr<ChatBackend>> open_server(const ChatArguments& arguments,
                                                 const std::string& model,
                                                 std::function<void(std::uint64_t)> on_tokens) {
  if (arguments.base_url.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{0}backend openai needs the server's address: give {0}base-url, such "
                            "as the one that ends in /v1",
                            arguments.prefix));
  }
  if (!arguments.chat_instruction_set.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{0}chat-instruction-set is of {0}backend embedded; a server has its "
                            "own",
                            arguments.prefix));
  }
  OpenAiOptions options;
  options.base_url = arguments.base_url;
  options.model = model;
  options.key.variable = arguments.key_variable;
  options.key.file = arguments.key_file;
  options.allow_http = arguments.allow_http;
  options.stream = arguments.stream;
  if (arguments.parallel > 0) options.concurrency = arguments.parallel;
  if (arguments.context_tokens > 0) options.context_tokens = arguments.context_tokens;
  options.timeouts.whole = std::chrono::seconds(arguments.timeout_seconds);
  options.progress = std::move(on_tokens);
  return open_openai_backend(options);
}

}  // namespace

void add_chat_options(CLI::App& command, ChatArguments& arguments) {
  const std::string& prefix = arguments.prefix;
  command
      .add_option(prefix + "backend", arguments.backend,
                  "a model in a process of its own, or a server")
      ->type_name("NAME")
      ->check(CLI::IsMember({"embedded", "openai"}))
      ->capture_default_str();
  command
      .add_option(prefix + "base-url", arguments.base_url,
                  "openai: the server's address, up to /v1")
      ->type_name("URL");
  command
      .add_option(prefix + "key-file", arguments.key_file,
                  "openai: a file with the server's key in a line")
      ->type_name("FILE");
  command
      .add_option(prefix + "key-variable", arguments.key_variable,
                  "openai: the environment variable with the server's key, where it is not "
                  "OPENAI_API_KEY")
      ->type_name("NAME");
  command.add_flag(prefix + "allow-http", arguments.allow_http,
                   "openai: speak plain http to other machines too; all can be read on the way");
  command.add_flag(prefix + "stream", arguments.stream, "openai: have answers sent in pieces");
  command.add_option(prefix + "timeout", arguments.timeout_seconds, "openai: for a whole answer")
      ->type_name("SECONDS")
      ->transform(whole_number_from(1, 86'400))
      ->capture_default_str();
  command
      .add_option(prefix + "context", arguments.context_tokens,
                  "tokens of prompt and answer together; 0 for the backend's own limit")
      ->type_name("N")
      ->transform(whole_number_from(0, 1U << 24))
      ->capture_default_str();
  command
      .add_option(prefix + "parallel", arguments.parallel,
                  "conversations answered side by side; 0 for the backend's own number")
      ->type_name("N")
      ->transform(whole_number_from(0, 256))
      ->capture_default_str();
  command
      .add_option(prefix + "cache", arguments.cache,
                  "keep replies in this folder, and take them from there")
      ->type_name("DIR");
  command
      .add_option(prefix + "chat-instruction-set", arguments.chat_instruction_set,
                  "embedded: the CPU instructions to use; without it, the fastest this CPU has")
      ->type_name("NAME");
}

Result<std::unique_ptr<ChatBackend>> open_chat_backend(
    const ChatArguments& arguments, const std::string& model, const CommandContext& context,
    std::function<void(std::uint64_t)> on_tokens) {
  auto backend = arguments.backend == "openai"
                     ? open_server(arguments, model, std::move(on_tokens))
                     : open_embedded(arguments, model, context, std::move(on_tokens));
  if (!backend || arguments.cache.empty()) return backend;
  PLUMB_TRY(auto cached, ReplyCache::open(*std::move(backend), arguments.cache));
  return std::unique_ptr<ChatBackend>(std::move(cached));
}

}  // namespace plumb
