// Writes zip archives for tests of the reader: plain ones, and, by editing the
// returned bytes, hostile ones.
#pragma once

#include <string>
#include <vector>

namespace plumb {

struct ZipWriterMember {
  std::string name;
  std::string content;
  bool deflated = true;
  bool zstandard = false;  // in place of deflated; in two frames
};

std::string write_zip(const std::vector<ZipWriterMember>& members, const std::string& comment = "");

}  // namespace plumb
