// A machine of its own for a test: an empty Plumb model cache, an empty Hugging
// Face cache, a registry with one small model `tiny`, and no other environment.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "model/fetch.h"
#include "support/loopback_server.h"
#include "support/temporary_folder.h"

namespace plumb {

class ModelWorld {
 public:
  ModelWorld();
  ~ModelWorld();
  ModelWorld(const ModelWorld&) = delete;
  ModelWorld& operator=(const ModelWorld&) = delete;

  // Sets a variable until the test ends.
  void set(const std::string& name, const std::string& value);

  // Writes the registry: files of `tiny` as they should be, the wheel as it is.
  void write_registry();

  // Writes the model's files into a folder.
  void write_files(const std::filesystem::path& folder) const;
  // The layout of huggingface_hub: refs, snapshots, links to blobs.
  std::filesystem::path write_hub_cache() const;

  std::filesystem::path cache() const { return folder_.path() / "models"; }
  std::filesystem::path hub_cache() const { return folder_.path() / "hub"; }
  std::filesystem::path folder() const { return folder_.path(); }

  // What a hub and an index serve for this world's model, with ranges.
  LoopbackReply hub(const LoopbackRequest& request) const;
  LoopbackReply index(const LoopbackRequest& request) const;  // also serves the wheel

  static FetchOptions quick();  // attempts without the waiting

  std::string weights;  // 400,000 bytes that do not compress
  std::string config = "{\"size\": 1}\n";
  std::string wheel;
  std::string wheel_name = "tiny-1.0-py3-none-any.whl";

 private:
  TemporaryFolder folder_;
  std::vector<std::pair<std::string, std::string>> saved_;  // name, value
  std::vector<std::string> unset_;                          // were not set before
};

std::string hex_sha256(const std::string& bytes);
std::string content_of(const std::filesystem::path& path);

}  // namespace plumb
