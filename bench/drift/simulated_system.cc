#include "drift/simulated_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>
#include <utility>

#include "text/utf8.h"

namespace plumb::bench {
namespace {

// Box and Muller; the second of the pair is not used.
double normal(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

// Two standard normal variables as one, with a correlation of 0.36 to another
// that shares the first.
double shared_normal(double shared, double own) {
  return 0.6 * shared + 0.8 * own;
}

// The standard normal's quantiles at 0.30, 0.70, 0.88 and 0.96.
constexpr std::array kSeverityCuts = {-0.5244, 0.5244, 1.1750, 1.7507};
constexpr std::array kSeverityLevels = {Severity::info, Severity::low, Severity::medium,
                                        Severity::high, Severity::critical};
// At 0.35, 0.60, 0.78, 0.90 and 0.97.
constexpr std::array kToolCuts = {-0.3853, 0.2533, 0.7722, 1.2816, 1.8808};
// Shares of results with no call, at most one, two and three; the rest has four.
constexpr std::array kCallShares = {0.15, 0.50, 0.80, 0.95};

std::size_t place_of(double value, std::span<const double> cuts) {
  return static_cast<std::size_t>(std::ranges::upper_bound(cuts, value) - cuts.begin());
}

}  // namespace

std::string_view name_of(Moved moved) {
  switch (moved) {
    case Moved::nothing:
      return "nothing";
    case Moved::length:
      return "length";
    case Moved::embedding:
      return "embedding";
    case Moved::severity:
      return "severity";
    case Moved::tools:
      return "tools";
    case Moved::all:
      return "all";
  }
  std::unreachable();
}

SimulatedSystem::SimulatedSystem(const TextPool& pool) : pool_(pool) {
  for (const std::string& text : pool.texts) {
    std::istringstream stream(text);
    for (std::string word; stream >> word;) words_.push_back(word);
  }
  vectors_.emplace(0.0, pool.vectors);
  for (const double deviations : kShifts) {
    vectors_.emplace(deviations, moved_vectors(pool, deviations));
  }
}

std::vector<Prompt> SimulatedSystem::draw_prompts(std::size_t count, Rng& rng) const {
  std::vector<Prompt> prompts;
  for (std::size_t i = 0; i < count; ++i) {
    prompts.push_back(
        {i, static_cast<std::uint32_t>(rng.below(pool_.size())), normal(rng), normal(rng)});
  }
  return prompts;
}

std::vector<SimulatedResult> SimulatedSystem::answer(std::span<const Prompt> prompts,
                                                     const Shift& shift, Rng& rng) const {
  std::vector<SimulatedResult> results;
  for (const Prompt& prompt : prompts) {
    SimulatedResult result;
    result.prompt = prompt.number;
    result.text = pool_.neighbours(prompt.anchor)[rng.below(TextPool::kNeighbours)];
    result.appended = words_for(shift.of(Moved::length) * pool_.length_deviation, rng);
    const double severity = shared_normal(prompt.severity, normal(rng)) + shift.of(Moved::severity);
    result.severity = kSeverityLevels[place_of(severity, kSeverityCuts)];
    const double tools = shared_normal(prompt.tools, normal(rng));
    const std::size_t calls = place_of(rng.uniform(), kCallShares);
    for (std::size_t call = 0; call < calls; ++call) {
      const double tool = shared_normal(tools, normal(rng)) + shift.of(Moved::tools);
      result.tools.push_back(static_cast<std::uint8_t>(place_of(tool, kToolCuts)));
    }
    results.push_back(std::move(result));
  }
  return results;
}

// Random words as long as they bring the length nearer to the one wanted.
std::string SimulatedSystem::words_for(double characters, Rng& rng) const {
  std::string words;
  double length = 0;
  while (length < characters) {
    const std::string& word = words_[rng.below(words_.size())];
    const double added = static_cast<double>(count_code_points(word) + 1);
    if (length + added - characters > characters - length) break;
    words += ' ';
    words += word;
    length += added;
  }
  return words;
}

void SimulatedSystem::fill_response(const SimulatedResult& result, std::size_t number,
                                    Response& response) const {
  response.id = std::to_string(number);
  response.response = pool_.texts[result.text] + result.appended;
  response.severity = result.severity;
  response.tools.emplace();
  for (const std::uint8_t tool : result.tools) {
    response.tools->push_back({std::string(kToolNames[tool]), {}, {}});
  }
}

Result<ExecutionProfile> SimulatedSystem::profile_of(std::span<const SimulatedResult> results,
                                                     const Shift& shift, bool with_prompts) const {
  ExecutionProfile profile(ProfileOptions{.keep_text = false});
  const std::vector<float>& vectors = this->vectors(shift.of(Moved::embedding));
  Response response;
  for (std::size_t i = 0; i < results.size(); ++i) {
    fill_response(results[i], i, response);
    if (with_prompts) response.prompt = std::to_string(results[i].prompt);
    const auto vector =
        std::span(vectors).subspan(results[i].text * pool_.dimension, pool_.dimension);
    PLUMB_CHECK_RESULT(profile.add(response, vector, false));
  }
  return profile;
}

}  // namespace plumb::bench
