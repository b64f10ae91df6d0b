// A reader of zip archives: the wheels that models come in, the logs of inspect_ai.
//
// Foreign bytes: every offset and size is checked against the archive before
// use, names are compared and never used as paths, no two members share a byte, and what
// comes out is bounded by the size its entry states. Stored, deflated and zstandard members only,
// zip64 or not; archives in several parts or encrypted fail with unsupported.
// Format: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16, 4.4.5 and 4.5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

class ZipArchive {
 public:
  // `bytes` must outlive the archive; `origin` names it in sentences.
  static Result<ZipArchive> open(std::span<const std::byte> bytes, std::string_view origin);

  enum class Method : std::uint8_t { stored, deflated, zstandard };
  struct Member {
    Method method = Method::stored;
    std::uint32_t crc32 = 0;
    std::uint64_t size = 0;             // unpacked
    std::span<const std::byte> packed;  // inside the archive
  };

  const std::map<std::string, Member, std::less<>>& members() const { return members_; }

  // Hands the unpacked bytes of `name` to `sink`, piece by piece, then checks
  // size and CRC-32: until this returns without an error the bytes are not to be
  // trusted. Fails with not_found, corrupt, or what the sink says.
  using Sink = std::function<Result<void>(std::span<const std::byte>)>;
  Result<void> unpack(std::string_view name, const Sink& sink) const;

 private:
  std::map<std::string, Member, std::less<>> members_;
  std::string origin_;
};

}  // namespace plumb
