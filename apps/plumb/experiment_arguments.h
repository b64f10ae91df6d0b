// What `plumb experiment run` can be told, by flags or by the table [experiment] of plumb.toml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chat_arguments.h"

namespace plumb {

struct ExperimentArguments : ChatArguments {
  std::vector<std::string> models;  // empty: the backend's default, where it has one

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
