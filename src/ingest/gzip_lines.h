// Lines of a file that may be packed with gzip: it is seen by its first bytes, whatever its name,
// and unpacked as a stream. The readers of records put this between a file and themselves.
//
// Memory is bounded by the longest line allowed. A bomb is refused once it is past
// `limits.free_bytes` and has grown more than `limits.most_ratio` times.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "ingest/gzip.h"
#include "ingest/line_reader.h"

namespace plumb {

// What a file that is packed begins with.
inline constexpr std::string_view kGzipMagic = "\x1f\x8b";

inline constexpr GunzipLimits kFileGunzipLimits = {
    .most_bytes = std::size_t{64} << 30, .most_ratio = 1'000, .free_bytes = 16 * 1024 * 1024};

// `lines` itself where it does not start as gzip does; call before its next(). Of what is
// returned, next() and its like fail with corrupt where the stream is cut off, damaged or followed
// by something else, and with unsupported where a limit is passed.
Result<LineReader> unpacked(LineReader lines, std::size_t max_line_bytes,
                            const GunzipLimits& limits = kFileGunzipLimits);

}  // namespace plumb
