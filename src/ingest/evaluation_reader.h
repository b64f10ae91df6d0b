// Evaluation files: a JSON list of entries, each with a model's answers to a question
// with and without an injected bias (docs/formats/README.md, "Evaluation").
//
// A member of an entry is kept as it is, whatever it holds; what is missing or of a
// wrong type is told by the measure, row by row. The document itself is checked whole:
// UTF-8, at most kMaxDocumentBytes, nested at most kMaxJsonDepth levels, no NaN, no
// number past a double. A byte order mark is dropped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/evaluation.h"

namespace plumb {

// Fails with invalid_input, `name:line:column: reason` where a place is known.
Result<std::vector<EvaluationEntry>> parse_evaluation(std::string_view json, std::string_view name);

// The same of a file; its `model` is model_of_evaluation(path). Also fails where the
// list has no entry, and where that name could not be a folder's.
Result<Evaluation> read_evaluation(const std::string& path);

// "gemma2_9b" of "results/evaluation_gemma2_9b.json"; the file's name without its
// extension where it does not start with "evaluation_".
std::string model_of_evaluation(std::string_view path);

// The file of a model in a folder: evaluation_NAME.json, or, as evaluations of models such
// as "gemma2:9b" are named, with "." ":" and "/" of the name as "_". Fails with not_found,
// and names the models that are there.
Result<std::string> find_evaluation(const std::string& folder, std::string_view model);

// Every evaluation_*.json of a folder, ascending; fails where there is none.
Result<std::vector<std::string>> list_evaluations(const std::string& folder);

}  // namespace plumb
