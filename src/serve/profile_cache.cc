#include "serve/profile_cache.h"

namespace plumb {

std::size_t size_of(const ExecutionProfile& profile) {
  constexpr std::size_t kLabelBytes = 2 * sizeof(std::string);
  std::size_t bytes = sizeof profile;
  for (const ProfileRow& row : profile.sample()) {
    bytes += sizeof row + row.id.capacity() + row.excerpt.capacity() +
             row.characters.capacity() * sizeof(CharacterCount) +
             row.embedding.capacity() * sizeof(float) + row.labels.capacity() * kLabelBytes;
    if (row.tools) bytes += row.tools->capacity() * sizeof(std::string);
  }
  return bytes;
}

std::size_t size_of(const PreparedProfile& prepared) {
  return sizeof prepared + prepared.bytes();
}

}  // namespace plumb
