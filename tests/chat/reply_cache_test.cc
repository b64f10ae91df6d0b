#include "chat/reply_cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// Answers with a count, so that a reply tells whether it was asked for.
class CountingBackend final : public ChatBackend {
 public:
  explicit CountingBackend(int& asked) : asked_(asked) {}

  std::vector<Result<ChatReply>> complete(std::span<const ChatRequest> requests) override {
    std::vector<Result<ChatReply>> replies;
    for (const ChatRequest& request : requests) {
      const std::string& question = request.messages.back().content;
      ++asked_;
      if (question == "fail") {
        replies.push_back(fail(ErrorCode::io, "no"));
      } else {
        replies.push_back(ChatReply{.text = "Grüße \"" + question + "\" " + std::to_string(asked_),
                                    .finish = FinishReason::length,
                                    .prompt_tokens = 5,
                                    .completion_tokens = 6});
      }
    }
    return replies;
  }
  Result<std::uint64_t> count_tokens(std::span<const ChatMessage>) override { return 77; }
  std::uint64_t context_tokens() const override { return 1234; }
  ChatProvenance provenance() const override {
    return {.backend = "openai",
            .model = "m",
            .weights_sha256 = "",
            .server = "http://s/v1",
            .instruction_set = "",
            .details = {}};
  }

 private:
  int& asked_;
};

ChatRequest asking(std::string question) {
  ChatRequest request;
  request.messages = {{ChatRole::system, "Be brief."}, {ChatRole::user, std::move(question)}};
  return request;
}

class ReplyCaches : public ::testing::Test {
 protected:
  std::unique_ptr<ReplyCache> open() {
    auto opened = ReplyCache::open(std::make_unique<CountingBackend>(asked_), folder_);
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }
  static ChatReply ask(ReplyCache& cache, const ChatRequest& request) {
    auto replies = cache.complete({&request, 1});
    EXPECT_TRUE(replies.front());
    return replies.front().value_or(ChatReply{});
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    return paths;
  }

  TemporaryFolder scratch_;
  fs::path folder_ = scratch_.path() / "kept";
  int asked_ = 0;
};

TEST_F(ReplyCaches, AReplyIsKeptForTheNextRun) {
  const ChatReply first = ask(*open(), asking("a"));
  EXPECT_FALSE(first.from_cache);
  const auto cache = open();
  const ChatReply again = ask(*cache, asking("a"));
  EXPECT_TRUE(again.from_cache);
  EXPECT_EQ(again.text, first.text);
  EXPECT_EQ(again.finish, FinishReason::length);
  EXPECT_EQ(again.prompt_tokens, 5U);
  EXPECT_EQ(again.completion_tokens, 6U);
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(cache->counts().found, 1U);
  EXPECT_EQ(cache->counts().asked, 0U);
}

TEST_F(ReplyCaches, WhatCouldChangeAReplyTellsRequestsApart) {
  const ChatRequest base = asking("a");
  const ChatProvenance who = open()->provenance();
  const std::string question = reply_cache_question(who, base);
  std::vector<ChatRequest> others(8, base);
  others[0].messages[0].content = "Be long.";
  others[1].messages[0].role = ChatRole::user;
  others[2].sampling.max_tokens = 97;
  others[3].sampling.temperature = 0.5;
  others[4].sampling.top_p = 0.5;
  others[5].sampling.repetition_penalty = 1.1;
  others[6].sampling.seed = 43;
  others[7].repeat = 1;
  for (const auto& other : others) EXPECT_NE(reply_cache_question(who, other), question);
  for (std::string ChatProvenance::* field :
       {&ChatProvenance::backend, &ChatProvenance::model, &ChatProvenance::weights_sha256,
        &ChatProvenance::server, &ChatProvenance::instruction_set}) {
    ChatProvenance another = who;
    another.*field += "x";
    EXPECT_NE(reply_cache_question(another, base), question);
  }
}

TEST_F(ReplyCaches, TheConversationsNameDoesNot) {
  ChatRequest request = asking("a");
  request.conversation = "one";
  const auto cache = open();
  ask(*cache, request);
  request.conversation = "two";
  EXPECT_TRUE(ask(*cache, request).from_cache);
}

TEST_F(ReplyCaches, RequestsInFlightMatterToAnEmbeddedModelAlone) {
  ChatProvenance server = open()->provenance(), embedded = server;
  embedded.server.clear();
  const std::string of_server = reply_cache_question(server, asking("a"));
  const std::string of_embedded = reply_cache_question(embedded, asking("a"));
  server.side_by_side = embedded.side_by_side = 8;
  EXPECT_EQ(reply_cache_question(server, asking("a")), of_server);
  EXPECT_NE(reply_cache_question(embedded, asking("a")), of_embedded);
}

TEST_F(ReplyCaches, OnlyWhatIsMissingIsAskedAndOrderStays) {
  const auto cache = open();
  const ChatReply b = ask(*cache, asking("b"));
  const std::vector<ChatRequest> requests = {asking("a"), asking("b"), asking("fail"), asking("c")};
  const auto replies = cache->complete(requests);
  EXPECT_EQ(replies[0]->text, "Grüße \"a\" 2");
  EXPECT_EQ(replies[1]->text, b.text);
  EXPECT_EQ(replies[2].error().message, "no");
  EXPECT_EQ(replies[3]->text, "Grüße \"c\" 4");
  EXPECT_EQ(asked_, 4);
  EXPECT_EQ(entries().size(), 3U);  // a failure is not kept
}

TEST_F(ReplyCaches, ABrokenEntryIsAskedAgainAndMended) {
  ask(*open(), asking("a"));
  const fs::path entry = entries().at(0);
  std::ifstream stream(entry);
  const std::string good((std::istreambuf_iterator<char>(stream)), {});
  std::vector<std::string> bad = {"",     "{}",       "[1]",
                                  "null", "\xFF\xFE", good.substr(0, good.size() / 2)};
  bad.push_back(good);
  bad.back().replace(good.find("Gr\xC3"), 2, "gr");  // another text under the same seal
  bad.push_back(good);
  bad.back().replace(good.find(":6"), 2, ":7");
  for (const std::string& content : bad) {
    std::ofstream(entry, std::ios::trunc) << content;
    const auto cache = open();
    EXPECT_FALSE(ask(*cache, asking("a")).from_cache) << content;
    EXPECT_EQ(cache->counts().unreadable, 1U) << content;
    EXPECT_TRUE(ask(*cache, asking("a")).from_cache) << content;
  }
}

TEST_F(ReplyCaches, AnEntryOfAnotherQuestionIsNotTaken) {
  ask(*open(), asking("a"));
  const fs::path a = entries().at(0);
  ask(*open(), asking("b"));
  const auto all = entries();
  fs::copy_file(a, all[0] == a ? all[1] : all[0], fs::copy_options::overwrite_existing);
  EXPECT_FALSE(ask(*open(), asking("b")).from_cache);
}

TEST_F(ReplyCaches, AFullDiskCostsTheEntryNotTheReply) {
  const auto cache = open();
  {
    const FileSizeLimit full(10);
    EXPECT_EQ(ask(*cache, asking("a")).text, "Grüße \"a\" 1");
  }
  EXPECT_EQ(cache->counts().unwritten, 1U);
  EXPECT_TRUE(entries().empty());
  EXPECT_FALSE(ask(*cache, asking("a")).from_cache);
  EXPECT_TRUE(ask(*cache, asking("a")).from_cache);
}

TEST_F(ReplyCaches, ProcessesThatShareAFolderDoNoHarm) {
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      const auto cache = open();
      for (int round = 0; round < 25; ++round) {
        for (int i = 0; i < 8; ++i) ask(*cache, asking(std::to_string(i)));
      }
      ::_exit(cache->counts().unreadable == 0 && cache->counts().unwritten == 0 ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(entries().size(), 8U);  // and nothing temporary is left
}

TEST_F(ReplyCaches, TheFolderIsTheOwnersAlone) {
  open();
  EXPECT_EQ(fs::status(folder_).permissions() & fs::perms::mask, fs::perms::owner_all);
  std::ofstream(scratch_.path() / "file") << "x";
  const auto opened =
      ReplyCache::open(std::make_unique<CountingBackend>(asked_), scratch_.path() / "file");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::io);
}

TEST_F(ReplyCaches, TheRestIsTheBackends) {
  const auto cache = open();
  EXPECT_EQ(cache->count_tokens({}).value_or(0), 77U);
  EXPECT_EQ(cache->context_tokens(), 1234U);
  EXPECT_EQ(cache->provenance().server, "http://s/v1");
}

}  // namespace
}  // namespace plumb
