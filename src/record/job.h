// Work that outlives the request that asked for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "record/ids.h"

namespace plumb {

// waiting -> running -> done; a run that fails or whose worker is lost goes back to waiting until
// its attempts are used up, and is failed then.
enum class JobState { waiting, running, done, failed };
inline constexpr std::array kJobStates = {JobState::waiting, JobState::running, JobState::done,
                                          JobState::failed};
std::string_view name_of(JobState state);

struct Job {
  JobId id{};
  ProjectId project{};
  std::string kind;     // "embed", "compare", "webhook"
  std::string payload;  // JSON: what to do
  JobState state = JobState::waiting;
  std::int64_t attempts = 0;  // runs that were started
  std::int64_t max_attempts = 1;
  UtcTime created;
  UtcTime due;                            // not before
  std::optional<std::string> worker;      // who runs it, or ran it last
  std::optional<UtcTime> lease_until;     // while running: whose worker is lost if this passes
  std::optional<std::string> result;      // JSON; where it is done
  std::optional<std::string> last_error;  // a sentence; of the newest run that failed
  std::optional<UtcTime> finished;

  friend bool operator==(const Job&, const Job&) = default;
};

}  // namespace plumb
