#include "base/zip.h"

#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "support/places.h"
#include "support/zip_writer.h"

namespace plumb {
namespace {

Result<std::string> unpack(const std::string& bytes, std::string_view name) {
  PLUMB_TRY(const auto archive, ZipArchive::open(std::as_bytes(std::span(bytes)), "m.whl"));
  std::string content;
  PLUMB_CHECK_RESULT(archive.unpack(name, [&](std::span<const std::byte> piece) -> Result<void> {
    content.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    return {};
  }));
  return content;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 1000);
  return text;
}

const std::string kPair = write_zip({{"a", "alpha alpha alpha", true}, {"b/c", "beta", false}});

TEST(Zip, UnpacksDeflatedAndStoredMembers) {
  EXPECT_EQ(unpack(kPair, "a").value(), "alpha alpha alpha");
  EXPECT_EQ(unpack(kPair, "b/c").value(), "beta");
  const std::string text = long_text();
  EXPECT_EQ(unpack(write_zip({{"big", text, true}}), "big").value(), text);
  EXPECT_EQ(unpack(write_zip({{"empty", "", true}}), "empty").value(), "");
}

TEST(Zip, UnpacksZstandardMembersOfSeveralFrames) {
  const std::string text = long_text();
  EXPECT_EQ(unpack(write_zip({{"big", text, false, true}}), "big").value(), text);
  EXPECT_EQ(unpack(write_zip({{"empty", "", false, true}}), "empty").value(), "");
}

TEST(Zip, AZstandardMemberMayNotUnpackToMoreThanItStatesNorLess) {
  for (const char states : {'\x0a', '\x7f'}) {
    std::string bomb = write_zip({{"a", std::string(100, 'x'), false, true}});
    bomb[bomb.find("PK\1\2") + 24] = states;
    EXPECT_FALSE(unpack(bomb, "a")) << int{states};
  }
}

TEST(Zip, ACutZstandardMemberIsRefused) {
  std::string cut = write_zip({{"a", std::string(100, 'x'), false, true}});
  const std::size_t directory = cut.find("PK\1\2");
  cut[directory + 20] = static_cast<char>(cut[directory + 20] - 3);  // packed bytes
  EXPECT_FALSE(unpack(cut, "a"));
}

TEST(Zip, FindsTheDirectoryBehindAComment) {
  EXPECT_EQ(unpack(write_zip({{"a", "x", false}}, "a comment"), "a").value(), "x");
}

TEST(Zip, NamesAMemberThatIsNotThere) {
  const auto missing = unpack(kPair, "z");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_EQ(missing.error().message, "m.whl has no member z");
}

TEST(Zip, EveryCutIsRefused) {
  for (std::size_t size = 0; size < kPair.size(); ++size) {
    EXPECT_FALSE(ZipArchive::open(std::as_bytes(std::span(kPair.data(), size)), "m.whl")) << size;
  }
}

// Whatever byte is changed, a member comes out as it was or not at all: names,
// sizes and content are all covered by a check.
TEST(Zip, AChangedByteNeverChangesAMember) {
  for (std::size_t at = 0; at < kPair.size(); ++at) {
    for (const char bits : {'\x01', '\x80', '\xff'}) {
      std::string changed = kPair;
      changed[at] = static_cast<char>(changed[at] ^ bits);
      EXPECT_EQ(unpack(changed, "a").value_or("alpha alpha alpha"), "alpha alpha alpha") << at;
      EXPECT_EQ(unpack(changed, "b/c").value_or("beta"), "beta") << at;
    }
  }
}

// By Python's zipfile with its limits at 0 (tests/golden/imports_made.py): extra blocks, a zip64
// end record and its locator.
std::string zip64_archive() {
  return *read_file(source_path("tests/golden/imports/inspect/zip64.eval"), 1 << 20);
}

TEST(Zip, ReadsZip64) {
  const std::string archive = zip64_archive();
  EXPECT_EQ(unpack(archive, "header.json").value(), "{}");
  const auto sample = unpack(archive, "samples/multi_turn_epoch_1.json");
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->size(), 22'838U);
}

TEST(Zip, EveryCutOfZip64IsRefused) {
  const std::string archive = zip64_archive();
  for (std::size_t size = 0; size < archive.size(); ++size) {
    EXPECT_FALSE(ZipArchive::open(std::as_bytes(std::span(archive.data(), size)), "m.whl")) << size;
  }
}

TEST(Zip, AChangedByteNeverChangesAMemberOfZip64) {
  const std::string archive = zip64_archive();
  const std::string sample = unpack(archive, "samples/multi_turn_epoch_1.json").value();
  // What is packed is in the middle, and covered by its CRC; the rest are headers and records.
  const std::size_t directory = archive.find("PK\1\2");
  for (std::size_t at = 0; at < archive.size(); ++at) {
    if (at > 100 && at + 100 < directory) continue;
    for (const char bits : {'\x01', '\x80', '\xff'}) {
      std::string changed = archive;
      changed[at] = static_cast<char>(changed[at] ^ bits);
      EXPECT_EQ(unpack(changed, "header.json").value_or("{}"), "{}") << at;
      EXPECT_EQ(unpack(changed, "samples/multi_turn_epoch_1.json").value_or(sample), sample) << at;
    }
  }
}

TEST(Zip, AZip64EntryWithoutItsSizesIsRefused) {
  std::string changed = zip64_archive();
  const std::size_t entry = changed.find("PK\1\2");
  const std::size_t extra = changed.find(std::string("\1\0", 2), entry + 46);
  changed[extra] = 9;  // another block's number
  const auto archive = unpack(changed, "header.json");
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().message, "m.whl has a zip64 entry without its sizes");
}

TEST(Zip, RefusesTwoMembersOfOneName) {
  const auto archive = unpack(write_zip({{"a", "1", false}, {"a", "2", false}}), "a");
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().message, "m.whl has two members of one name");
}

TEST(Zip, RefusesMembersThatOverlap) {
  const std::string inner = write_zip({{"b", "x", false}});
  std::string quoted =
      write_zip({{"a", inner.substr(0, inner.find("PK\1\2")), false}, {"b", "x", false}});
  ASSERT_TRUE(unpack(quoted, "b"));
  const std::size_t offset = quoted.rfind("PK\1\2") + 42;
  quoted.replace(offset, 2, "\x1f\0", 2);  // b is what a holds
  const auto archive = unpack(quoted, "b");
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().message, "m.whl has members that overlap");
}

TEST(Zip, AMemberMayNotUnpackToMoreThanItStates) {
  std::string bomb = write_zip({{"a", std::string(1'000'000, 'x'), true}});
  const std::size_t directory = bomb.find("PK\1\2");
  bomb[directory + 24] = 10;  // states 10 bytes
  bomb[directory + 25] = bomb[directory + 26] = bomb[directory + 27] = 0;
  const auto archive = ZipArchive::open(std::as_bytes(std::span(bomb)), "m.whl");
  ASSERT_TRUE(archive);
  std::size_t total = 0;
  EXPECT_FALSE(archive->unpack("a", [&](std::span<const std::byte> piece) -> Result<void> {
    total += piece.size();
    return {};
  }));
  EXPECT_LE(total, 10u);
}

TEST(Zip, RefusesEncryptedMembers) {
  std::string changed = kPair;
  changed[changed.find("PK\1\2") + 8] = 1;
  const auto archive = unpack(changed, "a");
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, ErrorCode::unsupported);
}

TEST(Zip, HandsOnWhatTheSinkSays) {
  const auto archive = ZipArchive::open(std::as_bytes(std::span(kPair)), "m.whl");
  ASSERT_TRUE(archive);
  const auto stopped = archive->unpack(
      "a", [](auto) -> Result<void> { return fail(ErrorCode::io, "the disk is full"); });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "the disk is full");
}

}  // namespace
}  // namespace plumb
