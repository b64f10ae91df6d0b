// Any bytes as a profile's file, as they are and under a checksum that fits:
// decode_profile refuses them, or gives what encodes to the same bytes.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "base/sha256.h"
#include "measure/profile_file.h"

namespace {

void check(std::string_view bytes) {
  auto document = plumb::decode_profile(bytes, "fuzz");
  if (!document) {
    if (document.error().message.empty()) std::abort();
    return;
  }
  if (plumb::encode_profile(*document) != bytes) std::abort();
  plumb::ExecutionProfile copy = document->profile;
  const auto merged = copy.merge(plumb::ExecutionProfile(copy.options()));
  if (merged && !(copy == document->profile)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check({reinterpret_cast<const char*>(data), size});
  std::string signed_bytes(reinterpret_cast<const char*>(data), size);
  signed_bytes += plumb::sha256_hex(std::as_bytes(std::span(data, size)));
  check(signed_bytes);
  return 0;
}
