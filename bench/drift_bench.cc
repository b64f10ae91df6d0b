// Time and memory of execution drift, for bench/drift/run.py.
//
//   drift_bench compare --texts POOL.jsonl --work FOLDER --results N
//   drift_bench vectors --texts POOL.jsonl --work FOLDER --results N
//   drift_bench write   --texts POOL.jsonl --work FOLDER --results N
//
// compare  N results against N, with texts, severities, tools and given vectors: all
//          seven metrics with p-values and intervals. Results are made a thousand at a
//          time and kept by nobody but the profile, as from a file that is read once;
//          making them is not part of the time.
// vectors  N vectors against N and nothing else.
// write    the same results as tables for the peer: columns-{baseline,current}-N.npy
//          (length, severity, first tool) and vectors-{baseline,current}-N.npy.
// Prints one line of JSON.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "base/result.h"
#include "drift/simulated_system.h"
#include "drift/text_pool.h"
#include "judge/judge.h"
#include "measure/execution_drift.h"
#include "text/utf8.h"

namespace {

using plumb::ErrorCode;
using plumb::ExecutionProfile;
using plumb::fail;
using plumb::Response;
using plumb::Result;
using plumb::Rng;
using namespace plumb::bench;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string verb;
  std::filesystem::path texts;
  std::filesystem::path work;
  std::size_t results = 0;
};

Result<Options> parse_options(int argc, char** argv) {
  Options options;
  if (argc > 1) options.verb = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const std::string_view value = argv[i + 1];
    if (flag == "--texts") {
      options.texts = value;
    } else if (flag == "--work") {
      options.work = value;
    } else if (flag == "--results") {
      std::from_chars(value.data(), value.data() + value.size(), options.results);
    } else {
      return fail(ErrorCode::invalid_input, fmt::format("unknown option {}", flag));
    }
  }
  if (options.texts.empty() || options.work.empty() || options.results == 0) {
    return fail(ErrorCode::invalid_input,
                "--texts, --work and --results from 1 up are needed after the verb");
  }
  return options;
}

enum class Side : std::uint64_t { baseline, current };

// Makes the results of one side, one after the other: four texts of the pool in a
// row, as long as a short answer, and the direction of the sum of their vectors.
class ResultSource {
 public:
  ResultSource(const SimulatedSystem& system, Side side)
      : system_(system), rng_(42, static_cast<std::uint64_t>(side)) {}

  void next() {
    const SimulatedResult result = system_.answer(system_.draw_prompts(1, rng_), {}, rng_)[0];
    system_.fill_response(result, number_++, response_);
    first_tool_ = result.tools.empty() ? -1 : result.tools.front();
    const TextPool& pool = system_.pool();
    const auto start = pool.vector(result.text);
    vector_.assign(start.begin(), start.end());
    for (int more = 0; more < 3; ++more) {
      const std::size_t text = rng_.below(pool.size());
      response_.response += ' ';
      response_.response += pool.texts[text];
      const auto added = pool.vector(text);
      for (std::size_t i = 0; i < vector_.size(); ++i) vector_[i] += added[i];
    }
    float squares = 0;
    for (const float component : vector_) squares += component * component;
    const float scale = 1 / std::sqrt(squares);
    for (float& component : vector_) component *= scale;
  }

  const Response& response() const { return response_; }
  const std::vector<float>& vector() const { return vector_; }
  int first_tool() const { return first_tool_; }

 private:
  const SimulatedSystem& system_;
  Rng rng_;
  std::size_t number_ = 0;
  Response response_;
  std::vector<float> vector_;
  int first_tool_ = -1;
};

// Wall and CPU time of what lies between start() and stop(), added up. CPU time says
// more where others use the machine.
class Stopwatch {
 public:
  void start() {
    wall_start_ = Clock::now();
    cpu_start_ = cpu_now();
  }
  void stop() {
    wall_ += std::chrono::duration<double>(Clock::now() - wall_start_).count();
    cpu_ += cpu_now() - cpu_start_;
  }
  double seconds() const { return wall_; }
  double cpu_seconds() const { return cpu_; }

 private:
  static double cpu_now() {  // of all threads
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  Clock::time_point wall_start_;
  double cpu_start_ = 0;
  double wall_ = 0;
  double cpu_ = 0;
};

Result<ExecutionProfile> profile_of(ResultSource source, std::size_t results, Stopwatch& watch) {
  constexpr std::size_t kChunk = 1'000;
  ExecutionProfile profile;
  std::vector<std::pair<Response, std::vector<float>>> chunk;
  for (std::size_t done = 0; done < results; done += chunk.size()) {
    chunk.resize(std::min(kChunk, results - done));
    for (auto& [response, vector] : chunk) {
      source.next();
      response = source.response();
      vector = source.vector();
    }
    watch.start();
    for (const auto& [response, vector] : chunk) {
      PLUMB_CHECK_RESULT(profile.add(response, vector, false));
    }
    watch.stop();
  }
  return profile;
}

// Vectors that were given, and no text: one of 0 characters is blank, so nothing but
// the embedding applies.
Result<ExecutionProfile> profile_of_vectors(std::span<const float> vectors, std::size_t dimension) {
  ExecutionProfile profile;
  Response response;
  for (std::size_t start = 0; start < vectors.size(); start += dimension) {
    response.id = std::to_string(start / dimension);
    PLUMB_CHECK_RESULT(profile.add(response, vectors.subspan(start, dimension), false));
  }
  return profile;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// `watch` has the time of the profiles.
Result<nlohmann::ordered_json> compared(const ExecutionProfile& current,
                                        const ExecutionProfile& baseline, Stopwatch watch,
                                        bool additional) {
  const double profiled = watch.seconds();
  plumb::DriftOptions options;
  options.additional = additional;
  watch.start();
  PLUMB_TRY(plumb::Comparison comparison, compare_executions(current, baseline, options));
  plumb::judge(comparison);
  watch.stop();
  nlohmann::ordered_json metrics;
  for (const auto* list : {&comparison.results, &comparison.additional}) {
    for (const plumb::Measurement& measurement : *list) {
      if (measurement.p_value) metrics[measurement.metric] = *measurement.p_value;
    }
  }
  return nlohmann::ordered_json{{"seconds", watch.seconds()},
                                {"cpu_seconds", watch.cpu_seconds()},
                                {"profile_seconds", profiled},
                                {"p_values", metrics},
                                {"verdict", name_of(comparison.verdict)},
                                {"permutations", options.permutations},
                                {"threads", plumb::available_cpus()},
                                {"cpu", plumb::cpu_features().model},
                                {"peak_megabytes", peak_megabytes()}};
}

Result<nlohmann::ordered_json> compare(const SimulatedSystem& system, std::size_t results) {
  Stopwatch watch;
  PLUMB_TRY(const auto baseline, profile_of({system, Side::baseline}, results, watch));
  PLUMB_TRY(const auto current, profile_of({system, Side::current}, results, watch));
  return compared(current, baseline, watch, false);
}

std::vector<float> vectors_of(ResultSource source, std::size_t results) {
  std::vector<float> vectors;
  for (std::size_t i = 0; i < results; ++i) {
    source.next();
    vectors.insert(vectors.end(), source.vector().begin(), source.vector().end());
  }
  return vectors;
}

// Once with the centroids' distance alone, once with the additional metrics too.
Result<nlohmann::ordered_json> compare_vectors(const SimulatedSystem& system, std::size_t results) {
  const std::size_t dimension = system.pool().dimension;
  const std::vector<float> before = vectors_of({system, Side::baseline}, results);
  const std::vector<float> after = vectors_of({system, Side::current}, results);
  nlohmann::ordered_json found;
  for (const bool additional : {false, true}) {
    Stopwatch watch;
    watch.start();
    PLUMB_TRY(const auto baseline, profile_of_vectors(before, dimension));
    PLUMB_TRY(const auto current, profile_of_vectors(after, dimension));
    watch.stop();
    PLUMB_TRY(found[additional ? "with_additional" : "centroid"],
              compared(current, baseline, watch, additional));
  }
  return found;
}

Result<void> write_side(const SimulatedSystem& system, Side side, std::string_view name,
                        const Options& options) {
  ResultSource source(system, side);
  std::vector<std::int32_t> columns;
  std::vector<float> vectors;
  for (std::size_t i = 0; i < options.results; ++i) {
    source.next();
    const Response& response = source.response();
    columns.push_back(static_cast<std::int32_t>(plumb::count_code_points(response.response)));
    columns.push_back(static_cast<std::int32_t>(*response.severity));
    columns.push_back(source.first_tool());
    vectors.insert(vectors.end(), source.vector().begin(), source.vector().end());
  }
  const auto path = [&](std::string_view what) {
    return options.work / fmt::format("{}-{}-{}.npy", what, name, options.results);
  };
  const std::size_t columns_shape[] = {options.results, 3};
  const std::size_t vectors_shape[] = {options.results, system.pool().dimension};
  PLUMB_CHECK_RESULT(write_npy<std::int32_t>(path("columns"), columns, columns_shape));
  return write_npy<float>(path("vectors"), vectors, vectors_shape);
}

Result<nlohmann::ordered_json> run(const Options& options) {
  plumb::ThreadPool threads(plumb::available_cpus());
  PLUMB_TRY(const TextPool pool, load_text_pool(options.texts, options.work, threads));
  const SimulatedSystem system(pool);
  if (options.verb == "compare") return compare(system, options.results);
  if (options.verb == "vectors") return compare_vectors(system, options.results);
  if (options.verb == "write") {
    PLUMB_CHECK_RESULT(write_side(system, Side::baseline, "baseline", options));
    PLUMB_CHECK_RESULT(write_side(system, Side::current, "current", options));
    return nlohmann::ordered_json{{"results", options.results}};
  }
  return fail(ErrorCode::invalid_input, fmt::format("unknown verb '{}'", options.verb));
}

}  // namespace

int main(int argc, char** argv) {
  const Result<Options> options = parse_options(argc, argv);
  const Result<nlohmann::ordered_json> found =
      options ? run(*options) : std::unexpected(options.error());
  if (!found) {
    fmt::print(stderr, "drift_bench: {}\n", found.error().message);
    return 2;
  }
  fmt::print("{}\n", found->dump());
  return 0;
}
