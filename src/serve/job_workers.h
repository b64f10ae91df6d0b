// Threads that take jobs from the store and do them.
//
// A job is held by a lease that is renewed while it runs; a worker that is killed lets it run out,
// and any server on the database goes on where it was. A run that fails is tried again after a
// while, a bounded number of times; what can never succeed (not_found, invalid_input, unsupported)
// fails at once. The last sentence stays with the job.
//
// Embedding, comparing and sending have threads of their own, so that neither a million responses
// nor a slow webhook holds up the others; long embeddings give way to each other after a turn.
#pragma once

#include <chrono>
#include <memory>

#include "base/result.h"
#include "serve/services.h"

namespace plumb {

struct JobWorkersOptions {
  int embedders = 1;  // threads of each; the encoder uses every CPU whoever asks
  int comparers = 1;
  int senders = 4;                               // each waits for somebody else's server
  std::chrono::milliseconds lease{60'000};       // longer than servers' clocks differ
  std::chrono::milliseconds poll{500};           // for jobs that other servers queue
  std::chrono::milliseconds turn{15'000};        // of one embedding, before the next has one
  std::chrono::milliseconds first_retry{2'000};  // then twice as long each time
  std::chrono::milliseconds longest_retry{300'000};
  std::chrono::milliseconds look_at_windows{10'000};
  std::chrono::milliseconds first_retention{60'000};  // after the start: some never run an hour
  std::chrono::milliseconds apply_retention{3'600'000};
};

class JobWorkers {
 public:
  // `services` must outlive it.
  JobWorkers(Services& services, JobWorkersOptions options);
  ~JobWorkers();  // stops
  JobWorkers(const JobWorkers&) = delete;
  JobWorkers& operator=(const JobWorkers&) = delete;

  // Fails with io where the machine grants no thread. Once.
  Result<void> start();
  // Returns when no thread runs: jobs go back to the queue at the end of their batch, without the
  // loss of an attempt. A second call does nothing.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
