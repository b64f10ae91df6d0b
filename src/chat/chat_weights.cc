#include "chat/chat_weights.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <fstream>
#include <optional>
#include <system_error>

#include "model/locate.h"
#include "model/registry.h"
#include "model/stamp.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = 24;  // magic, version, number of tensors, number of keys
// A tensor's entry: an empty name's length, no dimension, type, offset. A key's: an empty
// name's length, type, one byte of value.
constexpr std::uint64_t kLeastTensorBytes = 8 + 4 + 4 + 8;
constexpr std::uint64_t kLeastKeyBytes = 8 + 4 + 1;

std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) {
    value = value << 8 | static_cast<std::uint64_t>(bytes[i - 1]);
  }
  return value;
}

// "organisation/name/file.gguf" in the Hugging Face cache, where it is there.
std::optional<fs::path> in_hub_cache(std::string_view model) {
  const std::size_t first = model.find('/');
  const std::size_t second = first == std::string_view::npos ? first : model.find('/', first + 1);
  if (first == 0 || second == std::string_view::npos || model.contains("..")) return std::nullopt;
  const HubSource source{std::string(model.substr(0, second)), "main"};
  const auto snapshot = hub_snapshot(source);
  if (!snapshot) return std::nullopt;
  fs::path path = *snapshot / model.substr(second + 1);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  return path;
}

Result<void> check_file(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("{} is a folder; give the path of the .gguf file in it", path.string()));
  }
  const std::uint64_t size = fs::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  std::array<char, kHeadBytes> head{};
  if (error || !file) {
    return fail(ErrorCode::io, fmt::format("cannot read {}: {}", path.string(),
                                           error ? error.message() : std::strerror(errno)));
  }
  file.read(head.data(), head.size());
  const auto got = static_cast<std::size_t>(file.gcount());
  return check_gguf_head(std::as_bytes(std::span(head).first(got)), size, path.string());
}

Result<ChatWeights> own_file(const fs::path& path) {
  PLUMB_CHECK_RESULT(check_file(path));
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  auto stamps = FolderStamps::load(model_cache_folder(), absolute.parent_path());
  PLUMB_TRY(auto sha256, stamps.sha256(absolute.filename().string()));
  stamps.save();
  return ChatWeights{absolute.filename().string(), absolute, std::move(sha256)};
}

Result<ChatWeights> of_registry(const RegistryEntry& entry) {
  if (entry.kind != ModelKind::chat) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is a model for {}, not for chat", entry.name, name_of(entry.kind)));
  }
  PLUMB_TRY(const ModelFolder folder, locate_model(entry.name));
  const fs::path path = folder.path / entry.weights;
  PLUMB_CHECK_RESULT(check_file(path));
  return ChatWeights{folder.name, path, folder.weights_sha256};
}

}  // namespace

Result<ChatWeights> locate_chat_weights(std::string_view model) {
  PLUMB_TRY(const Registry registry, load_registry());
  const auto entry = registry.find(model);
  if (entry) return of_registry(*entry);
  std::error_code error;
  if (fs::exists(model, error)) return own_file(model);
  if (const auto path = in_hub_cache(model)) return own_file(*path);
  if (!model.contains('/') && !model.ends_with(".gguf")) return std::unexpected(entry.error());
  return fail(ErrorCode::not_found,
              fmt::format("there is no chat model {}; give a registry name, the path of a .gguf "
                          "file, or ORGANISATION/NAME/FILE.gguf of the Hugging Face cache {}",
                          model, hub_cache_folder().string()));
}

Result<void> check_gguf_head(std::span<const std::byte> head, std::uint64_t file_size,
                             std::string_view origin) {
  constexpr std::string_view kMagic = "GGUF";
  const auto corrupt = [&](std::string_view what) {
    return fail(ErrorCode::corrupt, fmt::format("{} is no GGUF model: {}", origin, what));
  };
  if (head.size() < kHeadBytes) return corrupt(fmt::format("it has only {} bytes", file_size));
  if (std::memcmp(head.data(), kMagic.data(), kMagic.size()) != 0) {
    return corrupt("it does not begin with GGUF");
  }
  const std::uint64_t version = little_endian(head.subspan(4, 4));
  if (version != 2 && version != 3) {
    return corrupt(fmt::format("its version is {}, not 2 or 3", version));
  }
  const std::uint64_t tensors = little_endian(head.subspan(8, 8));
  const std::uint64_t keys = little_endian(head.subspan(16, 8));
  if (tensors == 0 || tensors > file_size / kLeastTensorBytes ||
      keys > file_size / kLeastKeyBytes) {
    return corrupt(
        fmt::format("{} tensors and {} keys do not fit its {} bytes", tensors, keys, file_size));
  }
  return {};
}

}  // namespace plumb
