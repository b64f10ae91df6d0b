#include "base/cpu.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Cpu, NamesItselfAndHasAtLeastOneCore) {
  EXPECT_FALSE(cpu_features().model.empty());
  EXPECT_GE(available_cpus(), 1);
}

TEST(Cpu, AWiderSetNeverComesWithoutTheNarrowerOne) {
  EXPECT_TRUE(cpu_features().avx512_vnni || !cpu_features().amx);
  EXPECT_TRUE(cpu_features().avx512 || !cpu_features().avx512_vnni);
  EXPECT_TRUE(cpu_features().avx2_fma || !cpu_features().avx512);
}

}  // namespace
}  // namespace plumb
