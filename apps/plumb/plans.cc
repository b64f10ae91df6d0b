// plumb plans: plans of care made from cases by rules, and confirmed by inference.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "command.h"
#include "documents.h"
#include "ingest/case_reader.h"
#include "measure/plan_rules.h"
#include "measure/plan_verification.h"
#include "measure/term_lists.h"
#include "model_options.h"
#include "nli_options.h"
#include "report/session_writers.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json};

struct PlansArguments {
  std::string cases;
  std::string lists{kDefaultPlanList};
  NliChoice nli;
};

Result<std::vector<RulePlan>> plans_of(const std::vector<Case>& cases, const TermList& list,
                                       const std::optional<Nli>& nli) {
  if (nli) return verified_plans(cases, list, nli->infer);
  std::vector<RulePlan> plans;
  for (const Case& each : cases) plans.push_back(plan_by_rules(each, list));
  return plans;
}

// What a reader of the plans must know of how they were made.
void warn_of_plans(const std::vector<Case>& cases, const PlanReport& report,
                   const CommandContext& context) {
  const auto empty =
      std::ranges::count_if(report.plans, [](const RulePlan& plan) { return plan.plan.empty(); });
  if (empty > 0) {
    context.warn(fmt::format("{} of {} cases hold no cue{}, so they have no plan", empty,
                             cases.size(), report.nli ? " that was confirmed" : ""));
  }
  if (!report.nli) return;
  const auto told = std::ranges::count_if(cases, [](const Case& c) { return c.reasoning.empty(); });
  if (told > 0) {
    context.note(fmt::format(
        "{} of {} cases have no reasoning, so their plans are made of summary and turns", told,
        cases.size()));
  }
  const UnjudgedChecks unjudged = unjudged_checks(report);
  if (unjudged.count > 0) {
    context.warn(
        fmt::format("{} of {} checks have no verdict, and confirm nothing; of the first: "
                    "{}",
                    unjudged.count, unjudged.of, unjudged.first_problem));
  }
}

Result<void> plans(const PlansArguments& arguments, CommandContext& context) {
  const std::array inputs = {arguments.cases};
  PLUMB_CHECK_RESULT(check_outputs(context, kFormats, inputs));
  PLUMB_TRY(const TermList list, load_term_list(arguments.lists));
  PLUMB_CHECK_RESULT(check_plan_list(list));
  PLUMB_TRY(const CaseFile file, read_cases(arguments.cases));
  for (const std::string& warning : file.warnings) context.warn(warning);
  PLUMB_TRY(const std::optional<Nli> nli, open_nli(arguments.nli, context));
  PlanReport report{list.name(), list.sha256(), {}};
  if (nli) report.nli = nli->origin;
  PLUMB_TRY(report.plans, plans_of(file.cases, list, nli));
  warn_of_plans(file.cases, report, context);
  Document document;
  document.render = [&](ReportFormat) -> Result<std::string> { return plans_json(report); };
  document.table = [&] { return plans_text(report); };
  return write_document(context, document);
}

}  // namespace

void add_plans_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "plans",
      "Make target plans from cases by rules, confirmed by inference where --nli is given.");
  auto arguments = std::make_shared<PlansArguments>();
  command->add_option("CASES", arguments->cases, "the cases, a JSON document")->required();
  command
      ->add_option("--lists", arguments->lists,
                   "the cues, in the groups goal, intervention, risk and follow-up")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  arguments->nli.add_options(
      *command,
      "keep of the reasoning, or of summary and turns, what entails its part of a plan: an NLI "
      "classifier, or judge for a chat model");
  add_instruction_set_option(*command, context);
  command->footer(
      "plumb plans cases.json                            how many cues each case has\n"
      "plumb plans cases.json -o target_plans.json       for plumb session --plans\n"
      "plumb plans cases.json --nli ./nli -o plans.json  confirmed by a classifier\n");
  command->callback([arguments, &context] {
    if (const auto done = plans(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
