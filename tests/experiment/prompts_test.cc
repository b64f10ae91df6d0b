#include "experiment/prompts.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "support/places.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

class PromptsFolder {
 public:
  PromptsFolder(std::string_view baseline, std::string_view intent) {
    EXPECT_TRUE(write_file(folder_.path() / "agent_base.txt", baseline));
    EXPECT_TRUE(write_file(folder_.path() / "agent_with_intent.txt", intent));
  }
  std::string path() const { return folder_.path(); }
  Result<AgentPrompts> load() const { return load_prompts(path()); }

 private:
  TemporaryFolder folder_;
};

TEST(Prompts, ThatComeWithPlumbAreTheFilesOfTheTree) {
  const auto shipped = load_prompts(std::nullopt);
  ASSERT_TRUE(shipped);
  EXPECT_EQ(shipped->baseline,
            "You are a helpful AI assistant. Follow the user's instructions carefully.");
  const auto files = load_prompts(source_path("prompts"));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(*shipped, *files);
}

TEST(Prompts, HoldTheIntentInForceWhereThePlaceholderStood) {
  Intent intent;
  intent.goal = "Plan {intent_block}";
  intent.version = 3;
  intent.constraints = {"cheap"};
  const PromptsFolder folder("base\n", "Before\n{intent_block}\nafter. \n\n");
  const auto prompts = folder.load();
  ASSERT_TRUE(prompts) << prompts.error().message;
  EXPECT_EQ(prompts->baseline, "base");
  EXPECT_EQ(intent_prompt(*prompts, intent),
            "Before\nGoal: Plan {intent_block}\nVersion: 3\nConstraints:\n- cheap\nafter.");
}

TEST(Prompts, NeedThePlaceholderOnceAndWhereItBelongs) {
  const PromptsFolder none("b", "no block");
  EXPECT_EQ(none.load().error().message,
            none.path() +
                "/agent_with_intent.txt holds {intent_block} nowhere; put it once, where "
                "the intent is to stand");
  const PromptsFolder twice("b", "{intent_block}{intent_block}");
  EXPECT_EQ(twice.load().error().message,
            twice.path() +
                "/agent_with_intent.txt holds {intent_block} 2 times; put it once, where "
                "the intent is to stand");
  const PromptsFolder both("{intent_block}", "{intent_block}");
  EXPECT_EQ(both.load().error().message,
            both.path() +
                "/agent_base.txt holds {intent_block}, but the baseline agent has no "
                "intent; take it out");
}

TEST(Prompts, AreText) {
  const PromptsFolder folder("b\xFF", "{intent_block}");
  EXPECT_EQ(folder.load().error().code, ErrorCode::invalid_input);
  EXPECT_EQ(load_prompts("/nonexistent").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
