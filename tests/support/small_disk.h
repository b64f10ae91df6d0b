// A disk that is soon full.
#pragma once

#include <sys/mount.h>

#include <filesystem>
#include <string>

namespace plumb {

// A file system of eight megabytes in memory, which only root may make: room for an empty store and
// its log.
class SmallDisk {
 public:
  explicit SmallDisk(const std::filesystem::path& folder) : folder_(folder.string()) {
    is_there_ = ::mount("none", folder_.c_str(), "tmpfs", 0, "size=8m") == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (is_there_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  bool is_there() const { return is_there_; }

 private:
  std::string folder_;
  bool is_there_ = false;
};

}  // namespace plumb
