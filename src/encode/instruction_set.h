// The instruction sets that Plumb has kernels for.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"

namespace plumb {

enum class InstructionSet { portable, avx2, avx512, avx512_vnni, avx512_amx };
inline constexpr std::array kInstructionSets = {InstructionSet::portable, InstructionSet::avx2,
                                                InstructionSet::avx512, InstructionSet::avx512_vnni,
                                                InstructionSet::avx512_amx};

std::string_view name_of(InstructionSet set);

// The sets this CPU can run, slowest first; never empty.
std::span<const InstructionSet> available_instruction_sets();

// The set asked for, else the fastest. Fails with unsupported where this CPU does
// not have it.
Result<InstructionSet> choose_instruction_set(std::optional<InstructionSet> wanted);

}  // namespace plumb
