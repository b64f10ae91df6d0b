#include "encode/kernels_impl.h"
#include "encode/simd_avx2.h"

namespace plumb {

extern const Kernels kAvx2Kernels;
constinit const Kernels kAvx2Kernels = make_kernels<simd::Avx2>(InstructionSet::avx2);

}  // namespace plumb
