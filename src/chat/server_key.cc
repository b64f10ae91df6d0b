#include "chat/server_key.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/environment.h"
#include "base/file.h"

namespace plumb {
namespace {

constexpr const char* kDefaultVariable = "OPENAI_API_KEY";
constexpr std::size_t kMaxKeyBytes = 16 * 1024;  // tokens with claims in them are some KB

Result<Secret> checked(std::string key, const std::string& where) {
  key.erase(key.find_last_not_of(" \r\n\t") + 1);
  key.erase(0, key.find_first_not_of(" \r\n\t"));
  if (key.empty()) return fail(ErrorCode::not_found, fmt::format("{} holds no key", where));
  if (!std::ranges::all_of(key, [](char c) { return c > ' ' && c < 0x7F; })) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} does not hold a key: there is a blank, a line break or a letter "
                            "outside of ASCII in it",
                            where));
  }
  return Secret(key);
}

// As ssh looks at its keys: what belongs to somebody else (a mounted secret) is theirs to guard.
bool lies_open(const std::filesystem::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0 || status.st_uid != ::geteuid()) return false;
  return (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

}  // namespace

Result<Secret> read_server_key(const ServerKeySource& source) {
  if (!source.variable.empty() && !source.file.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the key is to come from the variable {} and from the file {}; name "
                            "one of them",
                            source.variable, source.file.string()));
  }
  if (!source.file.empty()) {
    if (lies_open(source.file)) {
      return fail(
          ErrorCode::invalid_input,
          fmt::format("the key file {0} is open to others than its owner; run chmod 600 {0}",
                      source.file.string()));
    }
    PLUMB_TRY(std::string key, read_file(source.file, kMaxKeyBytes));
    return checked(std::move(key), "the key file " + source.file.string());
  }
  const bool named = !source.variable.empty();
  const std::string variable = named ? source.variable : kDefaultVariable;
  std::string key = environment(variable.c_str());
  if (key.empty()) {
    if (!named) return Secret();
    return fail(ErrorCode::not_found,
                fmt::format("the environment variable {} is not set; it is to hold the server's "
                            "key",
                            variable));
  }
  return checked(std::move(key), "the environment variable " + variable);
}

}  // namespace plumb
