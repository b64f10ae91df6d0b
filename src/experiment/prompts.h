// What the agents' models are told first.
//
// Two files: agent_base.txt as it is, and agent_with_intent.txt with {intent_block} where the
// intent in force is put, at every step. The files of the source tree's prompts/ are part of
// the binary.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/intent.h"

namespace plumb {

inline constexpr std::string_view kIntentPlaceholder = "{intent_block}";

struct AgentPrompts {
  std::string baseline;
  std::string intent_template;  // with the placeholder once

  friend bool operator==(const AgentPrompts&, const AgentPrompts&) = default;
};

// The files of a folder; none: those that come with Plumb. White space at a file's end is left
// out. Fails with not_found or io, and with invalid_input for a template that has the
// placeholder not once, for a baseline prompt that has it at all, and for bytes that are not
// UTF-8 or hold NUL.
Result<AgentPrompts> load_prompts(const std::optional<std::string>& folder);

// The template with the intent in its place.
std::string intent_prompt(const AgentPrompts& prompts, const Intent& intent);

}  // namespace plumb
