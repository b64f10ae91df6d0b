// Errors are values. A function that can fail returns Result<T>; the caller
// looks at it or passes it on, and the compiler reports one that is dropped.
//
//   Result<Mapped> map_file(const std::filesystem::path& path);
//
//   PLUMB_TRY(auto file, map_file(path));   // returns the Error from this function
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace plumb {

enum class ErrorCode {
  invalid_input,  // what the user gave is wrong: a flag, a line, a file's content
  not_found,      // a file, a model, a name that is not there
  conflict,       // sound, but at odds with what is there: completed, in use, taken
  corrupt,        // bytes that contradict themselves or their pinned hash
  unsupported,    // well formed, but nothing Plumb can do
  io,             // the machine said no: disk, network, permissions
  full,           // the disk or its quota: trying again helps once somebody has made room
  interrupted,    // asked to stop
};

// `message` is one sentence for a person: what, where, which value, what to do.
// It never carries a secret.
struct Error {
  ErrorCode code = ErrorCode::invalid_input;
  std::string message;
};

template <class T>
class [[nodiscard]] Result : public std::expected<T, Error> {
 public:
  using std::expected<T, Error>::expected;
};

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace plumb

#define PLUMB_CONCAT_INNER(a, b) a##b
#define PLUMB_CONCAT(a, b) PLUMB_CONCAT_INNER(a, b)

// Binds the value of a Result to `declaration`, or returns its Error from here.
#define PLUMB_TRY(declaration, ...) \
  PLUMB_TRY_INNER(PLUMB_CONCAT(plumb_try_, __LINE__), declaration, __VA_ARGS__)
#define PLUMB_TRY_INNER(name, declaration, ...)                             \
  auto name = (__VA_ARGS__);                                                \
  if (!name) return std::unexpected<plumb::Error>(std::move(name.error())); \
  declaration = *std::move(name)

// The same for a Result<void>, or where the value is not needed.
#define PLUMB_CHECK_RESULT(...)                                                               \
  do {                                                                                        \
    auto plumb_result = (__VA_ARGS__);                                                        \
    if (!plumb_result) return std::unexpected<plumb::Error>(std::move(plumb_result.error())); \
  } while (false)
