// Tasks for an experiment, made from a user's copy of a public data set.
//
//   xsum      JSON Lines with "document" (and "id")
//   pubmedqa  the JSON object by PubMed id that its authors publish (QUESTION, CONTEXTS,
//             LABELS), or JSON Lines with "question" and "context.contexts"
//   cuad      CUAD_v1.json, a document in the form of SQuAD
//   amazon    JSON Lines of reviews: "asin", "reviewText" and "overall", or "parent_asin",
//             "text" and "rating"; the reviews of one product make one article
//
// Members that are not named here are ignored. Which records are taken depends on the seed
// and on their ids, not on their order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/task.h"

namespace plumb {

enum class TaskDataset { xsum, pubmedqa, cuad, amazon };
inline constexpr std::array kTaskDatasets = {TaskDataset::xsum, TaskDataset::pubmedqa,
                                             TaskDataset::cuad, TaskDataset::amazon};
std::string_view name_of(TaskDataset dataset);
std::optional<TaskDataset> task_dataset_of(std::string_view name);

struct TaskImportOptions {
  std::size_t count = 4;         // tasks to make, from 1
  std::size_t first_number = 0;  // of the first task's id: summarization_0
  // An article outside of these is left out; clauses and reviews are joined up to max_words.
  std::size_t min_words = 100;
  std::size_t max_words = 600;
  std::uint64_t seed = 42;  // of the choice among the records
};

struct TaskImport {
  std::vector<Task> tasks;        // at most `count`, at least one
  std::uint64_t articles = 0;     // that the file holds; of amazon, products
  std::uint64_t out_of_size = 0;  // of those looked at, shorter or longer than asked for
};

// `path` is a file, by its ending .jsonl in lines where a data set has two forms, or "-" for
// standard input where it comes in lines. Fails with
// invalid_input for a record that lacks what its data set has, with file and line or member;
// for options that contradict themselves; and where no article has the size asked for.
// Memory: a document as a whole (at most 256 MiB); of lines, what may still be chosen.
Result<TaskImport> import_tasks(TaskDataset dataset, const std::string& path,
                                const TaskImportOptions& options = {});

// The same from memory; `name` is how errors call it and, by its ending, tells the form.
Result<TaskImport> parse_task_import(TaskDataset dataset, std::string_view bytes,
                                     std::string_view name, const TaskImportOptions& options = {});

}  // namespace plumb
