// What the readers of both OTLP encodings share: the budget of items, and which spans can be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/otlp_trace.h"

namespace plumb {

inline constexpr std::size_t kTraceIdDigits = 32;
inline constexpr std::size_t kSpanIdDigits = 16;
// A time past this is a clock in another unit: 2200-01-01.
inline constexpr std::uint64_t kLatestSpanTime = 7'258'118'400'000'000'000;

class OtlpIntake {
 public:
  explicit OtlpIntake(const OtlpLimits& limits) : limits_(limits) {}

  // One more item; fails past the limit.
  Result<void> count();
  Result<void> check_depth(int depth) const;

  // Valid UTF-8 as it is, else repaired in memory that lives as long as the traces.
  std::string_view text(std::string_view bytes);
  std::string_view keep(std::string text) { return traces_.texts.emplace_back(std::move(text)); }

  // Adds the span, or counts it as rejected.
  void take(OtlpSpan span);

  OtlpTraces& traces() { return traces_; }

 private:
  OtlpLimits limits_;
  std::size_t items_ = 0;
  OtlpTraces traces_;
};

}  // namespace plumb
