#include "experiment_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <utility>

#include "chat/embedded_backend.h"
#include "chat/openai_backend.h"
#include "chat/reply_cache.h"

namespace plumb {
namespace {

// What would be ignored otherwise, mostly because --backend openai was forgotten.
Result<void> refuse_server_arguments(const ExperimentArguments& arguments) {
  const ExperimentArguments defaults;
  const std::array given = {
      std::pair("--base-url", !arguments.base_url.empty()),
      std::pair("--key-file", !arguments.key_file.empty()),
      std::pair("--key-variable", !arguments.key_variable.empty()),
      std::pair("--allow-http", arguments.allow_http),
      std::pair("--stream", arguments.stream),
      std::pair("--timeout", arguments.timeout_seconds != defaults.timeout_seconds),
  };
  for (const auto& [name, is_given] : given) {
    if (!is_given) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is of --backend openai; the embedded model needs no server", name));
  }
  return {};
}

Result<std::unique_ptr<ChatBackend>> open_embedded(const ExperimentArguments& arguments,
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

Result<std::unique_ptr<ChatBackend>> open_server(const ExperimentArguments& arguments,
                                                 const std::string& model) {
  if (arguments.base_url.empty()) {
    return fail(ErrorCode::invalid_input,
                "--backend openai needs the server's address: give --base-url, such as the one "
                "that ends in /v1");
  }
  if (!arguments.chat_instruction_set.empty()) {
    return fail(ErrorCode::invalid_input,
                "--chat-instruction-set is of --backend embedded; a server has its own");
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
  return open_openai_backend(options);
}

// A name that a folder can have: the last part of a path, without what a GGUF file ends in.
std::string folder_name(const std::string& model) {
  std::string name = model;
  if (name.ends_with(".gguf")) {
    name = std::filesystem::path(name).stem().string();
  }
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
           c == '-' || c == '_';
  };
  std::ranges::replace_if(name, [&](char c) { return !is_plain(c); }, '_');
  if (name.starts_with('.')) name.front() = '_';
  return name;
}

}  // namespace

Result<std::vector<std::string>> chat_models(const ExperimentArguments& arguments) {
  if (!arguments.models.empty()) return arguments.models;
  if (arguments.backend == "embedded") return std::vector{std::string(kDefaultChatModel)};
  return fail(ErrorCode::invalid_input,
              "--backend openai needs --model: the name that the server has for its model");
}

Result<std::vector<std::string>> model_folders(const std::vector<std::string>& models) {
  if (models.size() == 1) return std::vector{std::string()};
  std::vector<std::string> folders;
  std::set<std::string> seen;
  for (const std::string& model : models) {
    folders.push_back(folder_name(model));
    if (!seen.insert(folders.back()).second) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the logs of two models would be in {}; name each model once, or run "
                              "them one by one with an --out each",
                              folders.back()));
    }
  }
  return folders;
}

Result<std::unique_ptr<ChatBackend>> open_chat_backend(
    const ExperimentArguments& arguments, const std::string& model, const CommandContext& context,
    std::function<void(std::uint64_t)> on_tokens) {
  auto backend = arguments.backend == "openai"
                     ? open_server(arguments, model)
                     : open_embedded(arguments, model, context, std::move(on_tokens));
  if (!backend || arguments.cache.empty()) return backend;
  PLUMB_TRY(auto cached, ReplyCache::open(*std::move(backend), arguments.cache));
  return std::unique_ptr<ChatBackend>(std::move(cached));
}

}  // namespace plumb
