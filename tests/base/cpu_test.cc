#include "base/cpu.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Cpu, NamesItselfAndHasAtLeastOneCore) {
  EXPECT_FALSE(cpu_features().model.empty());
  EXPECT_GE(available_cpus(), 1);
}

TEST(Cpu, AWiderSetNeverComesWithoutTheNarrowerOne) {
  if (cpu_features().avx512_vnni) EXPECT_TRUE(cpu_features().avx512);
  if (cpu_features().avx512) EXPECT_TRUE(cpu_features().avx2_fma);
}

}  // namespace
}  // namespace plumb
