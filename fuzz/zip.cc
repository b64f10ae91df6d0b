// Any bytes: an archive opens or is refused, and every member unpacks to the
// size its entry states or is refused.
#include "base/zip.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto archive = plumb::ZipArchive::open(std::as_bytes(std::span(data, size)), "fuzz");
  if (!archive) return 0;
  for (const auto& [name, member] : archive->members()) {
    std::size_t total = 0;
    const auto unpacked =
        archive->unpack(name, [&](std::span<const std::byte> bytes) -> plumb::Result<void> {
          total += bytes.size();
          return {};
        });
    if (total > member.size || (unpacked && total != member.size)) std::abort();
  }
  return 0;
}
