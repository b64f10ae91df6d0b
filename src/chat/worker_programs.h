// Which worker program runs a model: one for each instruction set that llama.cpp's kernels were
// compiled for, and where they are.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

// "portable", "avx2", "avx512": those this CPU can run, slowest first; never empty.
std::vector<std::string> available_worker_sets();

struct WorkerProgram {
  std::filesystem::path path;
  std::string instruction_set;
};

// The program of `set`, or where it is empty the fastest that this CPU can run. Looks in
// `folder`; where that is empty in PLUMB_LLAMA_WORKERS, beside the running program, in
// ../libexec/plumb from there, and where the build put them.
// Fails with invalid_input (no such set), unsupported (not on this CPU) or not_found.
Result<WorkerProgram> find_worker(std::string_view set, const std::filesystem::path& folder = {});

}  // namespace plumb
