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
    case InstructionSet::avx512_amx:
      return "avx512-amx";
  }
  std::unreachable();
}

std::span<const InstructionSet> available_instruction_sets() {
  static const std::vector<InstructionSet> sets = [] {
    std::vector<InstructionSet> found{InstructionSet::portable};
    if (cpu_features().avx2_fma) found.push_back(InstructionSet::avx2);
    if (cpu_features().avx512) found.push_back(InstructionSet::avx512);
    if (cpu_features().avx512_vnni) found.push_back(InstructionSet::avx512_vnni);
    if (cpu_features().amx) found.push_back(InstructionSet::avx512_amx);
    return found;
  }();
  return sets;
}

Result<InstructionSet> choose_instruction_set(std::optional<InstructionSet> wanted) {
  const auto sets = available_instruction_sets();
  const InstructionSet chosen = wanted.value_or(sets.back());
  if (std::ranges::find(sets, chosen) == sets.end()) {
    return fail(ErrorCode::unsupported,
                fmt::format("this CPU ({}) has no {}; the fastest set it has is {}",
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
    case InstructionSet::avx512_amx:
      return kAvx512AmxKernels;
  }
  std::unreachable();
}

}  // namespace plumb
