// Runs another program and reads what it prints. No shell is involved.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"

namespace plumb {

// The standard output of `arguments[0]` (found on PATH), at most 64 KiB; its
// standard error goes nowhere. Fails with not_found where there is no such
// program, with io where it exits with another code than 0, prints more or takes
// longer: then it is killed.
Result<std::string> output_of_program(const std::vector<std::string>& arguments,
                                      std::chrono::milliseconds timeout);

}  // namespace plumb
