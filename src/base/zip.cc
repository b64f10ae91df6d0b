#include "base/zip.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace plumb {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kCentralSignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kCentralBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kEnd64SizeBytes = 12;  // the signature and the size, which it leaves out
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kMaxComment = 0xffff;
constexpr std::uint16_t kEncrypted = 1;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kZstandard = 93;
constexpr std::uint16_t kZip64Extra = 1;
// What stands in a field whose value is in its zip64 counterpart.
constexpr std::uint16_t kElsewhere16 = 0xffff;
constexpr std::uint32_t kElsewhere32 = 0xffffffff;

std::uint16_t u16(Bytes bytes, std::size_t at) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[at]) |
                                    std::to_integer<unsigned>(bytes[at + 1]) << 8);
}

std::uint32_t u32(Bytes bytes, std::size_t at) {
  return u16(bytes, at) | static_cast<std::uint32_t>(u16(bytes, at + 2)) << 16;
}

std::uint64_t u64(Bytes bytes, std::size_t at) {
  return u32(bytes, at) | static_cast<std::uint64_t>(u32(bytes, at + 4)) << 32;
}

std::string_view text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<ZipArchive::Method> method_of(std::uint16_t number) {
  if (number == kStored) return ZipArchive::Method::stored;
  if (number == kDeflated) return ZipArchive::Method::deflated;
  if (number == kZstandard) return ZipArchive::Method::zstandard;
  return std::nullopt;
}

struct Directory {
  Bytes entries;
  std::size_t count = 0;
};

// One entry of the central directory, and where the next one begins.
struct CentralEntry {
  std::uint16_t flags, method;
  std::uint32_t crc32;
  std::uint64_t packed_size, size, local_offset;
  std::string_view name;
  std::size_t length;
};

// Reads one archive front to back. All sentences begin with its name.
class Reader {
 public:
  Reader(Bytes bytes, std::string_view origin) : bytes_(bytes), origin_(origin) {}

  // The end record is the last thing but a comment: it is looked for backwards,
  // and its comment must fill the rest of the file exactly.
  Result<Directory> directory() const {
    if (bytes_.size() < kEndBytes) return corrupt("is too short for a zip archive");
    const std::size_t last = bytes_.size() - kEndBytes;
    const std::size_t lowest = last - std::min(last, kMaxComment);
    for (std::size_t at = last + 1; at-- > lowest;) {
      if (u32(bytes_, at) != kEndSignature) continue;
      if (u16(bytes_, at + 20) != bytes_.size() - at - kEndBytes) continue;
      return directory_of(at);
    }
    return corrupt("has no zip directory; the file is cut or no zip archive");
  }

  Result<CentralEntry> central_entry(Bytes rest) const {
    if (rest.size() < kCentralBytes || u32(rest, 0) != kCentralSignature) {
      return corrupt("has a broken zip directory");
    }
    const std::size_t name_bytes = u16(rest, 28);
    const std::size_t length = kCentralBytes + name_bytes + u16(rest, 30) + u16(rest, 32);
    if (length > rest.size()) return corrupt("has a zip directory entry past its end");
    CentralEntry entry{u16(rest, 8),
                       u16(rest, 10),
                       u32(rest, 16),
                       u32(rest, 20),
                       u32(rest, 24),
                       u32(rest, 42),
                       text(rest.subspan(kCentralBytes, name_bytes)),
                       length};
    const Bytes extra = rest.subspan(kCentralBytes + name_bytes, u16(rest, 30));
    if (!read_zip64(extra, entry)) return corrupt("has a zip64 entry without its sizes");
    return entry;
  }

  // The packed bytes, after the local header was found to tell the same story.
  Result<ZipArchive::Member> member(const CentralEntry& entry, Bytes before_directory) const {
    if ((entry.flags & kEncrypted) != 0) return unsupported("has an encrypted member");
    const auto method = method_of(entry.method);
    if (!method) {
      return unsupported(fmt::format("has a member of compression method {}", entry.method));
    }
    if (entry.local_offset > before_directory.size() ||
        before_directory.size() - entry.local_offset < kLocalBytes) {
      return corrupt("has a member outside the file");
    }
    const Bytes local = before_directory.subspan(static_cast<std::size_t>(entry.local_offset));
    const std::size_t name_bytes = u16(local, 26);
    const std::size_t begin = kLocalBytes + name_bytes + u16(local, 28);
    if (u32(local, 0) != kLocalSignature || begin > local.size() ||
        entry.packed_size > local.size() - begin) {
      return corrupt("has a member outside the file");
    }
    if (text(local.subspan(kLocalBytes, name_bytes)) != entry.name ||
        u16(local, 8) != entry.method) {
      return corrupt("has a member whose two headers disagree");
    }
    if (entry.method == kStored && entry.packed_size != entry.size) {
      return corrupt("has a stored member with two sizes");
    }
    return ZipArchive::Member{*method, entry.crc32, entry.size,
                              local.subspan(begin, static_cast<std::size_t>(entry.packed_size))};
  }

  std::unexpected<Error> corrupt(std::string_view what) const {
    return fail(ErrorCode::corrupt, fmt::format("{} {}", origin_, what));
  }

 private:
  std::unexpected<Error> unsupported(std::string_view what) const {
    return fail(ErrorCode::unsupported,
                fmt::format("{} {}, which Plumb does not read", origin_, what));
  }

  // The fields that say "elsewhere", in their order; false where the extra block lacks one.
  static bool read_zip64(Bytes extra, CentralEntry& entry) {
    std::vector<std::uint64_t*> wanted;
    for (std::uint64_t* field : {&entry.size, &entry.packed_size, &entry.local_offset}) {
      if (*field == kElsewhere32) wanted.push_back(field);
    }
    if (wanted.empty()) return true;
    while (extra.size() >= 4) {
      const std::size_t size = u16(extra, 2);
      if (size > extra.size() - 4) return false;
      if (u16(extra, 0) != kZip64Extra) {
        extra = extra.subspan(4 + size);
        continue;
      }
      if (size < 8 * wanted.size()) return false;
      for (std::size_t i = 0; i < wanted.size(); ++i) *wanted[i] = u64(extra, 4 + 8 * i);
      return true;
    }
    return false;
  }

  Result<Directory> directory_of(std::size_t end) const {
    const std::uint16_t count = u16(bytes_, end + 10);
    const std::uint32_t size = u32(bytes_, end + 12);
    const std::uint32_t offset = u32(bytes_, end + 16);
    if (u16(bytes_, end + 4) != 0 || u16(bytes_, end + 6) != 0 || u16(bytes_, end + 8) != count) {
      return unsupported("is a zip archive in several parts");
    }
    if (end >= kLocator64Bytes && u32(bytes_, end - kLocator64Bytes) == kLocator64Signature) {
      return directory64_of(end - kLocator64Bytes, Told{count, size, offset});
    }
    if (offset > end || size != end - offset) return misplaced();
    return Directory{bytes_.subspan(offset, size), count};
  }

  // What the end record says, which the zip64 one may not contradict.
  struct Told {
    std::uint16_t count;
    std::uint32_t size, offset;
  };

  // The zip64 end record stands right before its locator, and the directory right before it.
  Result<Directory> directory64_of(std::size_t locator, const Told& told) const {
    const std::uint64_t at = u64(bytes_, locator + 8);
    if (u32(bytes_, locator + 4) != 0 || u32(bytes_, locator + 16) > 1) {
      return unsupported("is a zip archive in several parts");
    }
    if (at > locator || locator - at < kEnd64Bytes) return misplaced();
    const Bytes end = bytes_.subspan(static_cast<std::size_t>(at));
    if (u32(end, 0) != kEnd64Signature || u64(end, 4) != locator - at - kEnd64SizeBytes) {
      return misplaced();
    }
    const std::uint64_t count = u64(end, 32), size = u64(end, 40), offset = u64(end, 48);
    if (u32(end, 16) != 0 || u32(end, 20) != 0 || u64(end, 24) != count) {
      return unsupported("is a zip archive in several parts");
    }
    const bool agree = (told.count == kElsewhere16 || told.count == count) &&
                       (told.size == kElsewhere32 || told.size == size) &&
                       (told.offset == kElsewhere32 || told.offset == offset);
    if (!agree || offset > at || size != at - offset || count > size / kCentralBytes) {
      return misplaced();
    }
    return Directory{
        bytes_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size)),
        static_cast<std::size_t>(count)};
  }

  std::unexpected<Error> misplaced() const {
    return corrupt("has a zip directory that is not where its end says");
  }

  Bytes bytes_;
  std::string_view origin_;
};

// Of a member with its local header.
struct Range {
  const std::byte* begin;
  const std::byte* end;
};

// Members that share bytes would unpack to many times what the file holds.
bool any_overlap(std::vector<Range>& ranges) {
  std::ranges::sort(ranges, {}, &Range::begin);
  const auto overlap = [](const Range& one, const Range& next) { return next.begin < one.end; };
  return std::ranges::adjacent_find(ranges, overlap) != ranges.end();
}

// Inflates `packed` into the sink, never past `limit` bytes. Returns false
// where the stream is broken, cut, followed by more, or longer than the limit.
Result<bool> inflate_all(Bytes packed, std::uint64_t limit, const ZipArchive::Sink& sink) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    return fail(ErrorCode::io, "zlib could not start: out of memory");
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  std::vector<std::byte> buffer(256 * 1024);
  std::size_t total = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) {  // zlib counts in 32 bits, a member may be longer
      const Bytes part = packed.first(std::min<std::size_t>(packed.size(), 1U << 30));
      // zlib does not write through next_in; its type is older than const.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(part.data()));
      stream.avail_in = static_cast<uInt>(part.size());
      packed = packed.subspan(part.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = ::inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = buffer.size() - stream.avail_out;
    if (status != Z_OK && status != Z_STREAM_END) return false;
    if (made > limit - total) return false;
    total += made;
    PLUMB_CHECK_RESULT(sink(std::span(buffer).first(made)));
  }
  return stream.avail_in == 0 && packed.empty();
}

// The same for zstandard, whose frames may follow each other. A frame may ask for a window of
// 128 MiB and no more, which is the library's own limit.
Result<bool> decompress_all(Bytes packed, std::uint64_t limit, const ZipArchive::Sink& sink) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  if (!context) return fail(ErrorCode::io, "zstandard could not start: out of memory");
  std::vector<std::byte> buffer(256 * 1024);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t total = 0;
  std::size_t wanted = 0;  // 0 at the end of a frame
  bool is_full = false;    // there may be more without further input
  while (in.pos < in.size || is_full) {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    wanted = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(wanted) != 0 || out.pos > limit - total) return false;
    total += out.pos;
    is_full = out.pos == out.size;
    PLUMB_CHECK_RESULT(sink(std::span(buffer).first(out.pos)));
  }
  return wanted == 0;
}

}  // namespace

Result<ZipArchive> ZipArchive::open(std::span<const std::byte> bytes, std::string_view origin) {
  const Reader reader(bytes, origin);
  PLUMB_TRY(const Directory directory, reader.directory());
  const auto before =
      bytes.first(static_cast<std::size_t>(directory.entries.data() - bytes.data()));
  ZipArchive archive;
  archive.origin_ = origin;
  std::vector<Range> ranges;
  Bytes rest = directory.entries;
  for (std::size_t i = 0; i < directory.count; ++i) {
    PLUMB_TRY(const CentralEntry entry, reader.central_entry(rest));
    PLUMB_TRY(const Member member, reader.member(entry, before));
    if (!archive.members_.emplace(entry.name, member).second) {
      return reader.corrupt("has two members of one name");
    }
    ranges.push_back(
        {bytes.data() + entry.local_offset, member.packed.data() + member.packed.size()});
    rest = rest.subspan(entry.length);
  }
  if (!rest.empty()) return reader.corrupt("has more directory than members");
  if (any_overlap(ranges)) return reader.corrupt("has members that overlap");
  return archive;
}

Result<void> ZipArchive::unpack(std::string_view name, const Sink& sink) const {
  const auto found = members_.find(name);
  if (found == members_.end()) {
    return fail(ErrorCode::not_found, fmt::format("{} has no member {}", origin_, name));
  }
  const Member& member = found->second;
  const auto broken = [&] {
    return fail(ErrorCode::corrupt, fmt::format("{}: member {} is damaged", origin_, name));
  };
  uLong crc = ::crc32(0, nullptr, 0);
  std::size_t total = 0;
  const auto counted = [&](Bytes piece) -> Result<void> {
    crc = ::crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    total += piece.size();
    return sink(piece);
  };
  if (member.method == Method::stored) {
    PLUMB_CHECK_RESULT(counted(member.packed));
  } else {
    const auto unpack_all = member.method == Method::deflated ? inflate_all : decompress_all;
    PLUMB_TRY(const bool whole, unpack_all(member.packed, member.size, counted));
    if (!whole) return broken();
  }
  if (total != member.size || crc != member.crc32) return broken();
  return {};
}

}  // namespace plumb
