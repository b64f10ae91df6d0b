// Files: mapped for reading, written whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

// A read-only memory map of a whole file. Moves, does not copy; the bytes live
// as long as the object. An empty file maps to an empty span.
class MappedFile {
 public:
  // Fails with not_found, invalid_input (a directory, a pipe) or io; the
  // sentence names the path.
  static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }
  std::string_view text() const;

  // Lets the kernel take back the resident pages of a range that will not be
  // read again soon. The content stays readable.
  void release(std::span<const std::byte> range) const;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

// Somebody who cuts a file while it is mapped makes the next look at what is gone a SIGBUS. After
// this call that ends the process with a sentence and exit code 3, not with a signal. For programs,
// not for libraries; call once, early.
void end_plainly_when_a_mapped_file_is_cut();

// Fails with invalid_input where a file's name is empty, of which the system would only say that
// there is none. Whatever opens what a user names calls it first, as do those of this header.
Result<void> check_named(const std::filesystem::path& path);

// The whole file as a string. Fails like MappedFile::open, and with
// invalid_input past `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes);

// Where content goes that is asked for at `path`: the file that a symbolic link names, which need
// not be there yet, else `path` itself. Whoever renames a new file into place would put it where
// the link is. Fails with io where links go round, or the system forbids to follow one.
Result<std::filesystem::path> behind_links(const std::filesystem::path& path);

// Writes a temporary file beside `path`, syncs it, then renames: a reader sees
// the old content or the new, never a part.
Result<void> write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace plumb
