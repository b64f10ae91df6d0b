#include "model_world.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "base/sha256.h"
#include "support/zip_writer.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kRepository = "acme/tiny";
constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";

void write(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace

std::string hex_sha256(const std::string& bytes) {
  return sha256_hex(std::as_bytes(std::span(bytes)));
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ModelWorld::ModelWorld() {
  std::mt19937 random(7);
  weights.resize(400'000);
  for (char& byte : weights) byte = static_cast<char>(random());
  wheel = write_zip({{"tiny/__init__.py", "raise SystemExit('never run')\n", true},
                     {"tiny/model/weights.bin", weights, true},
                     {"tiny/model/config.json", config, false}});
  for (const char* name : {"HF_TOKEN", "HF_HUB_OFFLINE", "HF_HOME", "PIP_INDEX_URL",
                           "UV_DEFAULT_INDEX", "UV_INDEX_URL", "PLUMB_PACKAGE_INDEX"}) {
    set(name, "");
  }
  set("PLUMB_MODELS", cache().string());
  set("HF_HUB_CACHE", hub_cache().string());
  set("HF_ENDPOINT", "http://127.0.0.1:1");
  set("PLUMB_REGISTRY", (folder() / "registry.json").string());
  write_registry();
}

ModelWorld::~ModelWorld() {
  for (const auto& [name, value] : saved_) ::setenv(name.c_str(), value.c_str(), 1);
  for (const std::string& name : unset_) ::unsetenv(name.c_str());
}

void ModelWorld::set(const std::string& name, const std::string& value) {
  if (const char* old = std::getenv(name.c_str())) {
    saved_.emplace(saved_.begin(), name, old);  // the oldest value is restored last
  } else {
    unset_.push_back(name);
  }
  ::setenv(name.c_str(), value.c_str(), 1);
}

void ModelWorld::write_registry() {
  const Json document = {
      {"plumb", "models/1"},
      {"models",
       {{{"name", "tiny"},
         {"kind", "embedding"},
         {"description", "a model for tests"},
         {"licence", "none"},
         {"weights", "weights.bin"},
         {"files",
          {{{"name", "weights.bin"}, {"size", weights.size()}, {"sha256", hex_sha256(weights)}},
           {{"name", "config.json"}, {"max_size", 1000}},
           {{"name", "extra/notes.txt"}, {"max_size", 1000}, {"optional", true}}}},
         {"sources",
          {{{"kind", "pypi"},
            {"package", "tiny"},
            {"version", "1.0"},
            {"wheel", wheel_name},
            {"size", wheel.size()},
            {"sha256", hex_sha256(wheel)},
            {"folder", "tiny/model"}},
           {{"kind", "hub"}, {"repository", kRepository}, {"revision", "main"}}}}}}}};
  write(folder() / "registry.json", document.dump());
}

void ModelWorld::write_files(const fs::path& target) const {
  write(target / "weights.bin", weights);
  write(target / "config.json", config);
}

fs::path ModelWorld::write_hub_cache() const {
  const fs::path repository = hub_cache() / "models--acme--tiny";
  const fs::path snapshot = repository / "snapshots" / kCommit;
  write(repository / "refs" / "main", kCommit);
  write(repository / "blobs" / "w", weights);
  write(repository / "blobs" / "c", config);
  fs::create_directories(snapshot);
  fs::create_symlink("../../blobs/w", snapshot / "weights.bin");
  fs::create_symlink("../../blobs/c", snapshot / "config.json");
  return snapshot;
}

LoopbackReply ModelWorld::hub(const LoopbackRequest& request) const {
  const std::string base = std::string("/") + kRepository + "/resolve/main/";
  if (request.path == base + "weights.bin") return ranged_reply(request, weights, "\"w1\"");
  if (request.path == base + "config.json") return ranged_reply(request, config, "\"c1\"");
  return {.status = 404, .headers = {}, .body = "no such file"};
}

LoopbackReply ModelWorld::index(const LoopbackRequest& request) const {
  if (request.path == "/files/" + wheel_name) return ranged_reply(request, wheel, "\"v1\"");
  if (request.path != "/simple/tiny/") return {.status = 404, .headers = {}, .body = ""};
  const Json page = {{"meta", {{"api-version", "1.0"}}},
                     {"name", "tiny"},
                     {"files",
                      {{{"filename", wheel_name},
                        {"url", "../../files/" + wheel_name},
                        {"hashes", {{"sha256", hex_sha256(wheel)}}}}}}};
  return {.status = 200,
          .headers = {{"Content-Type", "application/vnd.pypi.simple.v1+json"}},
          .body = page.dump()};
}

FetchOptions ModelWorld::quick() {
  FetchOptions options;
  options.retry.attempts = 3;
  options.retry.backoff = std::chrono::milliseconds(1);
  options.retry.timeouts = {std::chrono::seconds(5), std::chrono::seconds(5)};
  return options;
}

}  // namespace plumb
