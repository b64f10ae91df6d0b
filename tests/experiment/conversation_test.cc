#include "experiment/conversation.h"

#include <gtest/gtest.h>

#include "support/scripted_backend.h"

namespace plumb {
namespace {

constexpr std::uint64_t kTemplateTokens = 4;  // a message, of the scripted backend

// Words are tokens here.
CountTokens counting() {
  return [](std::span<const ChatMessage> messages) {
    return testing::ScriptedBackend().count_tokens(messages);
  };
}

std::string words(int count, const std::string& word) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? " " : "") + word;
  return text;
}

std::string shown(const FoldedConversation& folded) {
  std::string text;
  for (const ChatMessage& message : folded.messages) {
    text += std::string(name_of(message.role)) + ": " + message.content + "\n";
  }
  return text;
}

Conversation three_exchanges() {
  Conversation conversation("the article");
  conversation.add("first?", "one one one");
  conversation.add("second?", "two two two");
  conversation.add("third?", "three three three");
  return conversation;
}

FoldedConversation ask(const Conversation& conversation, std::uint64_t context_tokens,
                       std::uint64_t reply_tokens = 10) {
  auto folded = conversation.ask("system", "fourth?", {context_tokens, reply_tokens}, counting());
  EXPECT_TRUE(folded) << folded.error().message;
  return folded ? *std::move(folded) : FoldedConversation();
}

// 1 + 2 + 4 x 1 + 3 x 3 words in 8 messages.
constexpr std::uint64_t kWhole = 16 + 8 * kTemplateTokens;

TEST(Conversation, PutsTheArticleBeforeTheFirstInstruction) {
  const auto folded = ask(Conversation("the article"), 1000);
  EXPECT_EQ(shown(folded), "system: system\nuser: the article\n\nfourth?\n");
  EXPECT_EQ(folded.folded_tokens, 0U);
}

TEST(Conversation, LeavesOutWhatATaskDoesNotHave) {
  const auto folded = Conversation("").ask(" \n", "what?", {1000, 10}, counting());
  ASSERT_TRUE(folded);
  EXPECT_EQ(shown(*folded), "user: what?\n");
}

TEST(Conversation, IsWholeWhereItFitsToTheToken) {
  const auto folded = ask(three_exchanges(), kWhole + 10);
  EXPECT_EQ(folded.prompt_tokens, kWhole);
  EXPECT_EQ(folded.folded_tokens, 0U);
  EXPECT_EQ(shown(folded),
            "system: system\n"
            "user: the article\n\nfirst?\nassistant: one one one\n"
            "user: second?\nassistant: two two two\n"
            "user: third?\nassistant: three three three\n"
            "user: fourth?\n");
}

TEST(Conversation, BeginsLikeTheStepBefore) {
  Conversation conversation("the article");
  auto before = ask(conversation, 1000);
  for (int i = 0; i < 5; ++i) {
    conversation.add("fourth?", "yes");
    const auto now = ask(conversation, 1000);
    ASSERT_EQ(now.messages.size(), before.messages.size() + 2);
    EXPECT_TRUE(
        std::ranges::equal(before.messages, std::span(now.messages).first(before.messages.size())));
    before = now;
  }
}

TEST(Conversation, LeavesOutTheOldestFirstAndKeepsTheArticle) {
  const auto one_less = ask(three_exchanges(), kWhole + 10 - 1);
  EXPECT_EQ(shown(one_less),
            "system: system\n"
            "user: the article\n\nsecond?\nassistant: two two two\n"
            "user: third?\nassistant: three three three\n"
            "user: fourth?\n");
  EXPECT_EQ(one_less.folded_tokens, 4 + 2 * kTemplateTokens);
  EXPECT_EQ(one_less.prompt_tokens + one_less.folded_tokens, kWhole);

  const auto two_less = ask(three_exchanges(), kWhole + 10 - one_less.folded_tokens - 1);
  EXPECT_EQ(shown(two_less),
            "system: system\n"
            "user: the article\n\nthird?\nassistant: three three three\n"
            "user: fourth?\n");
}

TEST(Conversation, ThenCutsTheNewestResponseFromItsStart) {
  const std::uint64_t with_one = kWhole - 2 * (4 + 2 * kTemplateTokens);
  const auto cut = ask(three_exchanges(), with_one + 10 - 1);
  // "hree three three" is three words still; two of them are left where the first is gone.
  EXPECT_EQ(shown(cut),
            "system: system\nuser: the article\n\nthird?\nassistant:  three three\n"
            "user: fourth?\n");
  EXPECT_EQ(cut.prompt_tokens, with_one - 1);
  EXPECT_EQ(cut.folded_tokens, kWhole - with_one + 1);
}

TEST(Conversation, ThenAsksWithoutTheNewestExchange) {
  const std::uint64_t alone = 1 + 3 + 2 * kTemplateTokens;
  const auto folded = ask(three_exchanges(), alone + 10);
  EXPECT_EQ(shown(folded), "system: system\nuser: the article\n\nfourth?\n");
  EXPECT_EQ(folded.folded_tokens, kWhole - alone);
}

TEST(Conversation, RefusesAContextThatCannotHoldOneExchange) {
  const auto folded = three_exchanges().ask("system", "fourth?", {21, 10}, counting());
  ASSERT_FALSE(folded);
  EXPECT_EQ(folded.error().code, ErrorCode::invalid_input);
  EXPECT_EQ(folded.error().message,
            "the system prompt, the task's text and the instruction take 12 tokens and the answer "
            "may take 10, but the context holds 21; give a larger --context, or a shorter text");
}

TEST(Conversation, NeverCutsWithinACharacter) {
  Conversation conversation("");
  std::string response;
  for (int i = 0; i < 40; ++i) response += "\xC3\xA4\xE2\x82\xAC ";
  conversation.add("first?", response);
  for (std::uint64_t context = 40; context < 60; ++context) {
    const auto folded = conversation.ask("", "second?", {context, 10}, counting());
    ASSERT_TRUE(folded);
    const std::string& kept = folded->messages[1].content;
    EXPECT_TRUE(response.ends_with(kept));
    EXPECT_NE(static_cast<unsigned char>(kept[0]) & 0xC0, 0x80) << "within a character";
    EXPECT_LE(folded->prompt_tokens + 10, context);
  }
}

TEST(Conversation, FitsEveryContextThatCanHoldTheInstruction) {
  Conversation conversation("a b c");
  for (int i = 0; i < 9; ++i) conversation.add(words(i % 4 + 1, "ask"), words(3 * i, "answer"));
  std::uint64_t last_folded = UINT64_MAX;
  for (std::uint64_t context = 25; context < 400; ++context) {
    const auto folded = conversation.ask("s", "now", {context, 5}, counting());
    ASSERT_TRUE(folded) << folded.error().message;
    EXPECT_LE(folded->prompt_tokens + 5, context);
    EXPECT_EQ(folded->prompt_tokens, *counting()(folded->messages));
    EXPECT_LE(folded->folded_tokens, last_folded) << "a larger context keeps no less";
    EXPECT_TRUE(folded->messages[1].content.starts_with("a b c\n\n"));
    last_folded = folded->folded_tokens;
  }
  EXPECT_EQ(last_folded, 0U);
}

TEST(Conversation, HandsOnWhatTheTokenizerSays) {
  const auto folded = three_exchanges().ask("s", "i", {100, 10}, [](auto) -> Result<std::uint64_t> {
    return fail(ErrorCode::io, "gone");
  });
  ASSERT_FALSE(folded);
  EXPECT_EQ(folded.error().message, "gone");
}

}  // namespace
}  // namespace plumb
