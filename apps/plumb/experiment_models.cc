#include "experiment_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "chat/embedded_backend.h"

namespace plumb {
namespace {

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

}  // namespace plumb
