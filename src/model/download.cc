#include "model/download.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <expected>
#include <optional>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/sha256.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEtag = 512;

// How an attempt ended: well, or with a sentence and whether to try again.
using Attempt = std::expected<void, HttpFailure>;

Attempt give_up(Error error) {
  return std::unexpected(HttpFailure{std::move(error), Retry::never});
}
Attempt again(Error error) {
  return std::unexpected(HttpFailure{std::move(error), Retry::often});
}

// What a status that carries no content means for the caller.
Attempt judge_status(int status, const std::string& url) {
  const std::string shown = shown_url(url);
  if (status == 404 || status == 410) {
    return give_up({ErrorCode::not_found, fmt::format("{} is not there (HTTP {})", shown, status)});
  }
  if (status == 401 || status == 403) {
    return give_up({ErrorCode::io, fmt::format("{} refuses access (HTTP {}); a private hub "
                                               "repository needs HF_TOKEN",
                                               shown, status)});
  }
  Error error{ErrorCode::io, fmt::format("{} answered HTTP {}", shown, status)};
  const bool passing = status == 408 || status == 429 || status >= 500;
  return passing ? again(std::move(error)) : give_up(std::move(error));
}

template <class Try>
Result<void> with_retries(const RetryPolicy& retry, const Try& attempt_once) {
  auto pause = retry.backoff;
  for (int attempts = 1;; ++attempts) {
    Attempt ended = attempt_once();
    if (ended) return {};
    auto& [error, again] = ended.error();
    if (again == Retry::never) return std::unexpected(std::move(error));
    if (attempts >= (again == Retry::once ? std::min(2, retry.attempts) : retry.attempts)) {
      error.message += fmt::format(" ({} attempts)", attempts);
      return std::unexpected(std::move(error));
    }
    PLUMB_CHECK_RESULT(wait_for(pause));
    pause *= 2;
  }
}

// The file that a download grows in, with the ETag its bytes came under.
class PartialFile {
 public:
  static Result<PartialFile> open(const fs::path& path) {
    PartialFile file(path);
    file.fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file.fd_ < 0) return file.broken("open");
    const off_t end = ::lseek(file.fd_, 0, SEEK_END);
    if (end < 0) return file.broken("read");
    file.size_ = static_cast<std::uint64_t>(end);
    if (auto etag = read_file(file.etag_path(), kMaxEtag)) file.etag_ = *std::move(etag);
    return file;
  }
  PartialFile(PartialFile&& other) noexcept
      : path_(std::move(other.path_)),
        etag_(std::move(other.etag_)),
        fd_(std::exchange(other.fd_, -1)),
        size_(other.size_) {}
  PartialFile& operator=(PartialFile&&) = delete;
  ~PartialFile() {
    if (fd_ >= 0) ::close(fd_);
  }

  std::uint64_t size() const { return size_; }
  const std::string& etag() const { return etag_; }

  // Forgets the bytes; the next ones come under `etag`.
  Result<void> restart(const std::string& etag) {
    if (::ftruncate(fd_, 0) != 0 || ::lseek(fd_, 0, SEEK_SET) < 0) return broken("write");
    size_ = 0;
    etag_ = etag.starts_with("W/") ? "" : etag;  // a weak tag does not vouch for bytes
    std::error_code ignored;
    if (etag_.empty()) {
      fs::remove(etag_path(), ignored);
      return {};
    }
    return write_file(etag_path(), etag_);
  }

  Result<void> append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return broken("write");
      size_ += static_cast<std::uint64_t>(written);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
  }

  void remove_etag() const {
    std::error_code ignored;
    fs::remove(etag_path(), ignored);
  }

 private:
  explicit PartialFile(fs::path path) : path_(std::move(path)) {}
  fs::path etag_path() const { return path_.string() + ".etag"; }

  std::unexpected<Error> broken(const char* verb) const {
    const int code = errno;
    const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
    return fail(
        ErrorCode::io,
        fmt::format("cannot {} {}: {}{}", verb, path_.string(), std::strerror(code),
                    full ? "; make room and run the command again, it continues from here" : ""));
  }

  fs::path path_;
  std::string etag_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

// Where a 206 answer's bytes begin, from "bytes 100-199/200".
std::optional<std::uint64_t> range_begin(const std::string& content_range) {
  unsigned long long begin = 0;
  if (std::sscanf(content_range.c_str(), "bytes %llu-", &begin) != 1) return std::nullopt;
  return begin;
}

class Download {
 public:
  Download(const HttpRequest& request, const Pin& pin, PartialFile& file,
           const DownloadOptions& options)
      : request_(request), pin_(pin), file_(file), options_(options) {}

  Attempt attempt() {
    HttpRequest request = request_;
    const bool resuming = file_.size() > 0;
    if (resuming) {
      request.headers.push_back(fmt::format("Range: bytes={}-", file_.size()));
      if (!file_.etag().empty()) request.headers.push_back("If-Range: " + file_.etag());
    }
    ours_.reset();
    taking_ = false;
    const auto response = http_get(request,
                                   {[&](const HttpResponse& head) { return begin(head); },
                                    [&](std::span<const std::byte> bytes) { return take(bytes); }},
                                   options_.retry.timeouts);
    if (ours_) return give_up(*ours_);
    if (!response) return std::unexpected(response.error());
    if (response->status == 416 || (response->status == 206 && !taking_)) return start_over();
    if (!taking_) return judge_status(response->status, response->url);
    if (pin_.size_known && file_.size() < pin_.max_size) {
      return again(
          {ErrorCode::io, fmt::format("{} ended after {} of {} bytes", shown_url(response->url),
                                      file_.size(), pin_.max_size)});
    }
    return {};
  }

 private:
  // Decides from the head of the answer what its body is good for.
  Result<void> begin(const HttpResponse& head) {
    if (head.status == 200) {
      taking_ = true;
      return remember(file_.restart(head.etag));
    }
    taking_ = head.status == 206 && range_begin(head.content_range) == file_.size();
    return {};
  }

  Result<void> take(std::span<const std::byte> bytes) {
    if (!taking_) return {};  // an error page, or a range that was not asked for
    if (bytes.size() > pin_.max_size - file_.size()) {
      return remember(
          fail(ErrorCode::corrupt, fmt::format("{} has more than the {} bytes it should have",
                                               shown_url(request_.url), pin_.max_size)));
    }
    PLUMB_CHECK_RESULT(remember(file_.append(bytes)));
    options_.progress(file_.size());
    return {};
  }

  Attempt start_over() {
    if (auto restarted = file_.restart(""); !restarted) return give_up(restarted.error());
    return again(
        {ErrorCode::io, fmt::format("{} does not continue a download", shown_url(request_.url))});
  }

  // Our own failures (disk, wrong size) are not the network's: no second try.
  Result<void> remember(Result<void> result) {
    if (!result) ours_ = result.error();
    return result;
  }

  const HttpRequest& request_;
  const Pin& pin_;
  PartialFile& file_;
  const DownloadOptions& options_;
  std::optional<Error> ours_;
  bool taking_ = false;
};

Result<bool> matches(const fs::path& path, std::uint64_t size, const Pin& pin) {
  if (size > pin.max_size || (pin.size_known && size != pin.max_size)) return false;
  PLUMB_TRY(const std::string hash, sha256_file(path));
  return hash == pin.sha256;
}

}  // namespace

Result<void> download(const HttpRequest& request, const Pin& pin, const fs::path& partial,
                      const DownloadOptions& options) {
  PLUMB_TRY(PartialFile file, PartialFile::open(partial));
  if (file.size() >= pin.max_size) {
    PLUMB_TRY(const bool complete, matches(partial, file.size(), pin));
    if (complete) return {};
    PLUMB_CHECK_RESULT(file.restart(""));
  }
  // Bytes that an earlier run left may be of another file; if the whole turns out
  // wrong, one try from the first byte tells whether the server's are.
  for (bool resumed = file.size() > 0;; resumed = false) {
    Download transfer(request, pin, file, options);
    PLUMB_CHECK_RESULT(with_retries(options.retry, [&] { return transfer.attempt(); }));
    PLUMB_TRY(const bool good, matches(partial, file.size(), pin));
    if (good) {
      file.remove_etag();
      return {};
    }
    PLUMB_CHECK_RESULT(file.restart(""));
    if (!resumed) break;
  }
  std::error_code ignored;
  fs::remove(partial, ignored);
  return fail(ErrorCode::corrupt,
              fmt::format("what {} sends does not have the pinned sha256 {}; nothing was installed",
                          shown_url(request.url), pin.sha256));
}

Result<SmallDocument> download_small(const HttpRequest& request, std::size_t max_bytes,
                                     const RetryPolicy& retry) {
  SmallDocument document;
  std::optional<Error> too_long;
  const auto attempt = [&]() -> Attempt {
    document = {};
    const auto take = [&](std::span<const std::byte> bytes) -> Result<void> {
      if (bytes.size() > max_bytes - document.content.size()) {
        too_long = Error{ErrorCode::corrupt, fmt::format("{} has more than {} bytes",
                                                         shown_url(request.url), max_bytes)};
        return std::unexpected(*too_long);
      }
      document.content.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return {};
    };
    auto response = http_get(request, {[](const HttpResponse&) { return Result<void>(); }, take},
                             retry.timeouts);
    if (too_long) return give_up(*too_long);
    if (!response) return std::unexpected(response.error());
    if (response->status != 200) return judge_status(response->status, response->url);
    document.response = *std::move(response);
    return {};
  };
  PLUMB_CHECK_RESULT(with_retries(retry, attempt));
  return document;
}

}  // namespace plumb
