#include "record/job.h"

#include <utility>

namespace plumb {

std::string_view name_of(JobState state) {
  switch (state) {
    case JobState::waiting:
      return "waiting";
    case JobState::running:
      return "running";
    case JobState::done:
      return "done";
    case JobState::failed:
      return "failed";
  }
  std::unreachable();
}

}  // namespace plumb
