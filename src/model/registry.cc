#include "model/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/file.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxRegistryBytes = 4 * 1024 * 1024;
constexpr std::string_view kFormat = "models/1";
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

// One JSON object being read, with the place it stands at for the sentences.
struct Object {
  const Json& json;
  std::string where;

  std::unexpected<Error> wrong(std::string_view field, std::string_view what) const {
    return fail(ErrorCode::invalid_input, fmt::format("{}.{} {}", where, field, what));
  }

  Result<void> only(std::initializer_list<std::string_view> fields) const {
    if (!json.is_object()) {
      return fail(ErrorCode::invalid_input, fmt::format("{} is not an object", where));
    }
    for (const auto& [key, value] : json.items()) {
      if (std::ranges::find(fields, key) == fields.end()) return wrong(key, "is an unknown field");
    }
    return {};
  }

  Result<std::string> text(const char* field) const {
    const auto found = json.find(field);
    if (found == json.end() || !found->is_string()) return wrong(field, "is not a string");
    auto value = found->get<std::string>();
    if (value.empty()) return wrong(field, "is empty");
    return value;
  }

  Result<std::uint64_t> bytes(const char* field) const {
    const auto found = json.find(field);
    if (found == json.end() || !found->is_number_unsigned()) {
      return wrong(field, "is not a number of bytes");
    }
    const auto value = found->get<std::uint64_t>();
    if (value == 0 ||
        value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return wrong(field, "is not a number of bytes");
    }
    return value;
  }

  Result<std::string> sha256(const char* field) const {
    PLUMB_TRY(auto value, text(field));
    const bool hex = value.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (value.size() != 64 || !hex) return wrong(field, "is not 64 lower-case hex digits");
    return value;
  }

  // A path that stays inside its folder: parts of plain characters, none hidden.
  Result<std::string> path(const char* field) const {
    PLUMB_TRY(auto value, text(field));
    std::string_view rest = value;
    while (true) {
      const std::string_view part = rest.substr(0, rest.find('/'));
      if (part.empty() || part.front() == '.' ||
          part.find_first_not_of(kNameCharacters) != std::string_view::npos) {
        return wrong(field, fmt::format("\"{}\" is not a plain relative path", value));
      }
      if (part.size() == rest.size()) return value;
      rest.remove_prefix(part.size() + 1);
    }
  }

  Result<std::string> name(const char* field) const {
    PLUMB_TRY(auto value, path(field));
    if (value.contains('/')) return wrong(field, fmt::format("\"{}\" has a '/'", value));
    return value;
  }

  Result<std::vector<Object>> list(const char* field) const {
    const auto found = json.find(field);
    if (found == json.end() || !found->is_array() || found->empty()) {
      return wrong(field, "is not a list of at least one");
    }
    std::vector<Object> items;
    for (const Json& item : *found) {
      items.push_back({item, fmt::format("{}.{}[{}]", where, field, items.size())});
    }
    return items;
  }
};

Result<ModelKind> parse_kind(const Object& object) {
  PLUMB_TRY(const std::string text, object.text("kind"));
  for (const ModelKind kind : {ModelKind::embedding, ModelKind::chat, ModelKind::classifier}) {
    if (text == name_of(kind)) return kind;
  }
  return object.wrong("kind", fmt::format("\"{}\" is none of embedding, chat, classifier", text));
}

Result<ModelFile> parse_file(const Object& object) {
  PLUMB_CHECK_RESULT(object.only({"name", "size", "max_size", "sha256", "optional"}));
  ModelFile file;
  PLUMB_TRY(file.name, object.path("name"));
  file.size_known = object.json.contains("size");
  if (file.size_known && object.json.contains("max_size")) {
    return object.wrong("max_size", "stands beside size; one of them is enough");
  }
  PLUMB_TRY(file.max_size, object.bytes(file.size_known ? "size" : "max_size"));
  if (object.json.contains("sha256")) {
    PLUMB_TRY(file.sha256, object.sha256("sha256"));
  }
  if (const auto found = object.json.find("optional"); found != object.json.end()) {
    if (!found->is_boolean()) return object.wrong("optional", "is not true or false");
    file.optional = found->get<bool>();
  }
  return file;
}

Result<ModelSource> parse_pypi(const Object& object) {
  PLUMB_CHECK_RESULT(
      object.only({"kind", "package", "version", "wheel", "size", "sha256", "folder"}));
  PypiSource source;
  PLUMB_TRY(source.package, object.name("package"));
  PLUMB_TRY(source.version, object.name("version"));
  PLUMB_TRY(source.wheel, object.name("wheel"));
  PLUMB_TRY(source.size, object.bytes("size"));
  PLUMB_TRY(source.sha256, object.sha256("sha256"));
  PLUMB_TRY(source.folder, object.path("folder"));
  return source;
}

Result<ModelSource> parse_hub(const Object& object) {
  PLUMB_CHECK_RESULT(object.only({"kind", "repository", "revision"}));
  HubSource source;
  PLUMB_TRY(source.repository, object.path("repository"));
  PLUMB_TRY(source.revision, object.name("revision"));
  return source;
}

Result<ModelSource> parse_source(const Object& object) {
  if (!object.json.is_object()) return object.wrong("kind", "is missing");
  PLUMB_TRY(const std::string kind, object.text("kind"));
  if (kind == "pypi") return parse_pypi(object);
  if (kind == "hub") return parse_hub(object);
  return object.wrong("kind", fmt::format("\"{}\" is none of pypi, hub", kind));
}

Result<RegistryEntry> parse_entry(const Object& object) {
  PLUMB_CHECK_RESULT(
      object.only({"name", "kind", "description", "licence", "weights", "files", "sources"}));
  RegistryEntry entry;
  PLUMB_TRY(entry.name, object.name("name"));
  PLUMB_TRY(entry.kind, parse_kind(object));
  PLUMB_TRY(entry.description, object.text("description"));
  PLUMB_TRY(entry.licence, object.text("licence"));
  PLUMB_TRY(entry.weights, object.path("weights"));
  PLUMB_TRY(const auto files, object.list("files"));
  std::set<std::string> names;
  for (const Object& file : files) {
    PLUMB_TRY(const auto& added, parse_file(file));
    if (!names.insert(added.name).second) return file.wrong("name", "is given twice");
    entry.files.push_back(added);
  }
  PLUMB_TRY(const auto sources, object.list("sources"));
  for (const Object& source : sources) {
    PLUMB_TRY(entry.sources.emplace_back(), parse_source(source));
  }
  const auto weights = std::ranges::find(entry.files, entry.weights, &ModelFile::name);
  if (weights == entry.files.end() || weights->sha256.empty() || weights->optional) {
    return object.wrong("weights", "names no pinned file of the model");
  }
  return entry;
}

}  // namespace

std::string_view name_of(ModelKind kind) {
  switch (kind) {
    case ModelKind::embedding:
      return "embedding";
    case ModelKind::chat:
      return "chat";
    case ModelKind::classifier:
      return "classifier";
  }
  std::unreachable();
}

std::string_view name_of(const ModelSource& source) {
  return std::holds_alternative<PypiSource>(source) ? "pypi" : "hub";
}

std::uint64_t RegistryEntry::size() const {
  std::uint64_t total = 0;
  for (const ModelFile& file : files) total += file.size_known ? file.max_size : 0;
  return total;
}

Result<RegistryEntry> Registry::find(std::string_view name) const {
  const auto found = std::ranges::find(models, name, &RegistryEntry::name);
  if (found != models.end()) return *found;
  std::vector<std::string_view> names;
  for (const RegistryEntry& entry : models) names.push_back(entry.name);
  return fail(ErrorCode::not_found, fmt::format("no model is called \"{}\"; the registry has {}",
                                                name, fmt::join(names, ", ")));
}

Result<Registry> parse_registry(std::string_view json, std::string_view origin) {
  const Json document = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  const Object root{document, std::string(origin)};
  if (document.is_discarded()) {
    return fail(ErrorCode::invalid_input, fmt::format("{} is not valid JSON", origin));
  }
  PLUMB_CHECK_RESULT(root.only({"plumb", "models"}));
  PLUMB_TRY(const std::string format, root.text("plumb"));
  if (format != kFormat) {
    return root.wrong("plumb", fmt::format("is \"{}\"; this Plumb reads \"{}\"", format, kFormat));
  }
  PLUMB_TRY(const auto models, root.list("models"));
  Registry registry;
  std::set<std::string> names;
  for (const Object& model : models) {
    PLUMB_TRY(auto entry, parse_entry(model));
    if (!names.insert(entry.name).second) return model.wrong("name", "is given twice");
    registry.models.push_back(std::move(entry));
  }
  return registry;
}

Result<Registry> load_registry() {
  const char* override_path = std::getenv("PLUMB_REGISTRY");
  if (override_path == nullptr || *override_path == '\0') {
    return parse_registry(embedded_registry_json(), "registry.json");
  }
  PLUMB_TRY(const std::string json, read_file(override_path, kMaxRegistryBytes));
  return parse_registry(json, override_path);
}

}  // namespace plumb
