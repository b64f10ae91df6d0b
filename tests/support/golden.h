// Golden data: files of tests/golden, each one zlib stream, written by the script
// that its folder holds.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "support/places.h"

namespace plumb::testing {

// The file's content, inflated; a failed expectation and "" when it is not there or broken.
inline std::string read_golden(const std::string& name) {
  std::ifstream file(source_path("tests/golden/" + name), std::ios::binary);
  std::string packed((std::istreambuf_iterator<char>(file)), {});
  z_stream stream{};
  if (packed.empty() || inflateInit(&stream) != Z_OK) {
    ADD_FAILURE() << "cannot read tests/golden/" << name;
    return {};
  }
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string content;
  std::vector<Bytef> chunk(1 << 16);
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = chunk.data();
    stream.avail_out = static_cast<uInt>(chunk.size());
    status = inflate(&stream, Z_NO_FLUSH);
    content.append(reinterpret_cast<const char*>(chunk.data()), chunk.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  EXPECT_EQ(status, Z_STREAM_END) << "tests/golden/" << name << " is broken";
  return content;
}

// Reads little-endian fields one after the other.
class GoldenReader {
 public:
  explicit GoldenReader(std::string_view content) : rest_(content) {}

  bool done() const { return rest_.empty(); }

  template <class Integer>
  Integer take() {
    Integer value = 0;
    const std::string_view bytes = take_bytes(sizeof value);
    if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  std::string_view take_bytes(std::size_t count) {
    EXPECT_LE(count, rest_.size()) << "golden data ends in the middle of a record";
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

 private:
  std::string_view rest_;
};

}  // namespace plumb::testing
