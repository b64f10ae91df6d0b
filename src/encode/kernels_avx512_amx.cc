#include "encode/tile_kernels_impl.h"

namespace plumb {
extern const Kernels kAvx512AmxKernels;
constinit const Kernels kAvx512AmxKernels = make_tile_kernels();
}  // namespace plumb
