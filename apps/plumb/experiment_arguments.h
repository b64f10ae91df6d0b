// What `plumb experiment run` can be told, by flags or by the table [experiment] of plumb.toml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb {

struct ExperimentArguments {
  // Who answers.
  std::string backend = "embedded";
  std::vector<std::string> models;   // empty: the backend's default, where it has one
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

  // What is asked.
  std::vector<std::string> tasks;  // files; empty: those that come with Plumb
  std::string prompts;             // a folder; empty: those that come with Plumb
  std::vector<std::string> agents = {"baseline", "intent"};
  std::uint32_t repeats = 1;
  std::uint32_t max_tokens = 96;
  double temperature = 0;
  double top_p = 1;
  double repetition_penalty = 1;
  std::string policy = "guard";
  std::optional<double> threshold;

  std::string out = "logs";
};

}  // namespace plumb
