// Foreign bytes as CSV: the same records whatever the chunks, and what an
// execution takes from them reads back equal from JSON Lines. The first byte
// chooses the chunk size.
#include "ingest/csv.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "execution_round_trip.h"

namespace {

std::string transcript(std::string_view bytes, std::size_t chunk) {
  plumb::CsvReader reader(plumb::fuzz_lines(bytes, chunk), plumb::kFuzzLineBytes);
  std::string seen;
  while (true) {
    const auto record = reader.next();
    if (!record) {
      seen += record.error().message + '\n';
      if (record.error().code != plumb::ErrorCode::invalid_input) return seen;
      continue;
    }
    if (record->empty()) return seen;
    for (const plumb::CsvField& field : *record) {
      seen += reader.place(field.offset) + ' ' + std::string(field.text) + '\n';
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t chunk = 1 + std::size_t{data[0]};
  plumb::require(transcript(bytes, chunk) == transcript(bytes, bytes.size() + 1));
  plumb::check_execution_round_trip(bytes, chunk, plumb::ExecutionFormat::csv);
  return 0;
}
