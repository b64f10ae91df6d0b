// The instruction sets that Plumb has kernels for.
#pragma once

#include <span>
#include <string_view>

namespace plumb {

enum class InstructionSet { portable, avx2, avx512, avx512_vnni };

std::string_view name_of(InstructionSet set);

// The sets this CPU can run, slowest first; never empty.
std::span<const InstructionSet> available_instruction_sets();

}  // namespace plumb
