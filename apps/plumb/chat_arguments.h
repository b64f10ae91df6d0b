// Who answers: what a command can be told of its chat backend.
#pragma once

#include <cstdint>
#include <string>

namespace plumb {

struct ChatArguments {
  std::string prefix = "--";  // of the flags, as error messages call them: "--judge-"
  std::string backend = "embedded";
  std::uint32_t context_tokens = 0;  // 0: the backend's default
  std::uint32_t parallel = 0;        // likewise
  std::string cache;                 // a folder; empty: no replies are kept
  std::string chat_instruction_set;  // of embedded; empty: the fastest this CPU has
  std::string base_url;              // of openai, like all below
  std::string key_file;
  std::string key_variable;
  bool allow_http = false;
  bool stream = false;
  std::uint32_t timeout_seconds = 600;
};

}  // namespace plumb
