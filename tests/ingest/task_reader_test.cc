#include "ingest/task_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/places.h"

namespace plumb {
namespace {

std::string tasks_error(std::string_view json) {
  const auto tasks = parse_tasks(json, "tasks.json");
  EXPECT_FALSE(tasks.has_value()) << json.substr(0, 200);
  return tasks ? "" : tasks.error().message;
}

std::string goals_error(std::string_view json) {
  const auto goals = parse_task_goals(json, "tasks.json");
  EXPECT_FALSE(goals.has_value()) << json.substr(0, 200);
  return goals ? "" : goals.error().message;
}

// A task whose last members are `members`.
std::string one_task(const std::string& members) {
  return R"([{"id":"planning_4","initial_intent":"Go",)" + members + "}]";
}

std::string quoted(std::size_t size) {
  return '"' + std::string(size, 'x') + '"';
}

// A file that is gone with its test.
class Scratch {
 public:
  Scratch(const std::string& name, const std::string& text)
      : path_(testing::TempDir() + "task_reader_" + name) {
    std::ofstream(path_) << text;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(TaskType, IsTheIdsPrefix) {
  EXPECT_EQ(task_type_of("summarization_0"), TaskType::summarization);
  EXPECT_EQ(task_type_of("planning_4_run0"), TaskType::planning);
  for (const auto* id : {"planning", "planning_", "planning4", "Planning_4", "trip", ""}) {
    EXPECT_EQ(task_type_of(id), std::nullopt) << id;
  }
}

TEST(Tasks, ReadsEveryFieldFromAListOrItsMember) {
  const std::string list = R"([
    {"id":"summarization_0","source_dataset":"own","initial_intent":"Sum up","article":"Text.",
     "context":null,"steps":["Do","Redo"],"other":[1]},
    {"id":"planning_4","initial_intent":"Plan","context":"About.","steps":["Go"]},
    {"id":"planning_5","initial_intent":"Plan more","steps":["Go on"]}])";
  const std::vector<Task> expected = {
      {"summarization_0", TaskType::summarization, "own", "Sum up", "Text.", {"Do", "Redo"}},
      {"planning_4", TaskType::planning, "", "Plan", "About.", {"Go"}},
      {"planning_5", TaskType::planning, "", "Plan more", "", {"Go on"}}};
  for (const std::string& json : {list, "{\"tasks\":" + list + "}"}) {
    const auto tasks = parse_tasks(json, "tasks.json");
    ASSERT_TRUE(tasks.has_value()) << tasks.error().message;
    EXPECT_EQ(*tasks, expected);
  }
}

TEST(Tasks, ErrorsNameTheFileAndTheTask) {
  EXPECT_EQ(tasks_error(one_task(R"("steps":["a",5])")),
            "tasks.json: tasks[\"planning_4\"].steps[1] is 5, not text");
  EXPECT_EQ(tasks_error(one_task(R"("steps":["a","\u00a0\t"])")),
            "tasks.json: tasks[\"planning_4\"].steps[1] is blank");
  EXPECT_EQ(tasks_error(one_task(R"("steps":"a")")),
            "tasks.json: tasks[\"planning_4\"].steps is \"a\", not an array of texts");
  EXPECT_EQ(tasks_error(one_task(R"("steps":[])")),
            "tasks.json: tasks[\"planning_4\"].steps has 0 instructions; a task has 1 to 1000");
  EXPECT_EQ(tasks_error(one_task(R"("steps":null)")),
            "tasks.json: tasks[\"planning_4\"] has no \"steps\"");
  EXPECT_EQ(tasks_error(one_task(R"("article":"a","context":"c","steps":["s"])")),
            "tasks.json: tasks[\"planning_4\"] has an \"article\" and a \"context\"; keep one of "
            "them");
  EXPECT_EQ(tasks_error(one_task(R"("article":" ","steps":["s"])")),
            "tasks.json: tasks[\"planning_4\"].article is blank");
  EXPECT_EQ(tasks_error(one_task(R"("source_dataset":1,"steps":["s"])")),
            "tasks.json: tasks[\"planning_4\"].source_dataset is 1, not text");
}

TEST(Tasks, AnIdHasAKnownTypeAndPlainCharacters) {
  const auto with_id = [](const std::string& id) {
    return R"([{"id":")" + id + R"(","initial_intent":"i","steps":["s"]}])";
  };
  EXPECT_EQ(tasks_error(with_id("trip")),
            "tasks.json: tasks[\"trip\"] has an id of no known type; begin it with "
            "\"summarization_\" or \"planning_\"");
  EXPECT_EQ(tasks_error(with_id("planning_=1+1")),
            "tasks.json: tasks[\"planning_=1+1\"] has an id with other characters than letters, "
            "digits, '.', '_' and '-'");
  EXPECT_EQ(tasks_error(with_id(" ")), "tasks.json: tasks[0].id is blank");
  EXPECT_TRUE(tasks_error(with_id("planning_" + std::string(120, '1')))
                  .ends_with(" has an id of 129 characters; at most 128 are allowed"));
  EXPECT_TRUE(parse_tasks(with_id("planning_" + std::string(119, '1')), "t").has_value());
}

TEST(Tasks, SizesAreBounded) {
  const std::string limit = quoted(kMaxTaskInstructionCharacters);
  EXPECT_TRUE(parse_tasks(one_task("\"steps\":[" + limit + "]"), "t").has_value());
  EXPECT_EQ(tasks_error(one_task("\"steps\":[" + quoted(kMaxTaskInstructionCharacters + 1) + "]")),
            "tasks.json: tasks[\"planning_4\"].steps[0] has 20001 characters; at most 20000 are "
            "allowed");
  EXPECT_EQ(
      tasks_error(one_task("\"steps\":[\"s\"],\"context\":" + quoted(kMaxTaskTextCharacters + 1))),
      "tasks.json: tasks[\"planning_4\"].context has 1000001 characters; at most 1000000 "
      "are allowed");
  std::string many = "\"s\"";
  for (std::size_t i = 0; i < kMaxTaskSteps; ++i) many += ",\"s\"";
  EXPECT_EQ(tasks_error(one_task("\"steps\":[" + many + "]")),
            "tasks.json: tasks[\"planning_4\"].steps has 1001 instructions; a task has 1 to 1000");
  std::string tasks = "[0";
  for (std::size_t i = 0; i < kMaxTasks; ++i) tasks += ",0";
  EXPECT_EQ(tasks_error(tasks + "]"),
            "tasks.json: there are 10001 tasks; at most 10000 fit into one file");
}

TEST(Tasks, RefusesWhatIsNoListOfTasks) {
  EXPECT_EQ(tasks_error("[]"), "tasks.json: the list of tasks is empty");
  for (const auto* json : {"{}", "3", "null", R"({"tasks":{}})", R"({"tasks":null})"}) {
    EXPECT_EQ(tasks_error(json),
              "tasks.json: a tasks file is a list of tasks, or an object with the list \"tasks\"");
  }
  EXPECT_EQ(tasks_error("[{"),
            "tasks.json:1:3: not valid JSON: something is missing or out of place, or the text is "
            "not UTF-8");
  EXPECT_EQ(tasks_error("[{\"id\":1e400}]"),
            "tasks.json: not valid JSON: a number is too large, such as 1e400");
  EXPECT_EQ(tasks_error(std::string(100, '[')),
            "tasks.json: the JSON is nested deeper than 64 levels");
}

TEST(Tasks, AnIdStandsOnceInAllFiles) {
  const Scratch first("first.json", one_task(R"("steps":["a"])"));
  const Scratch other("other.json", R"([{"id":"planning_5","initial_intent":"i","steps":["s"]}])");
  const std::array apart = {first.path(), other.path()};
  const auto tasks = read_task_files(apart);
  ASSERT_TRUE(tasks.has_value()) << tasks.error().message;
  ASSERT_EQ(tasks->size(), 2U);
  EXPECT_EQ(tasks->at(1).id, "planning_5");

  const std::array twice = {first.path(), other.path(), first.path()};
  const auto refused = read_task_files(twice);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, first.path() + ": the task \"planning_4\" is in " +
                                         first.path() + " too; give each task its own id");
}

TEST(Tasks, TheShippedOnesAreEightOfSevenSteps) {
  const std::string folder = source_path("tasks/");
  const std::array files = {folder + "summarization_tasks.json", folder + "planning_tasks.json"};
  const auto tasks = read_task_files(files);
  ASSERT_TRUE(tasks.has_value()) << tasks.error().message;
  ASSERT_EQ(tasks->size(), 8U);
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const TaskType type = i < 4 ? TaskType::summarization : TaskType::planning;
    EXPECT_EQ(tasks->at(i).id, std::string(name_of(type)) + "_" + std::to_string(i));
    EXPECT_EQ(tasks->at(i).type, type);
    EXPECT_EQ(tasks->at(i).steps.size(), 7U);
    EXPECT_FALSE(tasks->at(i).source_text.empty());
  }
}

TEST(TaskGoals, NeedNeitherStepsNorAKnownType) {
  const std::string list =
      R"([{"id":"a","initial_intent":"Go","steps":[1]},{"id":"b","initial_intent":"Stay"}])";
  for (const std::string& json : {list, "{\"tasks\":" + list + "}"}) {
    const auto goals = parse_task_goals(json, "t");
    ASSERT_TRUE(goals.has_value()) << goals.error().message;
    EXPECT_EQ(*goals, (TaskGoals{{"a", "Go"}, {"b", "Stay"}}));
  }
  EXPECT_TRUE(parse_task_goals("[]", "t").has_value());
  const std::string long_id = R"([{"id":)" + quoted(500) + R"(,"initial_intent":"Go"}])";
  EXPECT_TRUE(parse_task_goals(long_id, "t").has_value());
}

TEST(TaskGoals, ErrorsNameTheTask) {
  EXPECT_EQ(goals_error(R"([{"id":"a"}])"), "tasks.json: tasks[\"a\"] has no \"initial_intent\"");
  EXPECT_EQ(goals_error(R"([{"id":"a","initial_intent":" "}])"),
            "tasks.json: tasks[\"a\"].initial_intent is blank");
  EXPECT_EQ(goals_error(R"([{"initial_intent":"x"}])"), "tasks.json: tasks[0] has no \"id\"");
  EXPECT_EQ(goals_error("[3]"), "tasks.json: tasks[0] is 3, not an object");
  EXPECT_EQ(goals_error(R"([{"id":"a","initial_intent":"x"},{"id":"a","initial_intent":"y"}])"),
            "tasks.json: tasks[1] has the id \"a\" of tasks[0]; give each task its own");
}

}  // namespace
}  // namespace plumb
