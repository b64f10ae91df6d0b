#include "encode/kernels_impl.h"
#include "encode/simd_avx512.h"

namespace plumb {

extern const Kernels kAvx512VnniKernels;
constinit const Kernels kAvx512VnniKernels =
    make_kernels<simd::Avx512Vnni>(InstructionSet::avx512_vnni);

}  // namespace plumb
