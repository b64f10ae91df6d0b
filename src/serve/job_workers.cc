#include "serve/job_workers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/uuid.h"
#include "serve/job_queue.h"
#include "serve/job_run.h"
#include "serve/monitor_watch.h"
#include "serve/trace_intake.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// Trying again cannot help.
bool is_final(const Error& error) {
  switch (error.code) {
    case ErrorCode::invalid_input:
    case ErrorCode::not_found:
    case ErrorCode::conflict:
    case ErrorCode::corrupt:
    case ErrorCode::unsupported:
      return true;
    case ErrorCode::io:
    case ErrorCode::full:
    case ErrorCode::interrupted:
      return false;
  }
  std::unreachable();
}

// What a library throws is a failure as any other: a thread that lets it out ends the process.
template <class Work>
auto caught(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& error) {
    return fail(ErrorCode::io, fmt::format("something failed in the server: {}", error.what()));
  }
}

}  // namespace

struct JobWorkers::State {
  State(Services& services_in, JobWorkersOptions options_in)
      : services(services_in), options(options_in), name(made_name()) {}

  static std::string made_name() {
    char host[256] = "host";
    ::gethostname(host, sizeof host - 1);
    return fmt::format("{}-{}-{}", host, ::getpid(), random_uuid().substr(0, 8));
  }

  void work(const std::string& worker, const std::vector<std::string>& kinds);
  Result<void> do_one(Job job);
  void settle(JobRun& run, const Result<void>& done);
  Milliseconds delay_after(const Job& job) const;
  void keep();
  Result<void> renew_leases();
  bool pause(Milliseconds time);

  Services& services;
  JobWorkersOptions options;
  std::string name;
  std::vector<std::thread> threads;
  std::atomic<bool> stopping = false;

  std::mutex mutex;
  std::condition_variable stop_wished;
  std::list<JobRun*> running;  // guarded by mutex
};

// Takes jobs of these kinds until the server stops.
void JobWorkers::State::work(const std::string& worker, const std::vector<std::string>& kinds) {
  // After the bell rang the transaction that queued the job may still be open: the looks become
  // rarer until they are as rare as those for other servers' jobs.
  constexpr Milliseconds kFirstLook{10};
  Milliseconds wait = kFirstLook;
  while (!stopping) {
    const std::uint64_t seen = services.bell.rings();
    auto taken = caught([&] { return services.store.jobs().take(worker, kinds, options.lease); });
    if (taken && *taken) {
      // One that could not even be settled is taken up again when its lease runs out.
      static_cast<void>(caught([&] { return do_one(**std::move(taken)); }));
      wait = kFirstLook;
      continue;
    }
    // Where the database does not answer, the next look comes as late as any other.
    const bool rang = services.bell.wait_until(seen, Clock::now() + wait);
    wait = rang ? kFirstLook : std::min(wait * 2, options.poll);
  }
}

Result<void> JobWorkers::State::do_one(Job job) {
  JobRun run(services, std::move(job), options.turn, stopping);
  std::list<JobRun*>::iterator place;
  {
    const std::lock_guard lock(mutex);
    place = running.insert(running.end(), &run);
  }
  const Result<void> done = caught([&] { return do_job(run); });
  {
    const std::lock_guard lock(mutex);
    running.erase(place);
  }
  settle(run, done);
  return {};
}

// What becomes of a job whose run ended without an end of the job. Where the database does not
// answer, the lease runs out and another worker takes it.
void JobWorkers::State::settle(JobRun& run, const Result<void>& done) {
  if (run.is_over()) return;
  const Job& job = run.job();
  auto jobs = services.store.jobs();
  Result<bool> settled = false;
  if (done || done.error().code == ErrorCode::interrupted) {
    settled = jobs.postpone(job, Milliseconds(0));
  } else {
    Job taken = job;
    if (is_final(done.error())) taken.max_attempts = taken.attempts;  // this was the last
    settled = jobs.fail_attempt(taken, done.error().message, delay_after(job));
  }
  if (settled) services.bell.ring();
}

// Twice as long each time; four times where somebody else's server may be restarting.
Milliseconds JobWorkers::State::delay_after(const Job& job) const {
  const int factor = job.kind == kWebhookKind ? 4 : 2;
  Milliseconds delay = options.first_retry;
  for (std::int64_t i = 1; i < job.attempts && delay < options.longest_retry; ++i) delay *= factor;
  return std::min(delay, options.longest_retry);
}

Result<void> JobWorkers::State::renew_leases() {
  const std::lock_guard lock(mutex);
  for (JobRun* run : running) {
    const auto renewed = services.store.jobs().renew(run->job(), options.lease);
    if (renewed && !*renewed) run->lose_lease();
  }
  return {};
}

// False: the server stops.
bool JobWorkers::State::pause(Milliseconds time) {
  std::unique_lock lock(mutex);
  return !stop_wished.wait_for(lock, time, [this] { return stopping.load(); });
}

// Renews the leases of what runs, looks at the windows, and lets go what is too old.
void JobWorkers::State::keep() {
  auto next_windows = Clock::now();
  auto next_retention = Clock::now() + std::min(options.first_retention, options.apply_retention);
  auto next_renewal = Clock::now() + options.lease / 3;
  const Milliseconds step = std::clamp<Milliseconds>(
      std::min(options.lease / 3, options.look_at_windows), Milliseconds(5), Milliseconds(1'000));
  while (pause(step)) {
    const auto now = Clock::now();
    if (now >= next_renewal) {
      static_cast<void>(caught([this] { return renew_leases(); }));
      next_renewal = now + options.lease / 3;
    }
    if (now >= next_windows) {
      // A failure is one of the database, which every request tells of.
      static_cast<void>(caught([this] { return queue_due_windows(services); }));
      // Before the windows are looked at next: what the last requests of a stream brought.
      static_cast<void>(
          caught([this] { return tell_quiet_traces(services.store, services.otlp.intake); }));
      next_windows = now + options.look_at_windows;
    }
    if (now >= next_retention) {
      static_cast<void>(caught([this] { return services.store.apply_retention(); }));
      next_retention = now + options.apply_retention;
    }
  }
}

JobWorkers::JobWorkers(Services& services, JobWorkersOptions options)
    : state_(std::make_unique<State>(services, options)) {}

JobWorkers::~JobWorkers() {
  stop();
}

Result<void> JobWorkers::start() {
  State& state = *state_;
  const auto start_some = [&](int count, std::vector<std::string_view> kinds) {
    const std::vector<std::string> names(kinds.begin(), kinds.end());
    for (int i = 0; i < count; ++i) {
      std::string worker = fmt::format("{}/{}-{}", state.name, kinds.front(), i);
      state.threads.emplace_back(
          [&state, worker = std::move(worker), names] { state.work(worker, names); });
    }
  };
  try {
    start_some(state.options.embedders, {kEmbedKind});
    start_some(state.options.comparers, {kCompareKind, kWatchKind});
    start_some(state.options.senders, {kWebhookKind});
    state.threads.emplace_back([&state] { state.keep(); });
  } catch (const std::system_error& error) {
    stop();
    return fail(ErrorCode::io,
                fmt::format("the machine grants no thread for jobs: {}", error.what()));
  }
  return {};
}

void JobWorkers::stop() {
  State& state = *state_;
  {
    const std::lock_guard lock(state.mutex);
    state.stopping = true;
  }
  state.stop_wished.notify_all();
  state.services.bell.ring();
  for (std::thread& thread : state.threads) thread.join();
  state.threads.clear();
}

}  // namespace plumb
