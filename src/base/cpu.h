// What the CPU at hand can do. Asked once; the answer does not change.
#pragma once

#include <string>

namespace plumb {

struct CpuFeatures {
  bool avx2_fma = false;         // AVX2 and FMA3
  bool f16c = false;             // conversion of 16-bit floats
  bool avx512 = false;           // AVX-512 F, BW, DQ, VL
  bool avx512_vnni = false;      // and VNNI
  bool separate_adders = false;  // additions of AVX-512 run beside its multiplications
  bool amx = false;   // tiles of bfloat16 and bytes, which the system lets this process use
  std::string model;  // e.g. "AMD EPYC", as the CPU names itself
};

const CpuFeatures& cpu_features();

// The CPUs this process may run on (its affinity mask and cgroup quota), at least 1.
int available_cpus();

}  // namespace plumb
