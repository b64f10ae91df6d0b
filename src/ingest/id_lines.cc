#include "ingest/id_lines.h"

#include <utility>

#include "base/hash.h"

namespace plumb {
namespace {

constexpr std::uint64_t kLineMask = (std::uint64_t{1} << 40) - 1;

}  // namespace

std::optional<std::uint64_t> IdLines::insert(std::string_view id, std::uint64_t line) {
  if (used_ + 1 > slots_.size() / 4 * 3) grow();
  const std::uint64_t check = hash64(id, 1) & ~kLineMask;
  const Slot wanted{hash64(id, 0), check | (line & kLineMask)};
  Slot& slot = slot_of(wanted);
  if (slot.line != 0) return slot.line & kLineMask;
  slot = wanted;
  ++used_;
  return std::nullopt;
}

// The slot of the same id, or the empty one where it belongs.
IdLines::Slot& IdLines::slot_of(const Slot& wanted) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = wanted.hash & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    const bool same = slot.hash == wanted.hash && ((slot.line ^ wanted.line) & ~kLineMask) == 0;
    if (slot.line == 0 || same) return slot;
  }
}

void IdLines::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
  std::swap(old, slots_);
  for (const Slot& slot : old) {
    if (slot.line != 0) slot_of(slot) = slot;
  }
}

}  // namespace plumb
