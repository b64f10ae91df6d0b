// Foreign bytes as gzip: within the limits, or refused.
#include <cstdint>
#include <string_view>

#include "execution_round_trip.h"
#include "ingest/gzip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const plumb::GunzipLimits limits{.most_bytes = 100'000, .most_ratio = 50, .free_bytes = 1'000};
  const auto unpacked = plumb::gunzip(bytes, limits);
  if (!unpacked) {
    plumb::require(!unpacked.error().message.empty());
    return 0;
  }
  plumb::require(unpacked->size() <= limits.most_bytes);
  plumb::require(unpacked->size() <= limits.free_bytes || unpacked->size() <= 50 * size);
  return 0;
}
