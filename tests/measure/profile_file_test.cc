#include "measure/profile_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "base/sha256.h"
#include "support/random_executions.h"
#include "support/temporary_folder.h"
#include "text/utf8.h"

namespace plumb {
namespace {

ProfileDocument document_of(std::uint64_t seed, std::size_t results) {
  ExecutionProfile profile({.sample_rows = 20});
  for (const Response& response : testing::random_execution(seed, results, 4)) {
    const bool blank = is_blank(response.response);
    EXPECT_TRUE(
        profile.add(response, blank ? std::span<const float>() : response.embedding, false));
  }
  profile.name = "nightly";
  profile.skipped = 2;
  profile.origin = VectorOrigin{"given", "", "", "", 4};
  return {profile, BaselineNote{"base", "run.jsonl", "0.1.0", {{"alpha", "0.05"}, {"seed", "42"}}}};
}

std::string with_checksum(std::string body) {
  return body + sha256_hex(std::as_bytes(std::span(body)));
}

std::string body_of(const ProfileDocument& document) {
  std::string bytes = encode_profile(document);
  bytes.resize(bytes.size() - 64);
  return bytes;
}

void expect_refused(std::string_view bytes, std::string_view clause) {
  const auto decoded = decode_profile(bytes, "base.plumb");
  ASSERT_FALSE(decoded);
  EXPECT_NE(decoded.error().message.find(clause), std::string::npos) << decoded.error().message;
  EXPECT_TRUE(decoded.error().message.starts_with("base.plumb ")) << decoded.error().message;
}

TEST(ProfileFile, ReadsBackWhatItWrote) {
  for (const std::size_t results : {0U, 1U, 20U, 90U}) {
    const ProfileDocument document = document_of(results, results);
    const std::string bytes = encode_profile(document);
    const auto decoded = decode_profile(bytes, "base.plumb");
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, document);
    EXPECT_EQ(encode_profile(*decoded), bytes);
  }
}

TEST(ProfileFile, WithoutVectorsAndNoteReadsBackToo) {
  ExecutionProfile profile({.keep_text = false});
  Response response;
  response.id = "only";
  response.response = "text";
  ASSERT_TRUE(profile.add(response, {}, false));
  const ProfileDocument document{profile, std::nullopt};
  const auto decoded = decode_profile(encode_profile(document), "p");
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(*decoded, document);
}

TEST(ProfileFile, EveryCutAndEveryFlippedByteIsRefused) {
  const std::string bytes = encode_profile(document_of(5, 3));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_profile(std::string_view(bytes).substr(0, size), "p")) << size;
    std::string flipped = bytes;
    flipped[size] = static_cast<char>(flipped[size] ^ 0x10);
    EXPECT_FALSE(decode_profile(flipped, "p")) << size;
  }
}

TEST(ProfileFile, NoFlippedByteUnderAGoodChecksumReadsAsTheSameOrCrashes) {
  const ProfileDocument document = document_of(6, 4);
  const std::string body = body_of(document);
  for (std::size_t at = 0; at < body.size(); ++at) {
    for (const int mask : {0x01, 0x80, 0xFF}) {
      std::string flipped = body;
      flipped[at] = static_cast<char>(flipped[at] ^ mask);
      flipped = with_checksum(std::move(flipped));
      const auto decoded = decode_profile(flipped, "p");
      if (!decoded) continue;
      EXPECT_EQ(encode_profile(*decoded), flipped) << "not canonical at " << at;
    }
  }
}

TEST(ProfileFile, ErrorsNameTheSection) {
  const std::string body = body_of(document_of(7, 3));
  const auto changed = [&](std::string_view tag, std::size_t offset, std::uint64_t value) {
    std::string bytes = body;
    std::memcpy(bytes.data() + bytes.find(tag) + offset, &value, sizeof value);
    return with_checksum(std::move(bytes));
  };
  expect_refused(changed("leng", 4, ~std::uint64_t{0}), "section \"leng\" ends early");
  expect_refused(changed("char", 12, ~std::uint64_t{0}), "section \"char\"");
  expect_refused(changed("sums", 12, 5), "section \"sums\" is not as long as it says");
  expect_refused(changed("samp", 12, 2), "section \"samp\" has not as many rows as it should");
}

TEST(ProfileFile, SaysWhatIsNoProfileAndWhatIsNewer) {
  expect_refused("{\"response\":\"a\"}", "is no profile of Plumb");
  expect_refused("", "is no profile of Plumb");
  std::string newer = body_of(document_of(8, 1));
  newer[8] = 2;
  const auto decoded = decode_profile(with_checksum(newer), "base.plumb");
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().code, ErrorCode::unsupported);
  EXPECT_NE(decoded.error().message.find("version 2"), std::string::npos);
}

TEST(ProfileFile, LivesOnDisk) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "base.plumb").string();
  const ProfileDocument document = document_of(9, 30);
  ASSERT_TRUE(write_profile(path, document));
  const auto read = read_profile(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, document);
}

}  // namespace
}  // namespace plumb
