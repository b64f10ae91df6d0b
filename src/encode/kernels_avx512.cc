#include "encode/kernels_impl.h"
#include "encode/simd_avx512.h"

namespace plumb {

extern const Kernels kAvx512Kernels;
constinit const Kernels kAvx512Kernels = make_kernels<simd::Avx512>(InstructionSet::avx512);

}  // namespace plumb
