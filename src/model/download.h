// Downloads that survive: resumed by HTTP ranges, tried again when the
// connection breaks, and verified before anyone may use them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"
#include "model/http.h"

namespace plumb {

struct RetryPolicy {
  int attempts = 6;                        // in all, the first one too; 2 for an unknown name
  std::chrono::milliseconds backoff{500};  // before the second attempt; doubles each time
  HttpTimeouts timeouts;
};

// What the downloaded bytes must be.
struct Pin {
  std::uint64_t max_size = 0;
  bool size_known = false;  // then max_size is the size
  std::string sha256;
};

struct DownloadOptions {
  RetryPolicy retry;
  // Bytes on disk so far, of the pin's max_size. Called often; be quick.
  std::function<void(std::uint64_t)> progress = [](std::uint64_t) {};
};

// Fills `partial` and returns when its bytes match the pin. What an earlier,
// interrupted call left there is continued where the server allows it. On a
// failure of network or disk the partial file stays for the next call; one with
// wrong bytes is removed.
// Fails with not_found (the server has no such file), io, corrupt, interrupted.
// One caller a file at a time.
Result<void> download(const HttpRequest& request, const Pin& pin,
                      const std::filesystem::path& partial, const DownloadOptions& options);

struct SmallDocument {
  std::string content;
  HttpResponse response;
};

// A document of at most `max_bytes`, in memory. Not resumed, but tried again.
Result<SmallDocument> download_small(const HttpRequest& request, std::size_t max_bytes,
                                     const RetryPolicy& retry);

}  // namespace plumb
