// A file that is being written: it gets its name when it is complete.
//
// A regular file is written as `<path>.partial` beside it and renamed by
// commit(), so that nobody ever reads half a file under the final name. What
// cannot be renamed (a pipe, a terminal, /dev/null) is written straight.
// Where a write fails, the partial file is cut back to the last record that
// is whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

class OutputFile {
 public:
  // Fails with io or not_found (no such folder) or invalid_input (a directory).
  static Result<OutputFile> create(const std::string& path);
  static OutputFile standard_output();

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // Without commit() the partial file stays where it is.
  ~OutputFile();

  // Buffered. Fails with io; the sentence names the file.
  Result<void> write(std::string_view bytes);
  // What was written up to here can stand on its own.
  void end_record() { whole_ = written_; }
  Result<void> flush();
  // Overwrites the file's first bytes; false where the output cannot go back (a pipe).
  Result<bool> rewrite_start(std::string_view bytes);
  // Flushes and gives the file its name. Nothing may be written after it.
  Result<void> commit();
  // Removes a partial file.
  void discard();

  // Where the bytes are now: the partial file until commit().
  const std::string& location() const { return location_; }
  bool is_standard_output() const { return path_.empty(); }

 private:
  OutputFile(int fd, std::string path, std::string location);
  Result<void> fail_write(int code);
  Result<void> write_out(std::string_view bytes);

  int fd_;
  std::string path_;      // the final name; empty for standard output
  std::string location_;  // equal to path_ where it is written straight
  std::string buffer_;
  std::uint64_t written_ = 0;  // bytes accepted by write()
  std::uint64_t whole_ = 0;    // of them, up to the last end_record()
};

}  // namespace plumb
