// Profiles that come one after another, as from a pipe: what `cat parts/*.plumb` gives.
//
// Holds one profile at a time. The bytes are never trusted: memory grows with those that came, not
// with what they promise. One thread at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "measure/profile_file.h"

namespace plumb {

class ProfileStream {
 public:
  // Whatever is there of the rest, empty at the end; valid until the next call.
  using Source = std::function<Result<std::string_view>()>;

  // `name` is what errors call the source; they say the number of the profile too.
  ProfileStream(std::string name, Source source)
      : name_(std::move(name)), source_(std::move(source)) {}

  // The next profile, or nothing at the end. Fails like decode_profile, and where the source fails.
  Result<std::optional<ProfileDocument>> next();

 private:
  // Whether that many bytes are there, after waiting for them.
  Result<bool> has(std::size_t bytes);
  // How long the profile is that the bytes begin with, which is `called` so; all bytes that come
  // where it ends early. Fails with corrupt where it promises more than any profile has.
  Result<std::size_t> length(const std::string& called);

  std::string name_;
  Source source_;
  std::string bytes_;
  std::size_t read_ = 0;  // profiles
};

}  // namespace plumb
