// The metrics of conversations: intent drift and session alignment.
#include <array>

#include "judge/catalogue_entries.h"

namespace plumb {
namespace {

constexpr std::string_view kLowerIsBetter = "none; lower is better";
constexpr std::string_view kAlignmentBands =
    "strong above 0.8, moderate from 0.6 to 0.8, poor below 0.6";

constexpr std::array kIntent = {
    MetricEntry{
        .name = "ids",
        .family = MetricFamily::intent,
        .type = "",
        .command = "plumb intent",
        .summary = "how far one step's output is from its reference",
        .meaning =
            "The intent drift score of a step, in [0, 1]. The reference is the output of step 0\n"
            "(initial-output) or the goal inferred at that step (inferred-goal); every result\n"
            "names which.",
        .formula = "clamp(1 - cos(output, reference), 0, 1), of all-MiniLM-L6-v2 vectors\n"
                   "both texts blank: 0; one blank: 1; step 0 of initial-output: 0",
        .bands = kLowerIsBetter,
        .weaknesses =
            "A long answer and a short goal differ in form too, so inferred-goal scores are high\n"
            "from the start: compare them with each other, not with 0. Past 256 tokens a text is\n"
            "cut, and the result says truncated.",
        .example = "vectors (1, 0) and (0.6, 0.8): cos = 0.6, ids = 0.4",
        .source = "Reimers and Gurevych 2019, Sentence-BERT",
    },
    MetricEntry{
        .name = "mean_ids",
        .family = MetricFamily::intent,
        .type = "",
        .command = "plumb intent",
        .summary = "a session's average drift",
        .meaning =
            "The mean of ids over the steps from 1 on. Step 0 is reported and not averaged, since\n"
            "it is the reference.",
        .formula = "mean of ids_t, t >= 1; null where there is no such step",
        .bands = kLowerIsBetter,
        .weaknesses = "A single turn away late in a session hides in the mean; max_ids shows it.",
        .example = "ids 0, 0.2, 0.1, 0.6 at steps 0 to 3: (0.2 + 0.1 + 0.6) / 3 = 0.3",
        .source = "",
    },
    MetricEntry{
        .name = "max_ids",
        .family = MetricFamily::intent,
        .type = "",
        .command = "plumb intent",
        .summary = "a session's worst step",
        .meaning = "The largest ids over the steps from 1 on.",
        .formula = "max of ids_t, t >= 1; null where there is no such step",
        .bands = kLowerIsBetter,
        .weaknesses = "Longer sessions have larger maxima by chance; compare sessions of a length.",
        .example = "ids 0, 0.2, 0.1, 0.6 at steps 0 to 3: 0.6, at step 3",
        .source = "",
    },
    MetricEntry{
        .name = "goal_shift",
        .family = MetricFamily::intent,
        .type = "",
        .command = "plumb intent",
        .summary = "how far the goal itself moved",
        .meaning =
            "The distance from the first goal to the last one that was inferred: whether the\n"
            "user changed the task, as ids says whether the model left it.",
        .formula = "clamp(1 - cos(first goal, last goal), 0, 1); both blank: 0; one blank: 1",
        .bands = kLowerIsBetter,
        .weaknesses = "It sees the first and the last goal alone: a detour that came back is 0.",
        .example = "vectors (0.8, 0.6) and (1, 0): cos = 0.8, goal_shift = 0.2",
        .source = "",
    },
};

constexpr std::array kSession = {
    MetricEntry{
        .name = "alignment",
        .family = MetricFamily::session,
        .type = "",
        .command = "plumb session",
        .summary = "how near a session's actions are to the plan",
        .meaning =
            "The cosine between the actions that the responses recommend, all turns together,\n"
            "and the target plan. 1 is the plan's own words; 0 has nothing to do with it.",
        .formula =
            "cos(actions joined by spaces, plan); an action is a sentence with an action, risk\n"
            "or follow-up term; null where there is none",
        .bands = kAlignmentBands,
        .weaknesses =
            "Only the first 256 tokens of the joined actions are seen, unless --pooling\n"
            "mean-sentences is chosen. Advice against the plan in the plan's words scores high.",
        .example = "vectors (0.8, 0.6) and (1, 0): alignment = 0.8, moderate (strong is above it)",
        .source = "Reimers and Gurevych 2019, Sentence-BERT",
    },
    MetricEntry{
        .name = "alignment_curve_actions",
        .family = MetricFamily::session,
        .type = "",
        .command = "plumb session",
        .summary = "alignment turn by turn",
        .meaning =
            "Entry t is the alignment of the actions of turns up to t. A curve that falls is a\n"
            "session that leaves its plan.",
        .formula = "curve[t] = alignment(actions of turns <= t, plan); null until the first action",
        .bands = kAlignmentBands,
        .weaknesses =
            "Each entry holds all earlier turns, so late turns move it little; past 256 tokens\n"
            "not at all unless --pooling mean-sentences is chosen.",
        .example = "mean-sentences, plan (1, 0), one action a turn, (1, 0) then (0, 1):\n"
                   "1, then cos((0.5, 0.5), (1, 0)) = 0.7071",
        .source = "",
    },
    MetricEntry{
        .name = "entity_recall",
        .family = MetricFamily::session,
        .type = "",
        .command = "plumb session",
        .summary = "how many of the facts that matter are still there",
        .meaning =
            "The share of a case's critical entities that a turn's response mentions; over the\n"
            "turns it makes a curve whose fall is what the session forgets.",
        .formula =
            "found / all critical entities; found exactly, after normalisation, or with a token\n"
            "Jaccard of at least 0.6; a negation among the five tokens before it does not count",
        .bands = "none; higher is better",
        .weaknesses =
            "A turn that has no reason to repeat a fact scores as if it had forgotten it. A\n"
            "synonym is not found.",
        .example = "4 critical entities, 3 of them in the response: 0.75",
        .source = "",
    },
    MetricEntry{
        .name = "drift_slope",
        .family = MetricFamily::session,
        .type = "",
        .command = "plumb session",
        .summary = "how fast a curve falls",
        .meaning =
            "The slope of a straight line through a curve, a turn at a time, with its interval.\n"
            "Below 0: the session loses ground.",
        .formula = "sum (t - mean t)(y_t - mean y) / sum (t - mean t)^2, over entries not null",
        .bands = "none; the interval says whether it differs from 0",
        .weaknesses = "A sudden break looks like a slow fall; look at the curve.",
        .example = "recall 1, 0.75, 0.5, 0.25 at turns 0 to 3: -0.25 a turn",
        .source = "ordinary least squares",
    },
    MetricEntry{
        .name = "knowledge_conflict_rate",
        .family = MetricFamily::session,
        .type = "",
        .command = "plumb session",
        .summary = "how often advice contradicts the turn before",
        .meaning =
            "The share of pairs of consecutive turns with advice in which the later contradicts\n"
            "the earlier, as an NLI classifier (--nli NAME|DIR) or a chat model (--nli judge)\n"
            "says: the earlier turn is the premise, the later the hypothesis.",
        .formula =
            "contradicted pairs / evaluated pairs; absent without --nli. A classifier's label is\n"
            "the one with the highest logit; a judge's reply that is no verdict is not evaluated",
        .bands = "none; lower is better",
        .weaknesses =
            "It is as good as what judges the pairs; small chat models are poor judges. Advice\n"
            "that rightly changes counts too. Contradictions across more than one turn are not\n"
            "seen.",
        .example = "8 evaluated pairs, 2 contradicted: 0.25",
        .source = "",
    },
};

}  // namespace

std::span<const MetricEntry> intent_entries() {
  return kIntent;
}

std::span<const MetricEntry> session_entries() {
  return kSession;
}

}  // namespace plumb
