#include "ingest/task_goals.h"

#include <gtest/gtest.h>

#include <string>

namespace plumb {
namespace {

std::string error_of(std::string_view json) {
  const auto goals = parse_task_goals(json, "tasks.json");
  return goals ? "" : goals.error().message;
}

TEST(TaskGoals, AreReadFromAListOrItsMember) {
  const std::string list =
      R"([{"id":"a","initial_intent":"Go","steps":[1]},{"id":"b","initial_intent":"Stay"}])";
  for (const std::string& json : {list, "{\"tasks\":" + list + "}"}) {
    const auto goals = parse_task_goals(json, "t");
    ASSERT_TRUE(goals);
    EXPECT_EQ(*goals, (TaskGoals{{"a", "Go"}, {"b", "Stay"}}));
  }
}

TEST(TaskGoals, ErrorsNameTheMember) {
  EXPECT_EQ(error_of("[{\"id\":\"a\"}]"),
            "tasks.json: tasks[0].initial_intent is missing, blank or no text");
  EXPECT_EQ(error_of("[{\"initial_intent\":\"x\"}]"),
            "tasks.json: tasks[0].id is missing or no text");
  EXPECT_EQ(error_of("[3]"), "tasks.json: tasks[0] is no object");
  EXPECT_EQ(error_of(R"([{"id":"a","initial_intent":"x"},{"id":"a","initial_intent":"y"}])"),
            "tasks.json: tasks[1].id \"a\" came before");
  EXPECT_EQ(error_of("{}"),
            "tasks.json: a tasks file is a list of tasks, or an object with the member \"tasks\"");
  EXPECT_EQ(error_of("[{"), "tasks.json: not valid JSON");
  EXPECT_EQ(error_of("[{\"id\":1e400}]"), "tasks.json: not valid JSON");
  EXPECT_EQ(error_of(std::string(100, '[')), "tasks.json: the JSON nests deeper than 64 levels");
}

}  // namespace
}  // namespace plumb
