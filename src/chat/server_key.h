// Where a server's key comes from: an environment variable or a file, never a command line.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/secret.h"

namespace plumb {

struct ServerKeySource {
  std::string variable;        // empty: OPENAI_API_KEY, where it is set
  std::filesystem::path file;  // one line; empty: none
};

// Empty where nothing is named and OPENAI_API_KEY is not set: many servers want no key.
// Fails with not_found (what is named is not there) or invalid_input: two sources, a key with
// a blank or a line break in it, a file of ours that others may read.
Result<Secret> read_server_key(const ServerKeySource& source);

}  // namespace plumb
