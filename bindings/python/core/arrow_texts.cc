#include "arrow_texts.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "errors.h"

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
namespace nb = nanobind;

struct ArrowTexts::Held {
  ArrowSchema schema{};
  ArrowArray array{};
  Held() = default;
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    if (array.release != nullptr) array.release(&array);
    if (schema.release != nullptr) schema.release(&schema);
  }
};

namespace {

template <class T>
const T* buffer(const ArrowArray& array, int64_t index) {
  return index < array.n_buffers ? static_cast<const T*>(array.buffers[index]) : nullptr;
}

bool is_null(const ArrowArray& array, int64_t row) {
  const auto* bits = buffer<uint8_t>(array, 0);
  if (array.null_count == 0 || bits == nullptr) return false;
  return (bits[row / 8] >> (row % 8) & 1) == 0;
}

template <class Offset>
std::string_view plain_text(const ArrowArray& array, int64_t row) {
  const auto* offsets = buffer<Offset>(array, 1);
  const auto* bytes = buffer<char>(array, 2);
  const auto begin = static_cast<std::size_t>(offsets[row]);
  const auto end = static_cast<std::size_t>(offsets[row + 1]);
  return begin == end ? std::string_view() : std::string_view(bytes + begin, end - begin);
}

// Short texts stand in the view itself, longer ones in one of the buffers behind it.
std::string_view viewed_text(const ArrowArray& array, int64_t row) {
  const char* view = buffer<char>(array, 1) + row * 16;
  int32_t length = 0;
  std::memcpy(&length, view, sizeof length);
  if (length <= 12) return {view + 4, static_cast<std::size_t>(length)};
  int32_t at[2];
  std::memcpy(at, view + 8, sizeof at);
  return {buffer<char>(array, 2 + at[0]) + at[1], static_cast<std::size_t>(length)};
}

bool is_text_format(std::string_view format) {
  return format == "u" || format == "U" || format == "vu";
}

std::string_view text_at(std::string_view format, const ArrowArray& array, int64_t row) {
  if (format == "u") return plain_text<int32_t>(array, row);
  if (format == "U") return plain_text<int64_t>(array, row);
  return viewed_text(array, row);
}

int64_t index_at(std::string_view format, const ArrowArray& array, int64_t row) {
  switch (format.empty() ? ' ' : format[0]) {
    case 'c':
      return buffer<int8_t>(array, 1)[row];
    case 'C':
      return buffer<uint8_t>(array, 1)[row];
    case 's':
      return buffer<int16_t>(array, 1)[row];
    case 'S':
      return buffer<uint16_t>(array, 1)[row];
    case 'i':
      return buffer<int32_t>(array, 1)[row];
    case 'I':
      return buffer<uint32_t>(array, 1)[row];
    default:
      return buffer<int64_t>(array, 1)[row];
  }
}

[[noreturn]] void refuse_null(const char* what, std::size_t index) {
  refuse(fmt::format("{}[{}] is null; a text is expected: fill it, or leave the row out", what,
                     index));
}

void append(const ArrowSchema& schema, const ArrowArray& array, const char* what,
            std::vector<std::string_view>& texts) {
  const bool by_index = schema.dictionary != nullptr;
  const std::string_view kind = by_index ? schema.dictionary->format : schema.format;
  if (!is_text_format(kind)) {
    refuse(
        fmt::format("{} is an Arrow array of the format \"{}\"; strings are expected (utf8, "
                    "large_utf8, utf8_view): cast it, as by .cast(\"string\")",
                    what, schema.format));
  }
  for (int64_t i = 0; i < array.length; ++i) {
    const int64_t row = array.offset + i;
    if (is_null(array, row)) refuse_null(what, texts.size());
    if (!by_index) {
      texts.push_back(text_at(kind, array, row));
      continue;
    }
    const int64_t entry = array.dictionary->offset + index_at(schema.format, array, row);
    if (is_null(*array.dictionary, entry)) refuse_null(what, texts.size());
    texts.push_back(text_at(kind, *array.dictionary, entry));
  }
}

template <class T>
T* pointer_in(nb::handle capsule, const char* name) {
  auto* pointer = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (pointer == nullptr) throw nb::python_error();
  return pointer;
}

}  // namespace

bool ArrowTexts::speaks(nb::handle source) {
  return nb::hasattr(source, "__arrow_c_stream__") || nb::hasattr(source, "__arrow_c_array__");
}

ArrowTexts::ArrowTexts(nb::handle source, const char* what) {
  if (nb::hasattr(source, "__arrow_c_stream__")) {
    take_stream(source, what);
  } else {
    take_array(source, what);
  }
}

ArrowTexts::~ArrowTexts() = default;

void ArrowTexts::take_stream(nb::handle source, const char* what) {
  const nb::object capsule = source.attr("__arrow_c_stream__")();
  auto* stream = pointer_in<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto check = [&](int code) {
    if (code == 0) return;
    const char* reason = stream->get_last_error(stream);
    refuse(fmt::format("{}: the Arrow stream failed: {}", what,
                       reason != nullptr ? reason : "it does not say why"));
  };
  Held owner;
  check(stream->get_schema(stream, &owner.schema));
  for (;;) {
    auto chunk = std::make_unique<Held>();
    check(stream->get_next(stream, &chunk->array));
    if (chunk->array.release == nullptr) return;
    append(owner.schema, chunk->array, what, texts_);
    held_.push_back(std::move(chunk));
  }
}

void ArrowTexts::take_array(nb::handle source, const char* what) {
  const nb::tuple capsules = nb::tuple(source.attr("__arrow_c_array__")());
  auto* schema = pointer_in<ArrowSchema>(capsules[0], "arrow_schema");
  auto* array = pointer_in<ArrowArray>(capsules[1], "arrow_array");
  auto chunk = std::make_unique<Held>();
  // Moved, as the interface has it: the capsule's destructor sees a released one.
  chunk->schema = *schema;
  schema->release = nullptr;
  chunk->array = *array;
  array->release = nullptr;
  append(chunk->schema, chunk->array, what, texts_);
  held_.push_back(std::move(chunk));
}

}  // namespace plumb::python
