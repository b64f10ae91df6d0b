// A column of Arrow memory, as the Arrow C data interface hands it over: read where it lies.
//
// Nothing here owns or copies; whoever took the array keeps it as long as its columns. The memory
// is of this process, and trusted as any other object of it.
#pragma once

#include <cstdint>
#include <string_view>

// The structures of the Arrow C data interface, word for word from its specification.
extern "C" {
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
}

namespace plumb::python {

// An array and its type, released with the object. Moved into it as the interface has it: the giver
// sees a released one.
struct HeldArrow {
  ArrowSchema schema{};
  ArrowArray array{};

  HeldArrow() = default;
  HeldArrow(const HeldArrow&) = delete;
  HeldArrow& operator=(const HeldArrow&) = delete;
  ~HeldArrow();

  void take(ArrowSchema& from, ArrowArray& values);
};

class ArrowColumn {
 public:
  // `first` is the row of the array's own where the column's rows begin: a parent's offset.
  ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, int64_t first = 0)
      : schema_(&schema), array_(&array), first_(first + array.offset) {}

  int64_t length() const { return array_->length; }
  std::string_view name() const { return schema_->name != nullptr ? schema_->name : ""; }
  std::string_view format() const { return schema_->format; }

  // Where a dictionary's entry is null, the row is.
  bool is_null(int64_t row) const;

  // Strings: utf8, large_utf8, utf8_view, or a dictionary of these.
  bool is_text() const;
  std::string_view text(int64_t row) const;

  // Floats of 32 or 64 bits.
  bool is_number() const { return format() == "f" || format() == "g"; }
  float number(int64_t row) const;

  // Lists of any kind, and maps, which are lists of a struct of key and value.
  bool is_list() const;
  bool is_map() const { return format() == "+m"; }
  struct Range {
    int64_t begin = 0;
    int64_t end = 0;
  };
  // Where a row's elements are, in child(0).
  Range elements(int64_t row) const;

  // Of a struct, a field, whose rows are those of the struct; of a list, its elements.
  int64_t children() const { return array_->n_children; }
  ArrowColumn child(int64_t index) const;

 private:
  int64_t entry(int64_t row) const;  // of the dictionary

  const ArrowSchema* schema_;
  const ArrowArray* array_;
  int64_t first_;
};

}  // namespace plumb::python
