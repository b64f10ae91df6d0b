#include "base/uuid.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

constexpr const char* kDns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";  // RFC 9562, section 6.6
constexpr const char* kOid = "6ba7b812-9dad-11d1-80b4-00c04fd430c8";

TEST(Uuid, Version5GivesThePublishedValues) {
  // RFC 9562, appendix A.4.
  EXPECT_EQ(*name_uuid(kDns, "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
  // Python's documentation of the module uuid; the namespace's case does not matter.
  EXPECT_EQ(*name_uuid(kDns, "python.org"), "886313e1-3b8a-5372-9b90-0c9aee199e5d");
  EXPECT_EQ(*name_uuid("6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "python.org"),
            "886313e1-3b8a-5372-9b90-0c9aee199e5d");
}

TEST(Uuid, Version5TellsNamesAndNamespacesApart) {
  EXPECT_NE(*name_uuid(kDns, "a"), *name_uuid(kDns, "b"));
  EXPECT_NE(*name_uuid(kDns, "a"), *name_uuid(kOid, "a"));
  EXPECT_TRUE(is_uuid(*name_uuid(kDns, "")));
}

TEST(Uuid, Version5RefusesANamespaceThatIsNone) {
  EXPECT_EQ(name_uuid("dns", "a").error().message,
            "\"dns\" is no UUID, so it cannot be a namespace");
}

TEST(Uuid, Version4HasItsVersionAndVariant) {
  for (int i = 0; i < 100; ++i) {
    const std::string uuid = random_uuid();
    ASSERT_TRUE(is_uuid(uuid)) << uuid;
    EXPECT_EQ(uuid[14], '4') << uuid;
    EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
    EXPECT_NE(uuid, random_uuid());
  }
}

}  // namespace
}  // namespace plumb
