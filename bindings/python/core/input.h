// What a measure reads: a file, or bytes that Python made of records in memory.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/line_reader.h"

namespace plumb::python {

class Input {
 public:
  // A str is a path; a tuple (name, bytes) is JSON that errors call by that name.
  explicit Input(nanobind::handle source);

  bool is_file() const { return !in_memory_; }
  // The path, or the name.
  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }

  // Of either; the Input outlives the reader.
  Result<LineReader> lines() const;

 private:
  std::string name_;
  nanobind::object owner_;
  std::string_view bytes_;
  bool in_memory_ = false;
};

}  // namespace plumb::python
