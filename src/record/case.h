// What a session is measured against and made of: cases with their turns, the
// answers a model gave to them, and the plans that the answers should follow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

// What the user says at one turn.
struct CaseTurn {
  std::int64_t turn = 0;  // as numbered in the file; ascending within a case
  std::string message;

  friend bool operator==(const CaseTurn&, const CaseTurn&) = default;
};

struct Case {
  std::string id;  // never blank; unique in its file
  std::string patient_summary;
  std::vector<std::string> critical_entities;  // in the file's order, none blank
  std::vector<CaseTurn> turns;                 // ascending by turn; may be empty
  std::string metadata;                        // a JSON object; empty where none was given
  std::vector<std::string> reasoning = {};     // how a professional thought about the case

  friend bool operator==(const Case&, const Case&) = default;
};

// Who wrote the answer's context: a summary of the conversation, or the dialogue itself.
enum class GenerationVariant { summary, dialogue };
std::string_view name_of(GenerationVariant variant);
std::optional<GenerationVariant> generation_variant_of(std::string_view name);  // any case

// One answer of a model to one turn of a case.
struct Generation {
  std::string case_id;
  std::int64_t turn = 0;                                    // "turn_num" or "turn_idx"
  GenerationVariant variant = GenerationVariant::dialogue;  // where the line says none
  std::string response;                                     // empty where it failed
  std::string status = "ok";                                // where the line says none
  std::uint64_t line = 0;                                   // in its file, from 1

  // Rows that are not ok are counted, not scored.
  bool ok() const { return status == "ok"; }

  friend bool operator==(const Generation&, const Generation&) = default;
};

// The plan of care of one case.
struct TargetPlan {
  std::string case_id;
  std::string plan;
  std::string details;  // the plan's other members as a JSON object; empty where none

  friend bool operator==(const TargetPlan&, const TargetPlan&) = default;
};

// A plan file: what it says of itself, and its plans.
struct TargetPlans {
  std::string meta;               // a JSON object; empty where none was given
  std::vector<TargetPlan> plans;  // ascending by id, each case once

  const TargetPlan* find(std::string_view case_id) const;

  friend bool operator==(const TargetPlans&, const TargetPlans&) = default;
};

}  // namespace plumb
