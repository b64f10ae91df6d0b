// Memory for weights and activations, on huge pages where it is large, so that walking 42 MB of
// weights does not wait for page tables.
#pragma once

#include <cstddef>
#include <memory>

#include "base/huge_pages.h"

namespace plumb {

// `size` values of a trivial type, 64-byte aligned, not initialised. Moves, does not copy.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size)
      : size_(size), data_(static_cast<T*>(allocate_on_huge_pages(size * sizeof(T)))) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  std::unique_ptr<T, FreeHugePages> data_;
};

}  // namespace plumb
