#include "encode/kernels_impl.h"
#include "encode/simd_portable.h"

namespace plumb {

extern const Kernels kPortableKernels;
constinit const Kernels kPortableKernels = make_kernels<simd::Portable>(InstructionSet::portable);

}  // namespace plumb
