// A system that answers prompts at random, and the same system moved by so many
// standard deviations: what calibration and power are measured on.
//
// A result's text is one of the 16 texts of the pool nearest to what its prompt
// asks for. Severity and tools are cut from normal variables that prompt and
// result share, so results of one prompt are alike, and so are the calls of one
// result: whoever permutes single calls, or ignores prompts, errs on these data.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "drift/text_pool.h"
#include "measure/execution_profile.h"
#include "record/severity.h"

namespace plumb::bench {

// What the current system does otherwise.
//   length     words are appended until the mean length has moved
//   embedding  vectors move along the pool's first principal direction
//   severity   results are graver: the variable behind them moves
//   tools      other tools are called: the variable behind each call moves
//   all        all of these
enum class Moved { nothing, length, embedding, severity, tools, all };
std::string_view name_of(Moved moved);

struct Shift {
  Moved moved = Moved::nothing;
  double deviations = 0;  // standard ones, of what moves

  double of(Moved what) const { return moved == what || moved == Moved::all ? deviations : 0; }
};

struct Prompt {
  std::uint64_t number = 0;
  std::uint32_t anchor = 0;  // the text that it asks for
  double severity = 0;       // its part of the variables, standard normal
  double tools = 0;
};

struct SimulatedResult {
  std::uint64_t prompt = 0;
  std::uint32_t text = 0;
  std::string appended;  // to the text
  Severity severity = Severity::low;
  std::vector<std::uint8_t> tools;  // numbers of kToolNames
};

inline constexpr std::string_view kToolNames[] = {"search", "fetch", "calculate",
                                                  "write",  "email", "delete"};

class SimulatedSystem {
 public:
  explicit SimulatedSystem(const TextPool& pool);

  std::vector<Prompt> draw_prompts(std::size_t count, Rng& rng) const;
  std::vector<SimulatedResult> answer(std::span<const Prompt> prompts, const Shift& shift,
                                      Rng& rng) const;

  // A result as a reader would give it, but for its vector; `response` is used again.
  void fill_response(const SimulatedResult& result, std::size_t number, Response& response) const;

  // With prompts, a comparison of two profiles is paired. Any thread may call it.
  Result<ExecutionProfile> profile_of(std::span<const SimulatedResult> results, const Shift& shift,
                                      bool with_prompts) const;

  // Of a shift: one of 0, 0.2, 0.5 and 1, which were computed once.
  const std::vector<float>& vectors(double deviations) const { return vectors_.at(deviations); }
  const TextPool& pool() const { return pool_; }

 private:
  std::string words_for(double characters, Rng& rng) const;

  const TextPool& pool_;
  std::vector<std::string> words_;
  std::map<double, std::vector<float>> vectors_;
};

inline constexpr double kShifts[] = {0.2, 0.5, 1.0};

}  // namespace plumb::bench
