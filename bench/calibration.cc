// How honest and how sharp execution drift is, counted over simulated systems.
//
//   calibration --texts POOL.jsonl --work FOLDER --out FILE.json
//               [--sizes 20,100,1000] [--comparisons 1000] [--power 1000] [--samples 100]
//               [--threads N]
//
// Calibration: of `comparisons` comparisons of a system with itself, unpaired and
// paired by prompts, how many have p <= 0.05, and which verdict. Power: the same of
// `power` comparisons with one that moved by 0.2, 0.5 and 1 standard deviation.
// The first `samples` of each unpaired row are written to FOLDER/samples, for
// bench/drift/evidently_power.py. Counts do not depend on threads.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu.h"
#include "base/file.h"
#include "base/result.h"
#include "drift/simulated_system.h"
#include "drift/text_pool.h"
#include "judge/judge.h"
#include "measure/execution_drift.h"

namespace {

using plumb::Comparison;
using plumb::ErrorCode;
using plumb::fail;
using plumb::Measurement;
using plumb::Result;
using plumb::Rng;
using plumb::Verdict;
using namespace plumb::bench;

constexpr double kAlpha = 0.05;

struct Options {
  std::filesystem::path texts;
  std::filesystem::path work;
  std::filesystem::path out;
  std::vector<std::size_t> sizes = {20, 100, 1'000};
  std::size_t comparisons = 1'000;
  std::size_t power = 1'000;
  std::size_t samples = 100;
  std::size_t threads = 0;
};

Result<std::size_t> parse_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) {
    return fail(ErrorCode::invalid_input, fmt::format("'{}' is not a whole number", text));
  }
  return value;
}

Result<std::vector<std::size_t>> parse_sizes(std::string_view text) {
  std::vector<std::size_t> sizes;
  for (const auto part : std::views::split(text, ',')) {
    PLUMB_TRY(const std::size_t size, parse_number(std::string_view(part.begin(), part.end())));
    sizes.push_back(size);
  }
  return sizes;
}

Result<Options> parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (i + 1 == argc) {
      return fail(ErrorCode::invalid_input, fmt::format("{} needs a value", flag));
    }
    const std::string_view value = argv[i + 1];
    if (flag == "--texts") {
      options.texts = value;
    } else if (flag == "--work") {
      options.work = value;
    } else if (flag == "--out") {
      options.out = value;
    } else if (flag == "--sizes") {
      PLUMB_TRY(options.sizes, parse_sizes(value));
    } else if (flag == "--comparisons") {
      PLUMB_TRY(options.comparisons, parse_number(value));
    } else if (flag == "--power") {
      PLUMB_TRY(options.power, parse_number(value));
    } else if (flag == "--samples") {
      PLUMB_TRY(options.samples, parse_number(value));
    } else if (flag == "--threads") {
      PLUMB_TRY(options.threads, parse_number(value));
    } else {
      return fail(ErrorCode::invalid_input, fmt::format("unknown option {}", flag));
    }
  }
  if (options.texts.empty() || options.work.empty() || options.out.empty()) {
    return fail(ErrorCode::invalid_input, "--texts, --work and --out are needed");
  }
  return options;
}

// One row of the tables: how systems are drawn.
struct Row {
  std::size_t size = 0;
  bool paired = false;
  Shift shift;

  std::string name() const {
    return fmt::format("{}-{}-{}-{}", size, paired ? "paired" : "unpaired", name_of(shift.moved),
                       shift.deviations);
  }
};

struct Pair {
  std::vector<SimulatedResult> baseline;
  std::vector<SimulatedResult> current;
};

// Comparison `index` of a row, the same whoever draws it. Unpaired rows of one size
// share their baselines.
Pair draw_pair(const SimulatedSystem& system, const Row& row, std::size_t index) {
  Rng rng(row.size * 2 + (row.paired ? 1 : 0), index);
  const std::vector<Prompt> asked = system.draw_prompts(row.size, rng);
  Pair pair;
  pair.baseline = system.answer(asked, {}, rng);
  pair.current =
      system.answer(row.paired ? asked : system.draw_prompts(row.size, rng), row.shift, rng);
  return pair;
}

Result<Comparison> compare(const SimulatedSystem& system, const Row& row, std::size_t index) {
  const Pair pair = draw_pair(system, row, index);
  PLUMB_TRY(const auto baseline, system.profile_of(pair.baseline, {}, row.paired));
  PLUMB_TRY(const auto current, system.profile_of(pair.current, row.shift, row.paired));
  plumb::DriftOptions options;
  options.threads = 1;  // the comparisons themselves run side by side
  options.additional = false;
  options.contributions = 0;
  options.seed = 42 + index;
  PLUMB_TRY(Comparison comparison, compare_executions(current, baseline, options));
  plumb::judge(comparison);
  return comparison;
}

struct VerdictCounts {
  std::size_t drifted = 0;
  std::size_t undecided = 0;
  std::size_t stable = 0;

  void add(Verdict verdict) {
    switch (verdict) {
      case Verdict::drifted:
        ++drifted;
        break;
      case Verdict::undecided:
        ++undecided;
        break;
      case Verdict::stable:
        ++stable;
        break;
    }
  }
  nlohmann::ordered_json json() const {
    return {{"drifted", drifted}, {"undecided", undecided}, {"stable", stable}};
  }
};

struct MetricCounts {
  std::size_t p_at_most_alpha = 0;
  std::size_t adjusted_at_most_alpha = 0;
  std::size_t medium_or_worse = 0;  // by its value alone
  VerdictCounts verdicts;

  void add(const Measurement& measurement) {
    p_at_most_alpha += measurement.p_value && *measurement.p_value <= kAlpha ? 1U : 0U;
    adjusted_at_most_alpha += measurement.p_adjusted && *measurement.p_adjusted <= kAlpha ? 1U : 0U;
    medium_or_worse +=
        measurement.severity && *measurement.severity <= plumb::Severity::medium ? 1U : 0U;
    if (measurement.verdict) verdicts.add(*measurement.verdict);
  }
  nlohmann::ordered_json json() const {
    return {{"p_at_most_alpha", p_at_most_alpha},
            {"adjusted_at_most_alpha", adjusted_at_most_alpha},
            {"medium_or_worse", medium_or_worse},
            {"verdicts", verdicts.json()}};
  }
};

class Bench {
 public:
  Bench(const SimulatedSystem& system, plumb::ThreadPool& threads)
      : system_(system), threads_(threads) {}

  Result<nlohmann::ordered_json> measure(const Row& row, std::size_t comparisons) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::optional<Result<Comparison>>> found(comparisons);
    threads_.run(static_cast<int>(comparisons), [&](int task, int) {
      const auto index = static_cast<std::size_t>(task);
      found[index] = compare(system_, row, index);
    });
    VerdictCounts verdicts;
    std::map<std::string, MetricCounts> metrics;
    for (const auto& result : found) {
      PLUMB_TRY(const Comparison comparison, *result);
      verdicts.add(comparison.verdict);
      for (const Measurement& measurement : comparison.results) {
        metrics[measurement.metric].add(measurement);
      }
    }
    nlohmann::ordered_json named;
    for (const auto& [metric, counts] : metrics) named[metric] = counts.json();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    fmt::print(stderr, "{}: {} comparisons, {:.0f} s\n", row.name(), comparisons, took.count());
    return nlohmann::ordered_json{{"name", row.name()},
                                  {"size", row.size},
                                  {"paired", row.paired},
                                  {"moved", name_of(row.shift.moved)},
                                  {"deviations", row.shift.deviations},
                                  {"comparisons", comparisons},
                                  {"verdicts", verdicts.json()},
                                  {"metrics", named}};
  }

  // [comparison][baseline, current][result][text, length, severity, first tool];
  // the tool is -1 where none was called.
  Result<void> write_samples(const Row& row, std::size_t comparisons,
                             const std::filesystem::path& folder) const {
    const TextPool& pool = system_.pool();
    std::vector<std::int32_t> table;
    const auto append = [&](const std::vector<SimulatedResult>& results) {
      for (const SimulatedResult& result : results) {
        table.push_back(static_cast<std::int32_t>(result.text));
        table.push_back(
            static_cast<std::int32_t>(pool.lengths[result.text] + result.appended.size()));
        table.push_back(static_cast<std::int32_t>(result.severity));
        table.push_back(result.tools.empty() ? -1 : result.tools.front());
      }
    };
    for (std::size_t index = 0; index < comparisons; ++index) {
      const Pair pair = draw_pair(system_, row, index);
      append(pair.baseline);
      append(pair.current);
    }
    const std::size_t shape[] = {comparisons, 2, row.size, 4};
    return write_npy<std::int32_t>(folder / (row.name() + ".npy"), table, shape);
  }

  Result<void> write_vectors(const std::filesystem::path& folder) const {
    const std::size_t shape[] = {system_.pool().size(), system_.pool().dimension};
    PLUMB_CHECK_RESULT(write_npy<float>(folder / "vectors-0.npy", system_.vectors(0), shape));
    for (const double deviations : kShifts) {
      PLUMB_CHECK_RESULT(write_npy<float>(folder / fmt::format("vectors-{}.npy", deviations),
                                          system_.vectors(deviations), shape));
    }
    return {};
  }

 private:
  const SimulatedSystem& system_;
  plumb::ThreadPool& threads_;
};

std::vector<Row> rows_of(std::size_t size) {
  std::vector<Row> rows = {{size, false, {}}, {size, true, {}}};
  for (const Moved moved :
       {Moved::length, Moved::embedding, Moved::severity, Moved::tools, Moved::all}) {
    for (const double deviations : kShifts) rows.push_back({size, false, {moved, deviations}});
  }
  return rows;
}

Result<void> run(const Options& options) {
  plumb::ThreadPool threads(options.threads > 0 ? static_cast<int>(options.threads)
                                                : plumb::available_cpus());
  PLUMB_TRY(const TextPool pool, load_text_pool(options.texts, options.work, threads));
  const SimulatedSystem system(pool);
  Bench bench(system, threads);
  const std::filesystem::path samples = options.work / "samples";
  std::error_code ignored;  // the first write says what is wrong with the folder
  std::filesystem::create_directories(samples, ignored);
  if (options.samples > 0) PLUMB_CHECK_RESULT(bench.write_vectors(samples));

  nlohmann::ordered_json document = {{"plumb_calibration", 1},
                                     {"cpu", plumb::cpu_features().model},
                                     {"threads", threads.threads()},
                                     {"alpha", kAlpha},
                                     {"permutations", plumb::DriftOptions{}.permutations},
                                     {"bootstrap_draws", plumb::DriftOptions{}.bootstrap_draws},
                                     {"pool_texts", pool.size()},
                                     {"length_deviation", pool.length_deviation},
                                     {"direction_deviation", pool.direction_deviation},
                                     {"rows", nlohmann::ordered_json::array()}};
  for (const std::size_t size : options.sizes) {
    for (const Row& row : rows_of(size)) {
      const bool same = row.shift.moved == Moved::nothing;
      const std::size_t comparisons = same ? options.comparisons : options.power;
      if (comparisons == 0) continue;
      if (!row.paired && options.samples > 0) {
        PLUMB_CHECK_RESULT(bench.write_samples(row, options.samples, samples));
      }
      PLUMB_TRY(nlohmann::ordered_json found, bench.measure(row, comparisons));
      document["rows"].push_back(std::move(found));
      PLUMB_CHECK_RESULT(plumb::write_file(options.out, document.dump(1) + "\n"));
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const Result<Options> options = parse_options(argc, argv);
  const Result<void> done = options ? run(*options) : std::unexpected(options.error());
  if (!done) {
    fmt::print(stderr, "calibration: {}\n", done.error().message);
    return 2;
  }
  return 0;
}
