// plumb plans: plans of care made from cases by rules.
#include "report/session_writers.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>

#include "command.h"
#include "documents.h"
#include "ingest/case_reader.h"
#include "measure/plan_rules.h"
#include "measure/term_lists.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json};

struct PlansArguments {
  std::string cases;
  std::string lists{kDefaultPlanList};
};

Result<void> plans(const PlansArguments& arguments, CommandContext& context) {
  const std::array inputs = {arguments.cases};
  PLUMB_CHECK_RESULT(check_outputs(context, kFormats, inputs));
  PLUMB_TRY(const TermList list, load_term_list(arguments.lists));
  PLUMB_CHECK_RESULT(check_plan_list(list));
  PLUMB_TRY(const CaseFile file, read_cases(arguments.cases));
  for (const std::string& warning : file.warnings) context.warn(warning);
  PlanReport report{list.name(), list.sha256(), {}};
  std::size_t empty = 0;
  for (const Case& each : file.cases) {
    report.plans.push_back(plan_by_rules(each, list));
    if (report.plans.back().plan.empty()) ++empty;
  }
  if (empty > 0) {
    context.warn(
        fmt::format("{} of {} cases hold no cue, so they have no plan", empty, file.cases.size()));
  }
  Document document;
  document.render = [&](ReportFormat) -> Result<std::string> { return plans_json(report); };
  document.table = [&] { return plans_text(report); };
  return write_document(context, document);
}

}  // namespace

void add_plans_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("plans", "Make target plans from cases by rules.");
  auto arguments = std::make_shared<PlansArguments>();
  command->add_option("CASES", arguments->cases, "the cases, a JSON document")->required();
  command
      ->add_option("--lists", arguments->lists,
                   "the cues, in the groups goal, intervention, risk and follow-up")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  command->footer(
      "plumb plans cases.json                            how many cues each case has\n"
      "plumb plans cases.json -o target_plans.json       for plumb session --plans\n");
  command->callback([arguments, &context] {
    if (const auto done = plans(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
