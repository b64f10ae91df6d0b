#include "chat/chat_weights.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <vector>

#include "support/temporary_folder.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::string gguf_head(std::uint32_t version, std::uint64_t tensors, std::uint64_t keys) {
  std::string head = "GGUF";
  const auto add = [&](std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) head += static_cast<char>(value >> (8 * i) & 0xFF);
  };
  add(version, 4);
  add(tensors, 8);
  add(keys, 8);
  return head;
}

Result<void> check(const std::string& head, std::uint64_t size) {
  return check_gguf_head(std::as_bytes(std::span(head)), size, "m.gguf");
}

TEST(GgufHead, TakesWhatItsSizeHasRoomFor) {
  EXPECT_TRUE(check(gguf_head(3, 272, 31), 98'362'432));
  EXPECT_TRUE(check(gguf_head(2, 1, 0), 4096));
}

TEST(GgufHead, SaysWhatIsWrong) {
  EXPECT_EQ(check("GGU", 3).error().message, "m.gguf is no GGUF model: it has only 3 bytes");
  EXPECT_EQ(check(std::string(24, 'x'), 24).error().message,
            "m.gguf is no GGUF model: it does not begin with GGUF");
  EXPECT_EQ(check(gguf_head(1, 1, 1), 4096).error().message,
            "m.gguf is no GGUF model: its version is 1, not 2 or 3");
  EXPECT_EQ(check(gguf_head(0x03000000, 1, 1), 4096).error().code, ErrorCode::corrupt);
  EXPECT_EQ(check(gguf_head(3, 1'000, 1), 4096).error().message,
            "m.gguf is no GGUF model: 1000 tensors and 1 keys do not fit its 4096 bytes");
  EXPECT_FALSE(check(gguf_head(3, 0, 1), 4096));
  EXPECT_FALSE(check(gguf_head(3, 1, ~std::uint64_t{0}), 4096));
}

class ChatWeightsFile : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("PLUMB_MODELS", (folder_.path() / "models").c_str(), 1);
    ::setenv("HF_HUB_CACHE", (folder_.path() / "hub").c_str(), 1);
  }

  void write(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
  }

  TemporaryFolder folder_;
};

TEST_F(ChatWeightsFile, IsFoundByItsPath) {
  const fs::path path = folder_.path() / "own.gguf";
  write(path, gguf_head(3, 1, 1) + std::string(4096, '\0'));
  const auto weights = locate_chat_weights(path.string());
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ(weights->name, "own.gguf");
  EXPECT_EQ(weights->path, path);
  EXPECT_EQ(weights->sha256.size(), 64U);
}

TEST_F(ChatWeightsFile, IsFoundInTheHubCache) {
  const fs::path repository = folder_.path() / "hub" / "models--Org--Chat-GGUF";
  write(repository / "refs" / "main", "abc123\n");
  write(repository / "snapshots" / "abc123" / "chat.Q4_K_M.gguf",
        gguf_head(3, 1, 1) + std::string(4096, '\0'));
  const auto weights = locate_chat_weights("Org/Chat-GGUF/chat.Q4_K_M.gguf");
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ(weights->name, "chat.Q4_K_M.gguf");
  EXPECT_EQ(locate_chat_weights("Org/Chat-GGUF/../../secret.gguf").error().code,
            ErrorCode::not_found);
}

TEST_F(ChatWeightsFile, SaysWhatItIsInstead) {
  EXPECT_EQ(locate_chat_weights("no/such/file.gguf").error().code, ErrorCode::not_found);
  EXPECT_EQ(locate_chat_weights("no-such-model").error().code, ErrorCode::not_found);
  EXPECT_EQ(locate_chat_weights("all-MiniLM-L6-v2").error().message,
            "all-MiniLM-L6-v2 is a model for embedding, not for chat");
  const auto missing = locate_chat_weights("SmolLM2-135M-Instruct");
  EXPECT_NE(missing.error().message.find("plumb model fetch SmolLM2-135M-Instruct"),
            std::string::npos)
      << missing.error().message;
  EXPECT_EQ(locate_chat_weights(folder_.path().string()).error().code, ErrorCode::invalid_input);
  const fs::path text = folder_.path() / "text.gguf";
  write(text, "This is a text, and no model at all, though its name says so.");
  EXPECT_EQ(locate_chat_weights(text.string()).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace plumb
