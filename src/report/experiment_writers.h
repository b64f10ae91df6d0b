// An experiment's interpretation as files: the tables, pictures and reports of one model, and
// what several models have in common. All are pure. Task ids, prompts, outputs and names of
// models are somebody's text and are escaped for their format.
#pragma once

#include <string>
#include <vector>

#include "record/interpretation.h"
#include "report/chart.h"

namespace plumb {

// Columns and scales as the experiment defines them, 4 decimals; an empty cell is a value that
// does not exist. Tasks of one agent only have a row, too.
std::string task_comparison_csv(const Interpretation& of, bool raw = false);
std::string summary_stats_csv(const Interpretation& of, bool raw = false);
// A row a scope and definition; 6 significant digits, because a p-value may be small.
std::string significance_stats_csv(const Interpretation& of, bool raw = false);
// A row a model and scope.
std::string cross_model_csv(const ExperimentReport& report, bool raw = false);

ChartSheet ids_by_step_sheet(const Interpretation& of);
ChartSheet ids_by_task_type_sheet(const Interpretation& of);
ChartSheet ids_per_task_sheet(const Interpretation& of);  // a chart a task type
ChartSheet cross_model_sheet(const ExperimentReport& report);
// All of one model, each with its title.
std::vector<Chart> experiment_charts(const Interpretation& of);
// For .png and .svg: these, or the models beside each other.
ChartSheet experiment_sheet(const ExperimentReport& report);

// For the terminal: the verdict, the tasks, then the scopes.
std::string experiment_text(const ExperimentReport& report);
std::string experiment_json(const ExperimentReport& report);   // experiment/1, one line
std::string experiment_jsonl(const ExperimentReport& report);  // a line a step, both agents
std::string experiment_csv(const ExperimentReport& report, bool raw = false);  // a row a step

// `with_images`: refers to the PNG files beside it, or in each model's folder.
std::string experiment_markdown(const ExperimentReport& report, bool with_images);
// Every step's two answers side by side, with their scores and the intent in force.
std::string experiment_html(const ExperimentReport& report,
                            ChartTheme theme = ChartTheme::automatic);

}  // namespace plumb
