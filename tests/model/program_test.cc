#include "model/program.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

using namespace std::chrono_literals;

TEST(Program, GivesItsOutput) {
  EXPECT_EQ(output_of_program({"printf", "%s", "a; b $HOME"}, 5s).value(), "a; b $HOME");
}

TEST(Program, ReportsAMissingProgram) {
  EXPECT_EQ(output_of_program({"no-such-program-anywhere"}, 5s).error().code, ErrorCode::not_found);
}

TEST(Program, ReportsFailure) {
  EXPECT_EQ(output_of_program({"false"}, 5s).error().message, "false failed");
}

TEST(Program, IsKilledWhenItTakesTooLong) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(output_of_program({"sleep", "60"}, 50ms).error().code, ErrorCode::io);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Program, IsKilledWhenItPrintsTooMuch) {
  EXPECT_EQ(output_of_program({"yes"}, 30s).error().code, ErrorCode::io);
}

}  // namespace
}  // namespace plumb
