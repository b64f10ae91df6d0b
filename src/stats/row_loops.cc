#include "stats/row_loops.h"

#include "base/cpu.h"

namespace plumb {

const RowLoops& row_loops() {
  static const RowLoops& fastest = cpu_features().avx512     ? kAvx512RowLoops
                                   : cpu_features().avx2_fma ? kAvx2RowLoops
                                                             : kPortableRowLoops;
  return fastest;
}

}  // namespace plumb
