// Session goal alignment: how close what a model did over a session comes to the plan.
//
// The cosine of the session's actions with the plan, in [-1, 1]. Actions are the
// sentences of a response that recommend, deal with risk or follow up; style and
// comfort do not count.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "measure/text_vectors.h"
#include "record/session_report.h"
#include "text/term_list.h"

namespace plumb {

// The response without its reasoning: <think>...</think> in any case. A block that is
// never closed reaches to the end; one that was opened in the prompt, so that only its
// </think> is there, reaches from the start.
std::string without_thinking(std::string_view response);

// The sentences, reasoning left out, that hold a term of the list.
std::vector<std::string> extract_actions(std::string_view response, const TermList& list);

struct AlignmentOptions {
  AlignmentMode mode = AlignmentMode::actions;
  AlignmentPooling pooling = AlignmentPooling::joined;
  bool ranges = true;  // of the curve: a text more for each action of each point
};

// One session: the raw responses in order, one a turn (blank where there is none),
// and the actions in each.
struct AlignmentInput {
  std::vector<std::string> responses;
  std::vector<std::vector<std::string>> actions;
  std::vector<std::int64_t> turns;
  std::string plan;
};

// Asks for every text that align() will need but those of want_ranges.
void want_alignment(const AlignmentInput& input, const AlignmentOptions& options,
                    TextVectors& vectors);
// Asks for the texts with one action left out, once the others are embedded: only then is it known
// which points of the curve the model read whole.
void want_ranges(const AlignmentInput& input, const AlignmentOptions& options,
                 TextVectors& vectors);

// The score over all turns and the curve over actions of turns up to each, with its ranges. The
// score is none where there is no action (mode full: no text) or the plan is blank.
SessionAlignment align(const AlignmentInput& input, const AlignmentOptions& options,
                       const TextVectors& vectors);

// The score alone, embedding what it needs: the actions of `responses` by `list`
// against `plan`. Fails as `embed` does.
Result<std::optional<double>> alignment(std::span<const std::string> responses,
                                        std::string_view plan, const TermList& list,
                                        const AlignmentOptions& options, const EmbedTexts& embed);

}  // namespace plumb
