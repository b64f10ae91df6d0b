#include "encode/kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/cpu.h"

namespace plumb {

extern const Kernels kPortableKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
extern const Kernels kAvx512VnniKernels;
extern const Kernels kAvx512PairsKernels;
extern const Kernels kAvx512AmxKernels;

std::string_view name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::portable:
      return "portable";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx512_vnni:
      return "avx512-vnni";
    case InstructionSet::avx512_pairs:
      return "avx512-pairs";
    case InstructionSet::avx512_amx:
      return "avx512-amx";
  }
  std::unreachable();
}

std::span<const InstructionSet> available_instruction_sets() {
  static const std::vector<InstructionSet> sets = [] {
    const CpuFeatures& cpu = cpu_features();
    std::vector<InstructionSet> found{InstructionSet::portable};
    const auto add = [&](bool available, InstructionSet set) {
      if (available) found.push_back(set);
    };
    add(cpu.avx2_fma, InstructionSet::avx2);
    // Nobody has run the tiles on a CPU that has them: they are for who asks for them.
    add(cpu.amx, InstructionSet::avx512_amx);
    add(cpu.avx512_vnni && !cpu.separate_adders, InstructionSet::avx512_pairs);
    add(cpu.avx512, InstructionSet::avx512);
    add(cpu.avx512_vnni, InstructionSet::avx512_vnni);
    add(cpu.avx512_vnni && cpu.separate_adders, InstructionSet::avx512_pairs);
    return found;
  }();
  return sets;
}

Result<InstructionSet> choose_instruction_set(std::optional<InstructionSet> wanted) {
  const auto sets = available_instruction_sets();
  const InstructionSet chosen = wanted.value_or(sets.back());
  if (std::ranges::find(sets, chosen) == sets.end()) {
    return fail(ErrorCode::unsupported,
                fmt::format("this CPU ({}) has no {}; name another, or none for {}",
                            cpu_features().model, name_of(chosen), name_of(sets.back())));
  }
  return chosen;
}

const Kernels& kernels_for(InstructionSet set) {
  switch (set) {
    case InstructionSet::portable:
      return kPortableKernels;
    case InstructionSet::avx2:
      return kAvx2Kernels;
    case InstructionSet::avx512:
      return kAvx512Kernels;
    case InstructionSet::avx512_vnni:
      return kAvx512VnniKernels;
    case InstructionSet::avx512_pairs:
      return kAvx512PairsKernels;
    case InstructionSet::avx512_amx:
      return kAvx512AmxKernels;
  }
  std::unreachable();
}

}  // namespace plumb
