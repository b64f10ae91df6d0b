#include "encode/pair_kernels_impl.h"

namespace plumb {
extern const Kernels kAvx512PairsKernels;
constinit const Kernels kAvx512PairsKernels = make_pair_kernels();
}  // namespace plumb
