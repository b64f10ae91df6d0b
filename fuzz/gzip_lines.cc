// Foreign bytes as a packed file: the stream gives what gunzip() gives of the whole, or fails where
// that fails. The first byte chooses the chunk size.
#include <cstdint>
#include <string>
#include <string_view>

#include "execution_round_trip.h"
#include "ingest/gzip_lines.h"

namespace {

constexpr plumb::GunzipLimits kLimits{
    .most_bytes = 100'000, .most_ratio = 1'000'000, .free_bytes = 100'000};

plumb::Result<std::string> streamed(std::string_view bytes, std::size_t chunk) {
  PLUMB_TRY(auto lines, plumb::unpacked(plumb::fuzz_lines(bytes, chunk), 64, kLimits));
  std::string all;
  while (true) {
    PLUMB_TRY(const std::string_view piece, lines.next_chunk());
    if (piece.empty()) return all;
    all += piece;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (!bytes.starts_with("\x1f\x8b")) return 0;
  const auto whole = plumb::gunzip(bytes, kLimits);
  // A byte order mark is no part of what lines give.
  const bool is_marked = whole && (whole->starts_with("\xef") || whole->starts_with("\xff") ||
                                   whole->starts_with("\xfe"));
  if (is_marked) return 0;
  const auto parts = streamed(bytes, 1 + std::size_t{data[0]});
  plumb::require(whole.has_value() == parts.has_value());
  if (whole) plumb::require(*whole == *parts);
  return 0;
}
