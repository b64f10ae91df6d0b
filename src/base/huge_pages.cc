#include "base/huge_pages.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace plumb {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

void* allocate_on_huge_pages(std::size_t bytes) {
  const bool huge = bytes >= kHugePage / 2;
  const std::size_t unit = huge ? kHugePage : kCacheLine;
  const std::size_t rounded = round_up(bytes == 0 ? 1 : bytes, unit);
  void* memory = std::aligned_alloc(unit, rounded);
  if (memory == nullptr) throw std::bad_alloc();
  if (huge) ::madvise(memory, rounded, MADV_HUGEPAGE);  // a wish: without it 4 KB pages serve
  return memory;
}

void FreeHugePages::operator()(void* memory) const {
  std::free(memory);
}

}  // namespace plumb
