#include "model/download.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <atomic>
#include <fstream>

#include "model_world.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

class Downloads : public ::testing::Test {
 protected:
  Result<void> get(const LoopbackServer& server, const std::string& path = "/file") {
    return download({server.url() + path, {}, ""}, pin_, partial_,
                    {ModelWorld::quick().retry, [](std::uint64_t) {}});
  }
  ModelWorld world_;
  const std::string& content_ = world_.weights;
  Pin pin_{content_.size(), true, hex_sha256(content_)};
  fs::path partial_ = world_.folder() / "file.part";
};

TEST_F(Downloads, ACutConnectionIsContinuedWhereItBroke) {
  std::atomic<int> calls{0};
  const LoopbackServer server([&](const LoopbackRequest& request) {
    auto reply = ranged_reply(request, content_, "\"e\"");
    if (++calls == 1) reply.cut_after = 100'000;
    return reply;
  });
  const auto done = get(server);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(content_of(partial_), content_);
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests[1].headers.at("range"), "bytes=100000-");
  EXPECT_EQ(requests[1].headers.at("if-range"), "\"e\"");
}

TEST_F(Downloads, AServerThatIgnoresRangesStartsCleanly) {
  std::ofstream(partial_, std::ios::binary) << content_.substr(0, 5000);
  const LoopbackServer server(
      [&](const LoopbackRequest&) { return LoopbackReply{.headers = {}, .body = content_}; });
  ASSERT_TRUE(get(server));
  EXPECT_EQ(content_of(partial_), content_);
  EXPECT_EQ(server.requests()[0].headers.at("range"), "bytes=5000-");
}

TEST_F(Downloads, AFileThatChangedOnTheServerStartsAgain) {
  std::ofstream(partial_, std::ios::binary) << std::string(5000, 'x');
  std::ofstream(partial_.string() + ".etag") << "\"old\"";
  const LoopbackServer server(
      [&](const LoopbackRequest& request) { return ranged_reply(request, content_, "\"new\""); });
  ASSERT_TRUE(get(server));
  EXPECT_EQ(content_of(partial_), content_);
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(Downloads, StrayBytesOfAnEarlierRunAreFoundOutAndReplaced) {
  std::ofstream(partial_, std::ios::binary) << std::string(5000, 'x');  // and no tag to tell
  const LoopbackServer server(
      [&](const LoopbackRequest& request) { return ranged_reply(request, content_, "\"e\""); });
  ASSERT_TRUE(get(server));
  EXPECT_EQ(content_of(partial_), content_);
}

TEST_F(Downloads, AnOverlongPartialStartsAgain) {
  std::ofstream(partial_, std::ios::binary) << content_ << "more";
  const LoopbackServer server(
      [&](const LoopbackRequest& request) { return ranged_reply(request, content_, "\"e\""); });
  ASSERT_TRUE(get(server));
  EXPECT_EQ(content_of(partial_), content_);
}

TEST_F(Downloads, ACompletePartialIsNotAskedForAgain) {
  std::ofstream(partial_, std::ios::binary) << content_;
  const LoopbackServer server([&](const LoopbackRequest&) { return LoopbackReply{}; });
  ASSERT_TRUE(get(server));
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(Downloads, WrongBytesAreRefusedAndRemoved) {
  std::string other = content_;
  other[7] = static_cast<char>(other[7] ^ 1);
  const LoopbackServer server(
      [&](const LoopbackRequest& request) { return ranged_reply(request, other, "\"e\""); });
  const auto done = get(server);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::corrupt);
  EXPECT_NE(done.error().message.find(pin_.sha256), std::string::npos);
  EXPECT_FALSE(fs::exists(partial_));
}

TEST_F(Downloads, MoreBytesThanPinnedStopAtOnce) {
  const LoopbackServer server([&](const LoopbackRequest& request) {
    return ranged_reply(request, content_ + content_, "\"e\"");
  });
  const auto done = get(server);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::corrupt);
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(Downloads, AServerInTroubleIsAskedAgainButNotForEver) {
  std::atomic<int> calls{0};
  const LoopbackServer passing([&](const LoopbackRequest& request) {
    if (++calls < 3) return LoopbackReply{.status = 503, .headers = {}, .body = "busy"};
    return ranged_reply(request, content_, "\"e\"");
  });
  ASSERT_TRUE(get(passing));
  fs::remove(partial_);
  const LoopbackServer broken([](const LoopbackRequest&) {
    return LoopbackReply{.status = 500, .headers = {}, .body = "no"};
  });
  const auto done = get(broken);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::io);
  EXPECT_TRUE(done.error().message.ends_with("answered HTTP 500 (3 attempts)"));
  EXPECT_EQ(broken.requests().size(), 3u);
}

TEST_F(Downloads, AMissingFileIsNotAskedForAgain) {
  const LoopbackServer server([](const LoopbackRequest&) {
    return LoopbackReply{.status = 404, .headers = {}, .body = ""};
  });
  EXPECT_EQ(get(server).error().code, ErrorCode::not_found);
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(Downloads, SentencesCarryNoCredentialsAndNoSignature) {
  EXPECT_EQ(shown_url("https://user:secret@h.invalid/p/file?X-Signature=abc#sha256=1"),
            "https://h.invalid/p/file");
  const LoopbackServer server([](const LoopbackRequest&) {
    return LoopbackReply{.status = 404, .headers = {}, .body = ""};
  });
  EXPECT_EQ(get(server, "/file?signature=secret").error().message.find("secret"),
            std::string::npos);
}

TEST_F(Downloads, PlainHttpToOthersIsRefused) {
  const auto done = download({"http://192.0.2.1/file", {}, ""}, pin_, partial_,
                             {ModelWorld::quick().retry, [](std::uint64_t) {}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "http://192.0.2.1/file is not fetched: an https address is needed");
}

TEST_F(Downloads, RedirectsToFilesOrPlainHttpAreRefused) {
  for (const char* target : {"file:///etc/passwd", "http://192.0.2.1/x", "ftp://127.0.0.1/x"}) {
    const LoopbackServer server([&](const LoopbackRequest&) {
      return LoopbackReply{.status = 302, .headers = {{"Location", target}}, .body = ""};
    });
    EXPECT_EQ(get(server).error().code, ErrorCode::invalid_input) << target;
  }
}

TEST_F(Downloads, RedirectsInACircleEnd) {
  const LoopbackServer server([](const LoopbackRequest&) {
    return LoopbackReply{.status = 302, .headers = {{"Location", "/file"}}, .body = ""};
  });
  EXPECT_NE(get(server).error().message.find("redirects more than"), std::string::npos);
}

TEST_F(Downloads, AHostThatNobodyKnowsIsAskedForTwice) {
  const auto done = download({"https://plumb.invalid/file", {}, ""}, pin_, partial_,
                             {ModelWorld::quick().retry, [](std::uint64_t) {}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::io);
  EXPECT_NE(done.error().message.find("https://plumb.invalid/file cannot be reached"),
            std::string::npos)
      << done.error().message;
  EXPECT_TRUE(done.error().message.ends_with("(2 attempts)")) << done.error().message;
}

// A file-size limit is the disk that fills up at a place of our choosing.
TEST_F(Downloads, AFullDiskKeepsWhatIsThereAndSaysSo) {
  const LoopbackServer server(
      [&](const LoopbackRequest& request) { return ranged_reply(request, content_, "\"e\""); });
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{200'000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto done = get(server);
  ::setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::io);
  EXPECT_NE(done.error().message.find("make room"), std::string::npos) << done.error().message;
  EXPECT_EQ(content_of(partial_), content_.substr(0, 200'000));
  ASSERT_TRUE(get(server));  // room was made: it goes on from there
  EXPECT_EQ(server.requests().back().headers.at("range"), "bytes=200000-");
}

}  // namespace
}  // namespace plumb
