// The instruction sets that Plumb has kernels for.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"

namespace plumb {

enum class InstructionSet { portable, avx2, avx512, avx512_vnni, avx512_amx };

std::string_view name_of(InstructionSet set);

// The sets this CPU can run, slowest first; never empty.
std::span<const InstructionSet> available_instruction_sets();

// The set asked for, else the fastest. Fails with unsupported where this CPU does
// not have it.
Result<InstructionSet> choose_instruction_set(std::optional<InstructionSet> wanted);

}  // namespace plumb
