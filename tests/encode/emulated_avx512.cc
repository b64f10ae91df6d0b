// The AVX-512 kernels with SIMDe in place of the intrinsics, so that their
// logic is tested on CPUs that lack the instructions.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#include <simde/x86/fma.h>

#define PLUMB_EMULATE_AVX512
#include "encode/simd_avx512.h"

#include "encode/kernels_impl.h"

namespace plumb {

extern const Kernels kEmulatedAvx512Kernels;
const Kernels kEmulatedAvx512Kernels = make_kernels<simd::Avx512>(InstructionSet::avx512);

}  // namespace plumb
