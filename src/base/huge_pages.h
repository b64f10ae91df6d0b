// Memory that lies on huge pages where it is large: neither its first touch nor walking it waits
// for page tables.
#pragma once

#include <cstddef>
#include <vector>

namespace plumb {

// Aligned to 64 bytes, not set; FreeHugePages takes it back. Throws std::bad_alloc.
void* allocate_on_huge_pages(std::size_t bytes);

struct FreeHugePages {
  void operator()(void* memory) const;
};

// For containers of what is megabytes large.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class Other>
  explicit HugePageAllocator(const HugePageAllocator<Other>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(allocate_on_huge_pages(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t) { FreeHugePages()(memory); }

  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }
};

template <class T>
using HugePageVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace plumb
