// The instruction sets that Plumb has kernels for.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"

namespace plumb {

// avx512_pairs has the instructions of avx512_vnni and multiplies floats by pair_product_impl.h.
enum class InstructionSet { portable, avx2, avx512, avx512_vnni, avx512_pairs, avx512_amx };
inline constexpr std::array kInstructionSets = {
    InstructionSet::portable,    InstructionSet::avx2,         InstructionSet::avx512,
    InstructionSet::avx512_vnni, InstructionSet::avx512_pairs, InstructionSet::avx512_amx};

std::string_view name_of(InstructionSet set);

// The sets this CPU can run; never empty. The last is taken where nobody asks for one.
std::span<const InstructionSet> available_instruction_sets();

// The set asked for, else the last of the available. Fails with unsupported where this CPU does
// not have it.
Result<InstructionSet> choose_instruction_set(std::optional<InstructionSet> wanted);

}  // namespace plumb
