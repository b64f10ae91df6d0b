#include "measure/profile_file.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/file.h"
#include "base/sha256.h"
#include "measure/profile_codec.h"

namespace plumb {
namespace {

constexpr std::string_view kMagic = "\x89PLUMB\r\n";  // as PNG's: shows a transfer as text
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kTagBytes = 4;
constexpr std::size_t kChecksumBytes = 64;
constexpr std::size_t kMostFileBytes = std::size_t{1} << 33;

std::unexpected<Error> damaged(std::string_view name, std::string_view why) {
  return fail(ErrorCode::corrupt, fmt::format("{} is damaged: {}; make it again", name, why));
}

// As `sha256sum` prints it, so that a shell can check a file.
std::string checksum(std::string_view bytes) {
  return sha256_hex(std::as_bytes(std::span(bytes)));
}

Result<void> check_frame(std::string_view bytes, std::string_view name) {
  if (!looks_like_profile(bytes)) {
    return fail(ErrorCode::invalid_input, fmt::format("{} is no profile of Plumb", name));
  }
  if (bytes.size() < kHeaderBytes + kChecksumBytes) return damaged(name, "it ends early");
  ByteReader header(bytes.substr(kMagic.size()));
  if (const auto version = header.take<std::uint32_t>(); version != kProfileFileVersion) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("{} is a profile of version {} and this Plumb reads version {}; make it "
                    "again with this Plumb, or read it with a newer one",
                    name, version, kProfileFileVersion));
  }
  const std::string_view body = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (checksum(body) != bytes.substr(body.size())) {
    return damaged(name, "its checksum is not that of its bytes");
  }
  return {};
}

}  // namespace

static_assert(kMagic.size() == kProfileMagicBytes);

bool looks_like_profile(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

std::string encode_profile(const ProfileDocument& document) {
  ByteWriter out;
  std::uint32_t sections = 0;
  ByteWriter body;
  for (const ProfileCodec::Section& section : ProfileCodec::kSections) {
    if (section.present != nullptr && !section.present(document)) continue;
    ByteWriter content;
    section.put(content, document);
    body.put_bytes(section.tag);
    body.put(std::uint64_t{content.bytes().size()});
    body.put_bytes(content.bytes());
    ++sections;
  }
  out.put_bytes(kMagic);
  out.put(kProfileFileVersion);
  out.put(sections);
  out.put_bytes(body.bytes());
  out.put_bytes(checksum(out.bytes()));
  return out.take();
}

Result<ProfileDocument> decode_profile(std::string_view bytes, std::string_view name) {
  PLUMB_CHECK_RESULT(check_frame(bytes, name));
  const std::size_t body = bytes.size() - kHeaderBytes - kChecksumBytes;
  ByteReader in(bytes.substr(kHeaderBytes, body));
  ByteReader header(bytes.substr(kMagic.size() + sizeof kProfileFileVersion));
  auto sections = header.take<std::uint32_t>();
  ProfileDocument document;
  std::string_view tag = in.take_bytes(kTagBytes);
  for (const ProfileCodec::Section& section : ProfileCodec::kSections) {
    if (tag != section.tag) {
      if (section.present != nullptr) continue;
      return damaged(name, fmt::format("its section \"{}\" is missing", section.tag));
    }
    ByteReader content(in.take_bytes(in.take<std::uint64_t>()));
    Fault fault = in.failed() ? "ends early" : section.take(content, document);
    if (fault.empty() && !content.finished()) fault = "is not as long as it says";
    if (!fault.empty()) return damaged(name, fmt::format("its section \"{}\" {}", tag, fault));
    --sections;
    tag = in.left() == 0 ? std::string_view() : in.take_bytes(kTagBytes);
  }
  if (!tag.empty() || !in.finished() || sections != 0) {
    return damaged(name, "it has more sections, or fewer, than it says");
  }
  if (const Fault fault = ProfileCodec::contradiction(document.profile); !fault.empty()) {
    return damaged(name, fmt::format("it {}", fault));
  }
  return document;
}

Result<void> write_profile(const std::string& path, const ProfileDocument& document) {
  PLUMB_TRY(const auto named, behind_links(path));
  return write_file(named, encode_profile(document));
}

Result<ProfileDocument> read_profile(const std::string& path) {
  PLUMB_TRY(const std::string bytes, read_file(path, kMostFileBytes));
  return decode_profile(bytes, path);
}

}  // namespace plumb
