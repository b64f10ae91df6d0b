// What Plumb remembers of a file it has hashed, so that a later start need not
// hash 90 MB again: size, time, inode and the hash they vouch for.
//
// Stamps live in the Plumb model cache, one small file a model folder, never
// beside files that belong to someone else. A stamp that does not match, or
// cannot be read, costs a hash and nothing more.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/result.h"

namespace plumb {

class FolderStamps {
 public:
  // Reads the stamps of `folder` kept under `cache`; none is not an error. Where `cache` is empty
  // none are kept.
  static FolderStamps load(const std::filesystem::path& cache, const std::filesystem::path& folder);

  // The sha256 of folder/name, from its stamp where size, time and inode still
  // match, else from its bytes.
  Result<std::string> sha256(const std::string& name);

  // Hashes the bytes whatever the stamp says.
  Result<std::string> fresh_sha256(const std::string& name);

  // Whether a stamp vouches for folder/name as it is now.
  bool vouches_for(const std::string& name) const;

  // The hash recorded when the file was last seen, matching or not; empty where none.
  std::string recorded_sha256(const std::string& name) const;

  // Writes what was learned. A cache that cannot be written is no failure:
  // the next start hashes again.
  void save() const;

 private:
  struct Stamp {
    std::uint64_t size = 0;
    std::int64_t modified_ns = 0;
    std::uint64_t inode = 0;
    std::string sha256;
  };
  FolderStamps(std::filesystem::path file, std::filesystem::path folder);
  static Result<Stamp> observe(const std::filesystem::path& path);
  static bool same_file(const Stamp& a, const Stamp& b);

  std::filesystem::path file_;
  std::filesystem::path folder_;
  std::map<std::string, Stamp> stamps_;
  bool changed_ = false;
};

}  // namespace plumb
