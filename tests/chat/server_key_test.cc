#include "chat/server_key.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/temporary_folder.h"

namespace plumb {
namespace {

template <class T>
concept Prints = requires(std::ostringstream& out, const T& value) { out << value; };
static_assert(Prints<std::string> && !Prints<Secret>, "a secret must not print");

class ServerKey : public ::testing::Test {
 protected:
  void SetUp() override { ::unsetenv("OPENAI_API_KEY"); }
  void TearDown() override { ::unsetenv("OPENAI_API_KEY"); }

  std::filesystem::path file(const std::string& content, mode_t mode = 0600) {
    const auto path = folder_.path() / "key";
    std::ofstream(path) << content;
    ::chmod(path.c_str(), mode);
    return path;
  }

  TemporaryFolder folder_;
};

TEST_F(ServerKey, IsNotNeeded) {
  const auto key = read_server_key({});
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_TRUE(key->empty());
}

TEST_F(ServerKey, ComesFromTheEnvironment) {
  ::setenv("OPENAI_API_KEY", "sk-usual", 1);
  ::setenv("PLUMB_TEST_KEY", " sk-named\n", 1);
  EXPECT_EQ(read_server_key({})->reveal(), "sk-usual");
  EXPECT_EQ(read_server_key({.variable = "PLUMB_TEST_KEY", .file = {}})->reveal(), "sk-named");
  ::unsetenv("PLUMB_TEST_KEY");
  const auto missing = read_server_key({.variable = "PLUMB_TEST_KEY", .file = {}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_NE(missing.error().message.find("PLUMB_TEST_KEY"), std::string::npos);
}

TEST_F(ServerKey, ComesFromAFile) {
  const auto key = read_server_key({.variable = "", .file = file("sk-filed\r\n")});
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->reveal(), "sk-filed");
}

TEST_F(ServerKey, AFileThatOthersMayReadIsRefused) {
  for (const mode_t mode : {0640U, 0604U, 0644U}) {
    const auto key = read_server_key({.variable = "", .file = file("sk-open", mode)});
    ASSERT_FALSE(key) << mode;
    EXPECT_NE(key.error().message.find("chmod 600"), std::string::npos) << key.error().message;
    EXPECT_EQ(key.error().message.find("sk-open"), std::string::npos);
  }
}

TEST_F(ServerKey, WhatIsNoKeyIsRefusedWithoutShowingIt) {
  for (const std::string content : {"sk-one sk-two", "sk-one\nsk-two", "sk-gr\xC3\xBC", "", "\n"}) {
    const auto key = read_server_key({.variable = "", .file = file(content)});
    ASSERT_FALSE(key) << content;
    EXPECT_EQ(key.error().message.find("sk-"), std::string::npos) << key.error().message;
  }
  EXPECT_EQ(read_server_key({.variable = "", .file = folder_.path() / "none"}).error().code,
            ErrorCode::not_found);
}

TEST_F(ServerKey, TwoSourcesAreOneTooMany) {
  EXPECT_FALSE(read_server_key({.variable = "OPENAI_API_KEY", .file = file("sk-x")}));
}

TEST_F(ServerKey, IsMaskedInWhatOthersSay) {
  const Secret key("sk-abc");
  EXPECT_EQ(key.hidden_in("bad key sk-abc, I said sk-abcsk-abc"),
            "bad key [key], I said [key][key]");
  EXPECT_EQ(Secret().hidden_in("nothing"), "nothing");
}

}  // namespace
}  // namespace plumb
