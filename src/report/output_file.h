// A file that is being written: it gets its name when it is complete.
//
// A regular file is written as `<path>.partial` beside it and renamed by
// commit(), so that nobody ever reads half a file under the final name. The
// partial file is locked: a second process that writes the same path takes
// `<path>.2.partial`, and one left behind by a run that failed is written anew.
// What cannot be renamed (a pipe, a terminal, /dev/null) is written straight.
// Where a write fails, the partial file is cut back to the last record that
// is whole. Where the path is a symbolic link, all this is done with the file that it names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

class OutputFile {
 public:
  // Fails with io or not_found (no such folder) or invalid_input (a directory). Waits
  // for the reader of a pipe; fails with interrupted where a signal comes before.
  static Result<OutputFile> create(const std::string& path);
  static OutputFile standard_output();

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // Without commit() the partial file stays where it is.
  ~OutputFile();

  // Buffered. Fails with io; the sentence names the file.
  Result<void> write(std::string_view bytes);
  // What was written up to here can stand on its own.
  void end_record() { ends_.push_back(written_); }
  Result<void> flush();
  // Overwrites the file's first bytes; false where the output cannot go back (a pipe).
  Result<bool> rewrite_start(std::string_view bytes);
  // Flushes, syncs and gives the file its name. Nothing may be written after it.
  Result<void> commit();
  // Removes a partial file.
  void discard();

  // Where the bytes are now: the partial file until commit().
  const std::string& location() const { return location_; }
  bool is_standard_output() const { return path_.empty(); }
  // Whole records that have reached the file; those in the buffer do not count.
  std::uint64_t records() const { return records_; }

 private:
  OutputFile(int fd, std::string path, std::string location);
  bool is_partial() const { return !path_.empty() && location_ != path_; }
  std::unexpected<Error> fail_write(int code) const;
  Result<void> write_out(std::string_view bytes);
  void count_records();
  void cut_to_whole();

  int fd_;
  std::string path_;      // the final name; empty for standard output
  std::string location_;  // equal to path_ where it is written straight
  std::string buffer_;
  std::uint64_t written_ = 0;        // bytes accepted by write()
  std::uint64_t in_file_ = 0;        // of them, past the buffer
  std::uint64_t whole_ = 0;          // of those, up to the end of the last record
  std::uint64_t records_ = 0;        // that end at or before whole_
  std::vector<std::uint64_t> ends_;  // of the records still in the buffer, as written_ was
};

}  // namespace plumb
