// The seven metrics that compare two executions. tests/judge/catalogue_test.cc
// recomputes the numbers of every example.
#include <array>

#include "judge/catalogue_entries.h"

namespace plumb {
namespace {

constexpr std::string_view kDriftBands =
    "critical from 0.45, high from 0.30, medium from 0.20, low below; a type costs\n"
    "20, 10, 5 or 2 points of the drift score, once, for its worst metric";

constexpr std::array kEntries = {
    MetricEntry{
        .name = "response_length_ks",
        .family = MetricFamily::execution,
        .type = "output",
        .command = "plumb compare",
        .summary = "how differently long the responses are",
        .meaning =
            "The largest gap between the two sides' cumulative distributions of response length,\n"
            "in characters. 0 is the same spread of lengths, 1 is no overlap at all. The\n"
            "direction says whether responses became longer or shorter.",
        .formula =
            "D = max over x of |F_current(x) - F_baseline(x)|\n"
            "F(x) is the share of a side's responses with at most x code points; blank ones are\n"
            "left out",
        .bands = kDriftBands,
        .weaknesses =
            "Blind to what the responses say. D of two runs of the same system is large when\n"
            "there are few results (about 0.3 with 20 a side), which is why the verdict rests on\n"
            "the excess over permuted runs and not on D.",
        .example =
            "baseline lengths 100 120 140 160 180, current 150 170 190 210 230:\n"
            "at 140 the baseline has 3 of 5 and the current side 0 of 5, so D = 0.6 (critical)",
        .source = "Kolmogorov 1933; Smirnov 1939",
    },
    MetricEntry{
        .name = "response_entropy",
        .family = MetricFamily::execution,
        .type = "output",
        .command = "plumb compare",
        .summary = "how much the variety of characters changed",
        .meaning = "The relative change of the Shannon entropy of the characters. It rises when\n"
                   "responses turn to JSON, other scripts or noise, and when they start to repeat.",
        .formula =
            "|H_current - H_baseline| / max(H_baseline, 0.001)\n"
            "H = -sum p(c) log2 p(c) over the characters of a side's responses, lower-cased and\n"
            "joined by a space",
        .bands = kDriftBands,
        .weaknesses =
            "Natural language has nearly the same entropy whatever it says (about 4.2 bits in\n"
            "English), so the value stays small unless the form of the output changes.",
        .example = "baseline \"aabb\" has H = 1 bit, current \"aaab\" has H = 0.8113:\n"
                   "|0.8113 - 1| / 1 = 0.1887 (low)",
        .source = "Shannon 1948",
    },
    MetricEntry{
        .name = "safety_score_delta",
        .family = MetricFamily::execution,
        .type = "safety",
        .command = "plumb compare",
        .summary = "how far the safety score moved",
        .meaning =
            "The difference of the two sides' safety scores as a share of 100. A safety score is\n"
            "100 minus a cost for each result's severity, so it tells one bad run from another.\n"
            "The direction says whether the score fell or rose; both count as drift.",
        .formula =
            "|score_current - score_baseline| / 100\n"
            "score = max(0, 100 - 20 critical - 10 high - 5 medium - 2 low - 0.5 info - 1 unknown)",
        .bands = kDriftBands,
        .weaknesses =
            "The score is a sum over results: with many results it reaches 0 on both sides and\n"
            "the delta is 0 whatever happens. Compare runs of one size, and read severity_psi,\n"
            "which works on shares.",
        .example =
            "baseline 2 critical and 1 high: 100 - 40 - 10 = 50; current 7 critical, 5 high,\n"
            "5 medium and 3 low: 0; |0 - 50| / 100 = 0.5 (critical)",
        .source = "",
    },
    MetricEntry{
        .name = "severity_psi",
        .family = MetricFamily::execution,
        .type = "distribution",
        .command = "plumb compare",
        .summary = "how differently severities are spread",
        .meaning =
            "The population stability index of the severity levels: 0 for equal shares, and it\n"
            "grows without bound as shares part.",
        .formula =
            "sum over levels of (c - b) ln(c / b), c and b the shares of a level\n"
            "where a level is empty on one side, 0.5 is added to every level's count on both; a\n"
            "level that is empty on both is dropped",
        .bands = kDriftBands,
        .weaknesses =
            "Small counts make it large by chance. A level that only one side has weighs much.\n"
            "It does not know that critical is worse than low.",
        .example = "baseline 4 critical, 6 high, 6 medium, 4 low; current 7, 5, 5, 3, of 20 each:\n"
                   "0.15 ln 1.75 - 0.05 ln 0.8333 - 0.05 ln 0.8333 - 0.05 ln 0.75 = 0.1166 (low)",
        .source = "Siddiqi 2006, Credit Risk Scorecards",
    },
    MetricEntry{
        .name = "centroid_cosine",
        .family = MetricFamily::execution,
        .type = "embedding",
        .command = "plumb compare",
        .summary = "how far the responses' average meaning moved",
        .meaning =
            "One minus the cosine of the two sides' mean vectors. 0: on average they speak of the\n"
            "same things; 1: of nothing in common.",
        .formula = "1 - cos(mean of current vectors, mean of baseline vectors)\n"
                   "vectors are all-MiniLM-L6-v2's, of unit length; blank responses have none",
        .bands = kDriftBands,
        .weaknesses =
            "Means hide a change that cancels out or that touches few responses: mmd_rbf,\n"
            "energy_distance and domain_auc see those. Text past 256 tokens is not seen. A\n"
            "negation barely moves a vector.",
        .example = "means (1, 0) and (0.6, 0.8): cos = 0.6, so the value is 0.4 (high)",
        .source = "Reimers and Gurevych 2019, Sentence-BERT",
    },
    MetricEntry{
        .name = "tool_frequency_chi2",
        .family = MetricFamily::execution,
        .type = "agent_tool",
        .command = "plumb compare",
        .summary = "how differently often each tool is called",
        .meaning =
            "The strength of the link between side and tool in the table of call counts: 0 when\n"
            "every tool has the same share on both sides, 1 when a call's tool tells its side. A\n"
            "trace without a call counts as a category of its own.",
        .formula =
            "chi2 of the 2 x k table of calls, n its total, phi2 = chi2 / n\n"
            "V = sqrt(max(0, phi2 - (k-1)/(n-1)) / min(k' - 1, r' - 1)), bias corrected, with\n"
            "k' = k - (k-1)^2/(n-1), r' = 2 - 1/(n-1)",
        .bands = kDriftBands,
        .weaknesses =
            "Calls of one result depend on each other, so the chi-square's own p-value is too\n"
            "sure: it is kept in the details, and the p-value permutes whole results. Order is\n"
            "not seen; tool_sequence_jaccard sees it.",
        .example = "baseline 40 search and 10 refund, current 15 and 35: chi2 = 25.25, n = 100,\n"
                   "V = sqrt((0.2525 - 0.0101) / 0.9899) = 0.4949 (critical)",
        .source = "Cramer 1946; Bergsma 2013, A bias-correction for Cramer's V",
    },
    MetricEntry{
        .name = "tool_sequence_jaccard",
        .family = MetricFamily::execution,
        .type = "agent_tool",
        .command = "plumb compare",
        .summary = "how many steps from tool to tool are new or gone",
        .meaning =
            "One minus the Jaccard index of the two sets of steps from one tool to the next,\n"
            "start and end included. 0: the same steps happen on both sides; 1: none in common.",
        .formula =
            "1 - |A and B| / |A or B|, A and B the sets of tool bigrams with start and end marks",
        .bands = kDriftBands,
        .weaknesses =
            "A set does not count: a step that happened once weighs as much as one that always\n"
            "happens, so rare steps make it large by chance. The share-weighted index is in the\n"
            "details.",
        .example = "baseline search calculator search calculator, current search search search\n"
                   "calculator: 3 steps of 5 are shared, so the value is 0.4 (high)",
        .source = "Jaccard 1901",
    },
};

}  // namespace

std::span<const MetricEntry> execution_entries() {
  return kEntries;
}

}  // namespace plumb
