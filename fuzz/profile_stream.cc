// Any bytes as profiles one after the other, in pieces of a length that the first byte says: what
// is read does not depend on the pieces, and encodes to the bytes that it came from.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "measure/profile_stream.h"

namespace {

struct Read {
  std::string profiles;  // again as bytes
  std::string failure;   // empty: the end came

  friend bool operator==(const Read&, const Read&) = default;
};

Read read_in_pieces(std::string_view bytes, std::size_t piece) {
  plumb::ProfileStream stream("fuzz", [&]() -> plumb::Result<std::string_view> {
    const std::string_view some = bytes.substr(0, std::min(piece, bytes.size()));
    bytes.remove_prefix(some.size());
    return some;
  });
  Read read;
  for (;;) {
    const auto next = stream.next();
    if (!next) {
      read.failure = next.error().message;
      if (read.failure.empty()) std::abort();
      return read;
    }
    if (!*next) return read;
    read.profiles += plumb::encode_profile(**next);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Read whole = read_in_pieces(bytes, size);
  if (read_in_pieces(bytes, std::size_t{1} + data[0]) != whole) std::abort();
  if (!bytes.starts_with(whole.profiles)) std::abort();
  if (whole.failure.empty() && whole.profiles != bytes) std::abort();
  return 0;
}
