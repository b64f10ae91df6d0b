// The measures as functions of inputs to documents: what `plumb COMMAND --json` prints, with the
// same functions of the same rooms.
#include "measures.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/clock.h"
#include "errors.h"
#include "ingest/case_reader.h"
#include "ingest/conversion.h"
#include "ingest/evaluation_reader.h"
#include "ingest/session_reader.h"
#include "ingest/task_reader.h"
#include "input.h"
#include "judge/gate.h"
#include "judge/judge.h"
#include "judge/metric_catalogue.h"
#include "judge/thresholds.h"
#include "measure/embedding_origin.h"
#include "measure/execution_drift.h"
#include "measure/inference.h"
#include "measure/intent_drift.h"
#include "measure/intent_log.h"
#include "measure/session_drift.h"
#include "measure/stereotype_drift.h"
#include "measure/stereotype_run.h"
#include "measure/stereotype_scorer.h"
#include "measure/stereotype_summary.h"
#include "measure/term_lists.h"
#include "models.h"
#include "profile.h"
#include "reading.h"
#include "record/comparison_json.h"
#include "report/comparison_terminal.h"
#include "report/comparison_writers.h"
#include "report/intent_writers.h"
#include "report/session_writers.h"
#include "report/stereotype_writers.h"

namespace plumb::python {
namespace nb = nanobind;
using namespace nb::literals;
namespace {

using GivenVectors =
    std::optional<nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>>;

// Embeds the texts whose vectors are not at hand already.
EmbedTexts embed_beside(EmbeddingModel& model, std::span<const std::string_view> known,
                        const float* vectors) {
  std::unordered_map<std::string_view, const float*> at_hand;
  const std::size_t dimension = model.dimension();
  for (std::size_t i = 0; i < known.size(); ++i) at_hand.emplace(known[i], vectors + i * dimension);
  return [embed = embed_for_measure(model), at_hand = std::move(at_hand),
          dimension](std::span<const std::string_view> texts) -> Result<Embeddings> {
    std::vector<std::string_view> others;
    for (const std::string_view text : texts) {
      if (!at_hand.contains(text)) others.push_back(text);
    }
    Embeddings made;
    if (!others.empty()) {
      PLUMB_TRY(made, embed(others));
    }
    Embeddings all{dimension, {}, {}, {}};
    all.values.reserve(texts.size() * dimension);
    all.tokens.resize(texts.size());
    all.truncated.resize(texts.size());
    std::size_t next = 0;
    for (const std::string_view text : texts) {
      const auto found = at_hand.find(text);
      const auto vector =
          found != at_hand.end() ? std::span(found->second, dimension) : made.vector(next++);
      all.values.insert(all.values.end(), vector.begin(), vector.end());
    }
    return all;
  };
}

// `given` are the vectors of the outputs, where somebody has them.
std::vector<double> ids_of(EmbeddingModel& model, nb::handle outputs, nb::handle references,
                           const GivenVectors& given) {
  const Texts left(outputs, "outputs");
  const Texts right(references, "references");
  if (left.size() != right.size()) {
    refuse(
        fmt::format("outputs has {} entries and references {}; a reference an output is "
                    "expected",
                    left.size(), right.size()));
  }
  if (given && (given->shape(0) != left.size() || given->shape(1) != model.dimension())) {
    refuse(fmt::format("vectors has the shape ({}, {}); ({}, {}) is expected", given->shape(0),
                       given->shape(1), left.size(), model.dimension()));
  }
  const nb::gil_scoped_release unlocked;
  TextVectors vectors(given ? embed_beside(model, left.all(), given->data())
                            : embed_for_measure(model));
  for (const auto texts : {left.all(), right.all()}) {
    for (const std::string_view text : texts) vectors.want(text);
  }
  value(vectors.embed_wanted());
  std::vector<double> scores(left.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = ids(left.all()[i], right.all()[i], vectors);
  }
  return scores;
}

struct IntentChoice {
  std::string against;
  std::map<std::string, std::string> task_goals;
  std::optional<std::string> goal;
  std::string policy;
  std::optional<double> threshold;
  bool sentences;
  std::uint64_t seed;
};

IntentOptions options_of(const IntentChoice& choice) {
  IntentOptions options;
  const auto against = intent_reference_of(choice.against);
  if (!against) {
    refuse(fmt::format("against is \"{}\"; it can be \"initial-output\" or \"inferred-goal\"",
                       choice.against));
  }
  options.against = *against;
  options.sentences = choice.sentences;
  options.seed = choice.seed;
  options.goal = choice.goal;
  options.task_goals.insert(choice.task_goals.begin(), choice.task_goals.end());
  PolicyThresholds thresholds;
  if (choice.threshold) {
    if (choice.policy != "guard") {
      refuse("threshold is of the policy guard; follow has two bands of its own");
    }
    thresholds.emplace_back("conflict_below", *choice.threshold);
  }
  options.policy = value(read_policy(choice.policy, thresholds));
  return options;
}

std::string intent_document(EmbeddingModel& model, nb::handle source, const std::string& against,
                            const std::map<std::string, std::string>& task_goals,
                            const std::optional<std::string>& goal, const std::string& policy,
                            std::optional<double> threshold, bool sentences, bool skip_bad,
                            std::uint64_t seed, const std::string& format, const Columns& columns) {
  Input input(source);
  const nb::gil_scoped_release unlocked;
  const IntentOptions options =
      options_of({against, task_goals, goal, policy, threshold, sentences, seed});
  SessionReaderOptions reading = Reading{format, columns, skip_bad}.of_steps();
  LoggedPolicies policies;
  reading.admit = [&](const SessionStep& step) { return policies.add(step); };
  const SessionLog log = value(read_sessions(value(input.lines()), reading));
  if (log.steps.empty()) refuse(fmt::format("{} holds no step of a session", input.name()));
  IntentReport report = value(measure_intent(log.steps, options, embed_for_measure(model)));
  report.provenance = provenance_of(model.embedder(), seed, std::move(report.provenance));
  report.skipped = log.skipped;
  if (log.skipped > 0) {
    report.warnings.push_back(skipped_sentence(log.skipped, input.name(), log.first_skipped));
  }
  if (log.repeated > 0) {
    report.warnings.push_back(repeated_sentence(log.repeated, log.first_repeated));
  }
  return intent_json(report);
}

std::map<std::string, std::string> task_goals_of(nb::handle source) {
  const Input input(source);
  const TaskGoals goals = value(input.is_file() ? read_task_goals(input.name())
                                                : parse_task_goals(input.bytes(), input.name()));
  return {goals.begin(), goals.end()};
}

// Ctrl-C is heard between windows of pairs. The model outlives what is returned.
InferPairs infer_for_measure(ClassifierModel& nli) {
  std::shared_ptr<Classifier> shared(std::shared_ptr<void>(), &nli.chosen().classifier);
  return value(infer_with(std::move(shared), [](std::size_t, std::size_t) { check_signals(); }));
}

struct SessionInputs {
  CaseFile cases;
  GenerationFile generations;
  TargetPlans plans;
};

SessionInputs read_inputs(const Input& cases, Input& generations, const std::optional<Input>& plans,
                          bool skip_bad) {
  SessionInputs inputs;
  inputs.cases =
      value(cases.is_file() ? read_cases(cases.name()) : parse_cases(cases.bytes(), cases.name()));
  GenerationReaderOptions options;
  options.cases = &inputs.cases.cases;
  options.skip_bad = skip_bad;
  inputs.generations =
      value(generations.is_file() ? read_generations(generations.name(), options)
                                  : read_generations(value(generations.lines()), options));
  if (inputs.generations.generations.empty()) {
    refuse(fmt::format("{} holds no generation", generations.name()));
  }
  if (plans) {
    inputs.plans = value(plans->is_file() ? read_target_plans(plans->name())
                                          : parse_target_plans(plans->bytes(), plans->name()));
  }
  return inputs;
}

std::string session_document(EmbeddingModel& model, nb::handle cases, nb::handle generations,
                             nb::handle plans, const std::string& lists, const std::string& mode,
                             const std::string& pooling, const std::vector<std::string>& vocabulary,
                             bool skip_bad, std::uint64_t seed, ClassifierModel* nli) {
  const Input case_input(cases);
  Input generation_input(generations);
  std::optional<Input> plan_input;
  if (!plans.is_none()) plan_input.emplace(plans);
  SessionOptions options;
  const auto wanted_mode = alignment_mode_of(mode);
  const auto wanted_pooling = alignment_pooling_of(pooling);
  if (!wanted_mode) refuse(fmt::format("mode is \"{}\"; it can be \"actions\" or \"full\"", mode));
  if (!wanted_pooling) {
    refuse(fmt::format("pooling is \"{}\"; it can be \"joined\" or \"mean-sentences\"", pooling));
  }
  options.alignment.mode = *wanted_mode;
  options.alignment.pooling = *wanted_pooling;
  options.vocabulary = vocabulary;
  if (!vocabulary.empty()) options.vocabulary_name = "given";
  const nb::gil_scoped_release unlocked;
  const TermList list = value(load_term_list(lists));
  const SessionInputs inputs = read_inputs(case_input, generation_input, plan_input, skip_bad);
  const auto mine = nli != nullptr ? nli->turn() : std::unique_lock<std::mutex>();
  if (nli != nullptr) options.infer = infer_for_measure(*nli);
  SessionReport report =
      value(measure_sessions(inputs.cases.cases, inputs.generations.generations, inputs.plans, list,
                             options, embed_for_measure(model)));
  report.provenance = provenance_of(model.embedder(), seed, std::move(report.provenance));
  if (nli != nullptr) report.nli = origin_of(nli->chosen().classifier);
  for (const std::string& warning : inputs.cases.warnings) report.warnings.push_back(warning);
  report.skipped = inputs.generations.skipped;
  if (inputs.generations.skipped > 0) {
    report.warnings.push_back(skipped_sentence(inputs.generations.skipped, generation_input.name(),
                                               inputs.generations.first_skipped));
  }
  return session_json(report);
}

Evaluation read_evaluation_of(const Input& input) {
  if (input.is_file()) return value(read_evaluation(input.name()));
  Evaluation evaluation{.model = input.name(),
                        .file = input.name(),
                        .entries = value(parse_evaluation(input.bytes(), input.name()))};
  if (evaluation.entries.empty()) refuse(fmt::format("{} holds no entry", input.name()));
  return evaluation;
}

std::string stereotype_document(EmbeddingModel& model, ClassifierModel& classifier,
                                const nb::list& sources, std::uint64_t seed) {
  std::vector<Input> inputs;
  for (const nb::handle source : sources) inputs.emplace_back(source);
  const nb::gil_scoped_release unlocked;
  std::vector<Evaluation> evaluations;
  for (const Input& input : inputs) evaluations.push_back(read_evaluation_of(input));
  const auto mine = classifier.turn();
  StereotypeReport report;
  const std::string now = utc_now();  // 2025-03-01T...
  report.date = now.substr(0, 4) + now.substr(5, 2) + now.substr(8, 2);
  report.classifier = stereotype_classifier(classifier.chosen());
  report.provenance = provenance_of(model.embedder(), seed);
  report.provenance.bootstrap_draws = StereotypeSummaryOptions{}.draws;
  report.provenance.thresholds = {{"significant_drift", kSignificantDrift},
                                  {"is_stereotype", kStereotypeFlag}};
  const ScoreTexts score = score_with(classifier.chosen().classifier);
  StereotypeRunOptions options;
  options.seed = seed;
  options.most_tokens = classifier.chosen().classifier.provenance().max_tokens;
  options.before_window = [](std::size_t) -> Result<void> {
    check_signals();
    return {};
  };
  for (Evaluation& evaluation : evaluations) {
    StereotypeAnalysis analysis =
        value(analyse_evaluation(std::move(evaluation), score, embed_for_measure(model), options));
    warn_of_shadowed_fields(analysis);
    report.models.push_back(std::move(analysis));
  }
  return stereotype_json(report);
}

struct CompareChoice {
  DriftOptions drift;
  JudgeOptions judge;
  std::vector<Gate> gates;
};

CompareChoice choice_of(const std::vector<std::string>& gates,
                        const std::map<std::string, double>& thresholds, double alpha,
                        std::uint64_t permutations, std::uint64_t bootstrap, std::uint64_t seed,
                        int threads) {
  CompareChoice choice;
  for (const std::string& text : gates) {
    auto gate = Gate::parse(text);
    if (!gate) refuse(fmt::format("fail_on holds \"{}\": {}", text, gate.error().message));
    choice.gates.push_back(*std::move(gate));
  }
  for (const auto& [type, threshold] : thresholds) {
    value(set_threshold(choice.judge, type, threshold));
  }
  const auto check_draws = [](const char* name, std::uint64_t draws) {
    if (draws >= 99 && draws <= 1'000'000) return;
    refuse(fmt::format("{} is {}; it can be 99 to 1000000", name, draws));
  };
  check_draws("permutations", permutations);
  check_draws("bootstrap", bootstrap);
  if (!(alpha >= 0.0001 && alpha <= 0.5)) {
    refuse(fmt::format("alpha is {}; it can be 0.0001 to 0.5", alpha));
  }
  choice.judge.alpha = alpha;
  choice.drift.permutations = permutations;
  choice.drift.bootstrap_draws = bootstrap;
  choice.drift.seed = seed;
  choice.drift.threads = threads;
  return choice;
}

std::string compare_document(const Profile& current, const Profile& baseline,
                             const std::string& current_source, const std::string& baseline_source,
                             const std::vector<std::string>& gates,
                             const std::map<std::string, double>& thresholds, double alpha,
                             std::uint64_t permutations, std::uint64_t bootstrap,
                             std::uint64_t seed, int threads) {
  const CompareChoice choice =
      choice_of(gates, thresholds, alpha, permutations, bootstrap, seed, threads);
  const nb::gil_scoped_release unlocked;
  Comparison comparison =
      value(compare_executions(current.profile(), baseline.profile(), choice.drift));
  const auto name = [](ComparedSide& side, const std::string& source) {
    side.source = source;
    if (side.name.empty()) side.name = source;
  };
  name(comparison.current, current_source);
  name(comparison.baseline, baseline_source);
  judge(comparison, choice.judge);
  for (const Gate& gate : choice.gates) comparison.gates.push_back(gate.check(comparison));
  return comparison_json({&comparison, 1});
}

std::string render_comparison(const std::string& document, const std::string& format) {
  const nb::gil_scoped_release unlocked;
  const std::vector<Comparison> comparisons = value(parse_comparisons(document));
  ReportOptions options;
  options.summary_of = [](std::string_view metric) {
    const MetricEntry* entry = find_metric(metric);
    return entry == nullptr ? std::string_view() : entry->summary;
  };
  if (format == "html") return comparison_html(comparisons, options);
  if (format == "markdown") return comparison_markdown(comparisons, options);
  if (format == "junit") return comparison_junit(comparisons);
  if (format == "sarif") return comparison_sarif(comparisons, options);
  if (format != "text") refuse(fmt::format("\"{}\" is no format of a comparison", format));
  std::string out;
  for (const Comparison& each : comparisons) out += comparison_terminal(each, {false, 100});
  return out;
}

}  // namespace

void bind_measures(nb::module_& module) {
  module.def("ids", &ids_of, "model"_a, "outputs"_a, "references"_a, "vectors"_a = nb::none());
  module.def("intent", &intent_document, "model"_a, "log"_a, "against"_a, "task_goals"_a,
             "goal"_a.none(), "policy"_a, "threshold"_a.none(), "sentences"_a, "skip_bad"_a,
             "seed"_a, "format"_a, "columns"_a);
  module.def("task_goals", &task_goals_of, "tasks"_a);
  module.def("session", &session_document, "model"_a, "cases"_a, "generations"_a, "plans"_a.none(),
             "lists"_a, "mode"_a, "pooling"_a, "vocabulary"_a, "skip_bad"_a, "seed"_a,
             "nli"_a.none());
  module.def("stereotype", &stereotype_document, "model"_a, "classifier"_a, "evaluations"_a,
             "seed"_a);
  module.def("compare", &compare_document, "current"_a, "baseline"_a, "current_source"_a,
             "baseline_source"_a, "gates"_a, "thresholds"_a, "alpha"_a, "permutations"_a,
             "bootstrap"_a, "seed"_a, "threads"_a);
  module.def("render_comparison", &render_comparison, "document"_a, "format"_a);
}

}  // namespace plumb::python
