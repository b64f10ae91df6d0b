#include "model/locate.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "model_world.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

ModelPresence presence() {
  return find_model(load_registry().value().find("tiny").value());
}

// Same size and time, other bytes: what a stamp cannot see.
void tamper_unseen(const fs::path& path) {
  const auto time = fs::last_write_time(path);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).write("XXXX", 4);
  fs::last_write_time(path, time);
}

TEST(Locate, AMissingModelIsASentenceWithTheCommandThatMendsIt) {
  ModelWorld world;
  const auto found = locate_model("tiny");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::not_found);
  EXPECT_TRUE(found.error().message.ends_with("get it with: plumb model fetch tiny"))
      << found.error().message;
  EXPECT_EQ(presence().state, ModelPresence::State::missing);
}

TEST(Locate, ARepositoryWithoutItsFilesIsNotWholeRatherThanAbsent) {
  ModelWorld world;
  const fs::path snapshot = world.write_hub_cache();
  fs::remove(snapshot / "weights.bin");
  const auto found = locate_model("tiny");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::not_found);
  EXPECT_EQ(found.error().message, "the model tiny is not whole: " + snapshot.string() +
                                       " has no weights.bin; get it with: plumb model fetch tiny");
  EXPECT_EQ(presence().state, ModelPresence::State::missing);
}

TEST(Locate, FindsTheModelInThePlumbCacheFirst) {
  ModelWorld world;
  world.write_hub_cache();
  world.write_files(world.cache() / "tiny");
  const auto found = locate_model("tiny");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->path, world.cache() / "tiny");
  EXPECT_EQ(found->weights_sha256, hex_sha256(world.weights));
  EXPECT_EQ(found->name, "tiny");
}

TEST(Locate, FindsTheModelInTheHuggingFaceCacheAndLeavesItAlone) {
  ModelWorld world;
  const fs::path snapshot = world.write_hub_cache();
  const auto count = [&] {
    return std::distance(fs::recursive_directory_iterator(world.hub_cache()), {});
  };
  const auto before = count();
  const auto found = locate_model("tiny");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->path, snapshot);
  EXPECT_EQ(count(), before);
}

TEST(Locate, HfHomeNamesTheCacheWhereHfHubCacheDoesNot) {
  ModelWorld world;
  world.write_hub_cache();
  world.set("HF_HUB_CACHE", "");
  world.set("HF_HOME", world.folder().string());  // its cache is the folder "hub" in it
  EXPECT_TRUE(locate_model("tiny"));
}

void forget_the_caches(ModelWorld& world) {
  for (const char* name : {"PLUMB_MODELS", "XDG_CACHE_HOME", "HF_HUB_CACHE", "HF_HOME", "HOME"}) {
    world.set(name, "");
  }
}

TEST(Locate, WithoutHomeTheListOfUsersSaysWhereTheCachesAre) {
  const passwd* user = ::getpwuid(::getuid());
  if (user == nullptr) GTEST_SKIP() << "this user is not in the list";
  ModelWorld world;
  forget_the_caches(world);
  EXPECT_EQ(model_cache_folder(), fs::path(user->pw_dir) / ".cache" / "plumb" / "models");
  EXPECT_EQ(hub_cache_folder(), fs::path(user->pw_dir) / ".cache" / "huggingface" / "hub");
}

// The process is another user's while this lives; it still opens files as root.
class OtherUser {
 public:
  explicit OtherUser(uid_t user) : is_other_(::setreuid(user, static_cast<uid_t>(-1)) == 0) {}
  OtherUser(const OtherUser&) = delete;
  OtherUser& operator=(const OtherUser&) = delete;
  ~OtherUser() {
    if (is_other_) {
      EXPECT_EQ(::setreuid(0, static_cast<uid_t>(-1)), 0);
    }
  }
  bool is_other() const { return is_other_; }

 private:
  bool is_other_;
};

TEST(Locate, AUserWithoutAHomeIsToldToSetPlumbModels) {
  constexpr uid_t kNobodys = 3'999'999'999;
  if (::getuid() != 0 || ::getpwuid(kNobodys) != nullptr) GTEST_SKIP() << "only root is anybody";
  ModelWorld world;
  forget_the_caches(world);
  const OtherUser nobody(kNobodys);
  ASSERT_TRUE(nobody.is_other());
  const auto located = locate_model("tiny");
  ASSERT_FALSE(located);
  EXPECT_TRUE(located.error().message.ends_with("set PLUMB_MODELS to a folder"))
      << located.error().message;
  const auto fetched = fetch_model("tiny", ModelWorld::quick());
  ASSERT_FALSE(fetched);
  EXPECT_EQ(fetched.error().message, located.error().message);
  world.write_files(world.folder() / "own");
  fs::rename(world.folder() / "own" / "weights.bin", world.folder() / "own" / "model.safetensors");
  EXPECT_TRUE(locate_model((world.folder() / "own").string())) << "no stamp is kept";
}

TEST(Locate, AReferenceThatLeavesTheCacheIsNotFollowed) {
  ModelWorld world;
  const fs::path snapshot = world.write_hub_cache();
  world.write_files(world.folder() / "elsewhere");
  std::ofstream(snapshot.parent_path().parent_path() / "refs" / "main") << "../../../elsewhere";
  EXPECT_EQ(locate_model("tiny").error().code, ErrorCode::not_found);
}

TEST(Locate, ASecondStartTrustsTheStamp) {
  ModelWorld world;
  world.write_files(world.cache() / "tiny");
  EXPECT_EQ(presence().state, ModelPresence::State::unverified);
  ASSERT_TRUE(locate_model("tiny"));
  EXPECT_EQ(presence().state, ModelPresence::State::verified);
  // Proof that nothing is hashed again: bytes changed behind the stamp pass here,
  // and only verify sees them.
  tamper_unseen(world.cache() / "tiny" / "weights.bin");
  EXPECT_TRUE(locate_model("tiny"));
  const auto verified = verify_model("tiny");
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, ErrorCode::corrupt);
}

TEST(Locate, ATamperedFileIsRefused) {
  ModelWorld world;
  world.write_files(world.cache() / "tiny");
  ASSERT_TRUE(locate_model("tiny"));
  std::string other = world.weights;
  other[1000] = static_cast<char>(other[1000] ^ 1);
  std::ofstream(world.cache() / "tiny" / "weights.bin", std::ios::binary) << other;
  const auto found = locate_model("tiny");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::corrupt);
  EXPECT_NE(found.error().message.find("weights.bin"), std::string::npos);
  EXPECT_NE(found.error().message.find(hex_sha256(world.weights)), std::string::npos);
}

TEST(Locate, ATruncatedFileIsRefusedBeforeHashing) {
  ModelWorld world;
  world.write_files(world.cache() / "tiny");
  fs::resize_file(world.cache() / "tiny" / "weights.bin", 100);
  EXPECT_NE(locate_model("tiny").error().message.find("has 100 bytes"), std::string::npos);
}

TEST(Locate, AnUnpinnedFileIsHeldAgainstWhatPlumbSawFirst) {
  ModelWorld world;
  world.write_files(world.cache() / "tiny");
  ASSERT_TRUE(verify_model("tiny"));
  std::ofstream(world.cache() / "tiny" / "config.json") << "{\"size\": 2}\n";
  EXPECT_EQ(verify_model("tiny").error().code, ErrorCode::corrupt);
  EXPECT_EQ(locate_model("tiny").error().code, ErrorCode::corrupt);
  EXPECT_EQ(verify_model("tiny").error().code, ErrorCode::corrupt);  // the use has not renewed it
  const auto registry = load_registry();
  ASSERT_TRUE(registry);
  ASSERT_TRUE(check_folder(*registry->find("tiny"), world.cache() / "tiny", Hashing::anew));
  EXPECT_TRUE(locate_model("tiny"));
}

TEST(Locate, ABrokenStampFileCostsAHashAndNothingMore) {
  ModelWorld world;
  world.write_files(world.cache() / "tiny");
  ASSERT_TRUE(locate_model("tiny"));
  for (const auto& stamp : fs::directory_iterator(world.cache() / ".stamps")) {
    std::ofstream(stamp.path()) << "{\"folder\": 3";
  }
  EXPECT_TRUE(locate_model("tiny"));
  EXPECT_EQ(presence().state, ModelPresence::State::verified);
}

TEST(Locate, AFolderOfTheUserNeedsNoPins) {
  ModelWorld world;
  const fs::path own = world.folder() / "own-model";
  fs::create_directories(own);
  std::ofstream(own / "model.safetensors") << "weights";
  const auto found = locate_model(own.string());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->name, "own-model");
  EXPECT_EQ(found->weights_sha256, hex_sha256("weights"));
  EXPECT_EQ(std::distance(fs::directory_iterator(own), {}), 1);  // nothing written there
}

TEST(Locate, AFolderWithoutWeightsSaysSo) {
  ModelWorld world;
  EXPECT_NE(locate_model(world.folder().string()).error().message.find("has no model.safetensors"),
            std::string::npos);
  EXPECT_EQ(locate_model("no/such/folder").error().code, ErrorCode::not_found);
  EXPECT_EQ(locate_model("typo").error().message,
            "no model is called \"typo\"; the registry has tiny");
}

TEST(Locate, ACacheThatCannotBeWrittenIsNoFailure) {
  ModelWorld world;
  world.write_hub_cache();
  world.set("PLUMB_MODELS", "/proc/none");
  EXPECT_TRUE(locate_model("tiny"));
}

}  // namespace
}  // namespace plumb
