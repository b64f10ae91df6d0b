#include "measure/profile_stream.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "base/bytes.h"

namespace plumb {
namespace {

// docs/formats/profile.md: the frame.
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kSectionsAt = 12;
constexpr std::size_t kTagBytes = 4;
constexpr std::size_t kSectionHeaderBytes = kTagBytes + sizeof(std::uint64_t);
constexpr std::size_t kChecksumBytes = 64;
constexpr std::size_t kMostBytes = std::size_t{1} << 33;  // of a profile, as of a file

}  // namespace

Result<bool> ProfileStream::has(std::size_t bytes) {
  while (bytes_.size() < bytes) {
    PLUMB_TRY(const std::string_view more, source_());
    if (more.empty()) return false;
    bytes_ += more;
  }
  return true;
}

Result<std::size_t> ProfileStream::length(const std::string& called) {
  PLUMB_TRY(bool there, has(kHeaderBytes));
  if (!there || !looks_like_profile(bytes_)) return bytes_.size();
  const auto sections =
      ByteReader(std::string_view(bytes_).substr(kSectionsAt)).take<std::uint32_t>();
  std::size_t end = kHeaderBytes;
  for (std::uint32_t i = 0; i < sections; ++i) {
    PLUMB_TRY(there, has(end + kSectionHeaderBytes));
    if (!there) return bytes_.size();
    const auto content =
        ByteReader(std::string_view(bytes_).substr(end + kTagBytes)).take<std::uint64_t>();
    end += kSectionHeaderBytes;
    if (content > kMostBytes - end) {
      return fail(ErrorCode::corrupt,
                  fmt::format("{} is damaged: a section promises {} bytes; make it again", called,
                              content));
    }
    end += content;
    PLUMB_TRY(there, has(end));
    if (!there) return bytes_.size();
  }
  PLUMB_TRY(there, has(end + kChecksumBytes));
  return there ? end + kChecksumBytes : bytes_.size();
}

Result<std::optional<ProfileDocument>> ProfileStream::next() {
  PLUMB_TRY(const bool more, has(1));
  if (!more) return std::nullopt;
  const std::string called = fmt::format("profile {} of {}", ++read_, name_);
  PLUMB_TRY(const std::size_t end, length(called));
  PLUMB_TRY(auto document, decode_profile(std::string_view(bytes_).substr(0, end), called));
  bytes_.erase(0, end);
  return std::optional(std::move(document));
}

}  // namespace plumb
