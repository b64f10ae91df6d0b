#include "support/zip_writer.h"

#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <cstdlib>

namespace plumb {
namespace {

void put16(std::string& out, std::size_t value) {
  out += static_cast<char>(value & 0xff);
  out += static_cast<char>(value >> 8 & 0xff);
}

void put32(std::string& out, std::size_t value) {
  put16(out, value & 0xffff);
  put16(out, value >> 16);
}

std::string deflated(const std::string& content) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string packed(deflateBound(&stream, content.size()), '\0');
  std::string input = content;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string frame_of(const std::string& content) {
  std::string packed(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), content.data(), content.size(), 3);
  if (ZSTD_isError(size) != 0) std::abort();
  packed.resize(size);
  return packed;
}

std::string packed_content(const ZipWriterMember& member) {
  if (member.zstandard) {
    const std::size_t half = member.content.size() / 2;
    return frame_of(member.content.substr(0, half)) + frame_of(member.content.substr(half));
  }
  return member.deflated ? deflated(member.content) : member.content;
}

}  // namespace

std::string write_zip(const std::vector<ZipWriterMember>& members, const std::string& comment) {
  std::string out, directory;
  for (const ZipWriterMember& member : members) {
    const std::string packed = packed_content(member);
    const auto crc =
        crc32_z(0, reinterpret_cast<const Bytef*>(member.content.data()), member.content.size());
    std::string shared;  // what both headers say of the member
    put16(shared, 20);
    put16(shared, 0);
    put16(shared, member.zstandard ? 93 : member.deflated ? 8 : 0);
    put32(shared, 0);  // time and date
    put32(shared, crc);
    put32(shared, packed.size());
    put32(shared, member.content.size());
    put16(shared, member.name.size());
    put16(shared, 0);

    put32(directory, 0x02014b50);
    put16(directory, 20);
    directory += shared;
    directory += std::string(10, '\0');  // comment, disk, attributes
    put32(directory, out.size());
    directory += member.name;

    put32(out, 0x04034b50);
    out += shared + member.name + packed;
  }
  const std::size_t offset = out.size();
  out += directory;
  put32(out, 0x06054b50);
  put32(out, 0);
  put16(out, members.size());
  put16(out, members.size());
  put32(out, directory.size());
  put32(out, offset);
  put16(out, comment.size());
  return out + comment;
}

}  // namespace plumb
