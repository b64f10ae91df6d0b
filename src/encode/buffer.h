// Memory for weights and activations: 64-byte aligned, on huge pages where it is
// large, so that walking 42 MB of weights does not wait for page tables.
#pragma once

#include <cstddef>
#include <memory>

namespace plumb {

namespace detail {
void* allocate_buffer(std::size_t bytes);
struct FreeBuffer {
  void operator()(void* memory) const;
};
}  // namespace detail

// `size` values of a trivial type, not initialised. Moves, does not copy.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size)
      : size_(size), data_(static_cast<T*>(detail::allocate_buffer(size * sizeof(T)))) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  std::unique_ptr<T, detail::FreeBuffer> data_;
};

}  // namespace plumb
