// What is told beside the seven, and never scored.
#include <array>

#include "judge/catalogue_entries.h"

namespace plumb {
namespace {

constexpr std::string_view kNoBands =
    "none: it is told with its p-value and takes no part in score, grade and verdict; a\n"
    "gate may name it";

constexpr std::string_view kNoBandsAndNoP =
    "none: it is told without a p-value and takes no part in score, grade and verdict; a\n"
    "gate may name it";

constexpr std::array kEntries = {
    MetricEntry{
        .name = "mmd_rbf",
        .family = MetricFamily::additional,
        .type = "embedding",
        .command = "plumb compare",
        .summary = "any difference between the two clouds of vectors",
        .meaning =
            "The squared maximum mean discrepancy with a Gaussian kernel: whether two clouds of\n"
            "vectors come from one distribution, not only whether their means agree. Around 0\n"
            "for equal ones; it may be slightly negative.",
        .formula =
            "mean k(x, x') + mean k(y, y') - 2 mean k(x, y), x != x' and y != y'\n"
            "k(a, b) = exp(-|a - b|^2 / (2 s^2)), s the median distance of the pooled vectors",
        .bands = kNoBands,
        .weaknesses =
            "Its size has no plain meaning: read the p-value. Its cost is quadratic, so it is\n"
            "computed on a stated number of results a side.",
        .example = "one number each, s = 1: current {0, 0} against baseline {1, 1} gives\n"
                   "1 + 1 - 2 exp(-0.5) = 0.7869",
        .source = "Gretton et al. 2012, A kernel two-sample test",
    },
    MetricEntry{
        .name = "energy_distance",
        .family = MetricFamily::additional,
        .type = "embedding",
        .command = "plumb compare",
        .summary = "how much farther apart the sides are than their members",
        .meaning =
            "The root of twice the mean distance between the sides minus the mean distances\n"
            "within each. It is 0 only for equal distributions and needs no kernel width.",
        .formula =
            "sqrt(2 mean |x - y| - mean |x - x'| - mean |y - y'|), Euclidean, over all pairs",
        .bands = kNoBands,
        .weaknesses =
            "Like mmd_rbf: quadratic, so on a stated number of results a side, and its size is\n"
            "best read through its p-value.",
        .example = "one number each, current {0, 1} against baseline {2, 3}:\n"
                   "sqrt(2 * 2 - 0.5 - 0.5) = 1.7321",
        .source = "Szekely and Rizzo 2004",
    },
    MetricEntry{
        .name = "domain_auc",
        .family = MetricFamily::additional,
        .type = "embedding",
        .command = "plumb compare",
        .summary = "how well a classifier tells the sides apart",
        .meaning =
            "The area under the ROC curve of a classifier that learns to say which side a vector\n"
            "came from, on vectors that it did not learn from. 0.5: no better than a coin; 1:\n"
            "every response gives its side away.",
        .formula =
            "the share of pairs of one current and one baseline result in which the current one\n"
            "gets the higher score; ties count half",
        .bands = kNoBandsAndNoP,
        .weaknesses =
            "It needs some dozens of results a side, and it also finds harmless traits that tell\n"
            "the sides apart, such as a date in every response.",
        .example = "scores 0.9, 0.6, 0.4 of current results and 0.5, 0.3, 0.2 of baseline ones:\n"
                   "8 of 9 pairs are in order, so AUC = 0.8889",
        .source = "Lopez-Paz and Oquab 2017, Revisiting classifier two-sample tests",
    },
    MetricEntry{
        .name = "tool_transition_chi2",
        .family = MetricFamily::additional,
        .type = "agent_tool",
        .command = "plumb compare",
        .summary = "how differently often each step from tool to tool happens",
        .meaning =
            "tool_frequency_chi2 on steps from one tool to the next, start and end included: it\n"
            "counts steps where tool_sequence_jaccard only asks whether they happen.",
        .formula = "the bias-corrected Cramer's V of the 2 x k table of transition counts",
        .bands = kNoBands,
        .weaknesses =
            "Many tools make many transitions with few counts each; read its p-value, which\n"
            "permutes whole results.",
        .example = "baseline 30 of search->answer and 20 of search->refund, current 20 and 30:\n"
                   "chi2 = 4, n = 100, V = sqrt((0.04 - 0.0101) / 0.9899) = 0.1738",
        .source = "Bergsma 2013",
    },
};

}  // namespace

std::span<const MetricEntry> additional_entries() {
  return kEntries;
}

}  // namespace plumb
