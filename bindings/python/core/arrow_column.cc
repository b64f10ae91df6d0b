#include "arrow_column.h"

#include <charconv>
#include <cstddef>
#include <cstring>

namespace plumb::python {
namespace {

template <class T>
const T* buffer_of(const ArrowArray& array, int64_t index) {
  return index < array.n_buffers ? static_cast<const T*>(array.buffers[index]) : nullptr;
}

bool is_null_at(const ArrowArray& array, int64_t at) {
  const auto* bits = buffer_of<uint8_t>(array, 0);
  if (array.null_count == 0 || bits == nullptr) return false;
  return (bits[at / 8] >> (at % 8) & 1) == 0;
}

template <class Offset>
std::string_view plain_text(const ArrowArray& array, int64_t at) {
  const auto* offsets = buffer_of<Offset>(array, 1);
  const auto* bytes = buffer_of<char>(array, 2);
  const auto begin = static_cast<std::size_t>(offsets[at]);
  const auto end = static_cast<std::size_t>(offsets[at + 1]);
  return begin == end ? std::string_view() : std::string_view(bytes + begin, end - begin);
}

// Short texts stand in the view itself, longer ones in one of the buffers behind it.
std::string_view viewed_text(const ArrowArray& array, int64_t at) {
  const char* view = buffer_of<char>(array, 1) + at * 16;
  int32_t length = 0;
  std::memcpy(&length, view, sizeof length);
  if (length <= 12) return {view + 4, static_cast<std::size_t>(length)};
  int32_t place[2];
  std::memcpy(place, view + 8, sizeof place);
  return {buffer_of<char>(array, 2 + place[0]) + place[1], static_cast<std::size_t>(length)};
}

bool is_text_format(std::string_view format) {
  return format == "u" || format == "U" || format == "vu";
}

std::string_view text_at(std::string_view format, const ArrowArray& array, int64_t at) {
  if (format == "u") return plain_text<int32_t>(array, at);
  if (format == "U") return plain_text<int64_t>(array, at);
  return viewed_text(array, at);
}

int64_t index_at(std::string_view format, const ArrowArray& array, int64_t at) {
  switch (format.empty() ? ' ' : format[0]) {
    case 'c':
      return buffer_of<int8_t>(array, 1)[at];
    case 'C':
      return buffer_of<uint8_t>(array, 1)[at];
    case 's':
      return buffer_of<int16_t>(array, 1)[at];
    case 'S':
      return buffer_of<uint16_t>(array, 1)[at];
    case 'i':
      return buffer_of<int32_t>(array, 1)[at];
    case 'I':
      return buffer_of<uint32_t>(array, 1)[at];
    default:
      return buffer_of<int64_t>(array, 1)[at];
  }
}

constexpr std::string_view kFixedSizeList = "+w:";

}  // namespace

HeldArrow::~HeldArrow() {
  if (array.release != nullptr) array.release(&array);
  if (schema.release != nullptr) schema.release(&schema);
}

void HeldArrow::take(ArrowSchema& from, ArrowArray& values) {
  schema = from;
  from.release = nullptr;
  array = values;
  values.release = nullptr;
}

bool ArrowColumn::is_null(int64_t row) const {
  if (is_null_at(*array_, first_ + row)) return true;
  if (schema_->dictionary == nullptr) return false;
  return is_null_at(*array_->dictionary, entry(row));
}

bool ArrowColumn::is_text() const {
  return is_text_format(schema_->dictionary != nullptr ? schema_->dictionary->format
                                                       : schema_->format);
}

std::string_view ArrowColumn::text(int64_t row) const {
  if (schema_->dictionary == nullptr) return text_at(schema_->format, *array_, first_ + row);
  return text_at(schema_->dictionary->format, *array_->dictionary, entry(row));
}

int64_t ArrowColumn::entry(int64_t row) const {
  return array_->dictionary->offset + index_at(schema_->format, *array_, first_ + row);
}

float ArrowColumn::number(int64_t row) const {
  if (format() == "f") return buffer_of<float>(*array_, 1)[first_ + row];
  return static_cast<float>(buffer_of<double>(*array_, 1)[first_ + row]);
}

bool ArrowColumn::is_list() const {
  return format() == "+l" || format() == "+L" || is_map() || format().starts_with(kFixedSizeList);
}

ArrowColumn::Range ArrowColumn::elements(int64_t row) const {
  const int64_t at = first_ + row;
  if (format() == "+L") {
    const auto* offsets = buffer_of<int64_t>(*array_, 1);
    return {offsets[at], offsets[at + 1]};
  }
  if (format().starts_with(kFixedSizeList)) {
    const std::string_view digits = format().substr(kFixedSizeList.size());
    int64_t size = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), size);
    return {at * size, (at + 1) * size};
  }
  const auto* offsets = buffer_of<int32_t>(*array_, 1);
  return {offsets[at], offsets[at + 1]};
}

ArrowColumn ArrowColumn::child(int64_t index) const {
  // A struct's offset moves its fields; a list's own is in its elements() already.
  return {*schema_->children[index], *array_->children[index], format() == "+s" ? first_ : 0};
}

}  // namespace plumb::python
