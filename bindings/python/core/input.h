// What a measure reads: a file, bytes that Python made of records in memory, or such bytes piece by
// piece.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/line_reader.h"

namespace plumb::python {

class Input {
 public:
  // A str is a path; a tuple (name, bytes) is JSON that errors call by that name, and so is
  // (name, iterator of bytes), which can be read once.
  explicit Input(nanobind::handle source);

  bool is_file() const { return kind_ == Kind::file; }
  // The path, or the name.
  const std::string& name() const { return name_; }
  // Of bytes alone.
  std::string_view bytes() const { return bytes_; }

  // Of any; the Input outlives the reader. Called and read without the interpreter's lock, by the
  // thread that Python called: an iterator is asked under the lock, and what it raises is thrown.
  Result<LineReader> lines();

 private:
  enum class Kind { file, bytes, pieces };

  bool next_piece();

  Kind kind_ = Kind::file;
  std::string name_;
  nanobind::object owner_;   // of bytes_
  nanobind::object pieces_;  // the iterator
  std::string_view bytes_;
};

}  // namespace plumb::python
