#include "base/cpu.h"

#include <cpuid.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string>

namespace plumb {
namespace {

std::string brand_string() {
  unsigned words[12] = {};
  unsigned highest = __get_cpuid_max(0x80000000U, nullptr);
  if (highest < 0x80000004U) return "unknown CPU";
  for (unsigned leaf = 0; leaf < 3; ++leaf) {
    unsigned* out = words + 4 * leaf;
    __get_cpuid(0x80000002U + leaf, &out[0], &out[1], &out[2], &out[3]);
  }
  char text[sizeof words + 1] = {};
  std::memcpy(text, words, sizeof words);
  std::string name(text);
  name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
  name.erase(name.find_last_not_of(' ') + 1);
  return name;
}

bool has_tiles() {
  // Compilers spell these bits differently.
  constexpr unsigned kBfloats = 1U << 22, kTiles = 1U << 24, kBytes = 1U << 25;
  constexpr unsigned kAll = kBfloats | kTiles | kBytes;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & kAll) == kAll;
}

// AMD since Zen 4 (family 19h): two units multiply and two more add, on each core.
bool has_separate_adders() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(0, &a, &b, &c, &d) == 0 || b != signature_AMD_ebx || d != signature_AMD_edx ||
      c != signature_AMD_ecx) {
    return false;
  }
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return false;
  const unsigned family = (a >> 8 & 0xF) + (a >> 20 & 0xFF);
  return family >= 0x19;
}

// Linux keeps the 8 KB of tiles for the processes that ask for them. It says no where it does not
// know them, or where a thread has too small a stack for signals.
bool may_use_tiles() {
  constexpr int kAskForState = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr int kTileData = 18;
  return ::syscall(SYS_arch_prctl, kAskForState, kTileData) == 0;
}

// CPUs worth of time the cgroup (v2) grants, or 0 where there is no limit.
int cgroup_cpus() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
  const double granted = std::strtod(quota.c_str(), nullptr) / period;
  return granted > 0 ? std::max(1, static_cast<int>(std::ceil(granted))) : 0;
}

}  // namespace

const CpuFeatures& cpu_features() {
  static const CpuFeatures features = [] {
    __builtin_cpu_init();
    CpuFeatures found;
    found.avx2_fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    found.f16c = __builtin_cpu_supports("f16c");
    found.avx512 = found.avx2_fma && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
    found.avx512_vnni = found.avx512 && __builtin_cpu_supports("avx512vnni");
    found.separate_adders = found.avx512 && has_separate_adders();
    found.amx = found.avx512_vnni && has_tiles() && may_use_tiles();
    found.model = brand_string();
    return found;
  }();
  return features;
}

int available_cpus() {
  static const int count = [] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    int cpus = ::sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 1;
    if (const int granted = cgroup_cpus(); granted > 0) cpus = std::min(cpus, granted);
    return std::max(1, cpus);
  }();
  return count;
}

}  // namespace plumb
