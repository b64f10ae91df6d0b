#include "base/sha256.h"

#include <gtest/gtest.h>

#include <string>

namespace plumb {
namespace {

std::string hash(std::string_view text) {
  return sha256_hex(std::as_bytes(std::span(text)));
}

// The examples of FIPS 180-4 and NIST's test vectors.
TEST(Sha256, MatchesThePublishedVectors) {
  EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, InPiecesEqualsTheWhole) {
  const std::string text = "a text that comes in pieces";
  Sha256 pieces;
  for (const char& c : text) pieces.update(std::as_bytes(std::span(&c, 1)));
  EXPECT_EQ(pieces.hex(), hash(text));
}

TEST(Sha256, OfAMissingFileIsNotFound) {
  const auto result = sha256_file("/nonexistent/file");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
