#include "ingest/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace plumb {
namespace {

constexpr std::size_t kFirstBuffer = 64 * 1024;

class Inflation {
 public:
  Inflation(std::string_view packed, const GunzipLimits& limits)
      : rest_(packed),
        packed_bytes_(packed.size()),
        most_(std::min(limits.most_bytes, std::max(limits.free_bytes, ratio_bytes(limits)))),
        by_ratio_(most_ < limits.most_bytes),
        limits_(limits) {}

  Result<std::string> run() {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) {
      return fail(ErrorCode::io, "zlib could not start: out of memory");
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream_, inflateEnd);
    do {
      PLUMB_CHECK_RESULT(member());
      skip_padding();
    } while (!rest_.empty() && inflateReset(&stream_) == Z_OK);
    out_.resize(made_);
    return std::move(out_);
  }

 private:
  std::size_t ratio_bytes(const GunzipLimits& limits) const {
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    return packed_bytes_ > kMost / limits.most_ratio ? kMost : packed_bytes_ * limits.most_ratio;
  }

  Result<void> member() {
    for (int status = Z_OK; status != Z_STREAM_END;) {
      if (made_ == out_.size()) grow();
      feed();
      const uInt room = stream_.avail_out;
      const uInt given = stream_.avail_in;
      status = ::inflate(&stream_, Z_NO_FLUSH);
      made_ += room - stream_.avail_out;
      rest_.remove_prefix(given - stream_.avail_in);
      if (made_ > most_) return too_large();
      if (status == Z_OK || status == Z_STREAM_END) continue;
      const bool hungry = status == Z_BUF_ERROR && rest_.empty();
      return fail(ErrorCode::invalid_input,
                  hungry ? "the gzip stream is cut off; send all of it"
                         : fmt::format("the gzip stream is damaged, or no gzip, at byte {} of {}",
                                       packed_bytes_ - rest_.size(), packed_bytes_));
    }
    return {};
  }

  void feed() {
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    // zlib does not write through next_in; its type is older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(std::min(rest_.size(), kMost));
    stream_.next_out = reinterpret_cast<Bytef*>(out_.data() + made_);
    stream_.avail_out = static_cast<uInt>(std::min(out_.size() - made_, kMost));
  }

  // One byte past the limit is room enough to see that it is passed.
  void grow() { out_.resize(std::min(most_ + 1, std::max(kFirstBuffer, 2 * out_.size()))); }

  std::unexpected<Error> too_large() const {
    return fail(ErrorCode::unsupported,
                by_ratio_ ? fmt::format("{} bytes of gzip unpack to more than {} times their size; "
                                        "send smaller batches",
                                        packed_bytes_, limits_.most_ratio)
                          : fmt::format("the gzip stream unpacks to more than {} bytes; send "
                                        "smaller batches",
                                        most_));
  }

  void skip_padding() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of('\0'), rest_.size()));
  }

  std::string_view rest_;
  std::size_t packed_bytes_;
  std::size_t most_;
  bool by_ratio_;
  GunzipLimits limits_;
  z_stream stream_{};
  std::string out_;
  std::size_t made_ = 0;
};

}  // namespace

Result<std::string> gunzip(std::string_view packed, const GunzipLimits& limits) {
  return Inflation(packed, limits).run();
}

}  // namespace plumb
