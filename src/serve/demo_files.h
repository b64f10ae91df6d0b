// The examples that travel inside the binary, so that an empty server can show what it does.
#pragma once

#include <string_view>

namespace plumb {

struct DemoFiles {
  std::string_view baseline;       // examples/init: three runs of one support agent
  std::string_view good;           // stays as it was
  std::string_view drifted;        // does not
  std::string_view sessions;       // examples/demo
  std::string_view intent_log;     // examples/intent
  std::string_view baseline_runs;  // examples/experiment
  std::string_view intent_runs;
  std::string_view harbour;  // examples/stereotype: two models
  std::string_view lantern;
};

const DemoFiles& demo_files();

}  // namespace plumb
