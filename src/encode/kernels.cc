#include "encode/kernels.h"

#include <utility>
#include <vector>

#include "base/cpu.h"

namespace plumb {

extern const Kernels kPortableKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
extern const Kernels kAvx512VnniKernels;

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
  }
  std::unreachable();
}

std::span<const InstructionSet> available_instruction_sets() {
  static const std::vector<InstructionSet> sets = [] {
    std::vector<InstructionSet> found{InstructionSet::portable};
    if (cpu_features().avx2_fma) found.push_back(InstructionSet::avx2);
    if (cpu_features().avx512) found.push_back(InstructionSet::avx512);
    if (cpu_features().avx512_vnni) found.push_back(InstructionSet::avx512_vnni);
    return found;
  }();
  return sets;
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
  }
  std::unreachable();
}

}  // namespace plumb
