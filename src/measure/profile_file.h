// Profiles as files (.plumb), so that a comparison needs no text and no model.
//
// docs/formats/profile.md describes every byte. The format is canonical: equal
// profiles have equal bytes, whatever made them, and no time stamp is in them.
// A file is never trusted: every length is checked against the bytes that are
// there, and what contradicts itself is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "measure/execution_profile.h"

namespace plumb {

inline constexpr std::uint32_t kProfileFileVersion = 1;

// What makes a profile a baseline: who took it from what, and what was in force.
struct BaselineNote {
  std::string name;
  std::string source;         // the path as the user gave it
  std::string plumb_version;  // that wrote it
  // More that was in force, such as thresholds; ascending by name, each once.
  std::vector<std::pair<std::string, std::string>> settings;

  friend bool operator==(const BaselineNote&, const BaselineNote&) = default;
};

struct ProfileDocument {
  ExecutionProfile profile;
  std::optional<BaselineNote> baseline;

  friend bool operator==(const ProfileDocument&, const ProfileDocument&) = default;
};

std::string encode_profile(const ProfileDocument& document);

// `name` is what errors call the bytes. Fails with invalid_input (no profile at
// all), unsupported (of a newer version) or corrupt, and one sentence with the
// section at fault. Allocates in proportion to the bytes.
Result<ProfileDocument> decode_profile(std::string_view bytes, std::string_view name);

// Whether the bytes begin as a profile's do, of which so many are looked at.
inline constexpr std::size_t kProfileMagicBytes = 8;
bool looks_like_profile(std::string_view bytes);

Result<void> write_profile(const std::string& path, const ProfileDocument& document);
Result<ProfileDocument> read_profile(const std::string& path);

}  // namespace plumb
