#include "model/package_index.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model_world.h"

namespace plumb {
namespace {

// Made of parts: no address of a package stands in the tree, not even of a host that is none.
const std::string kHost = "https://index.invalid";
const std::string kPage = kHost + "/pages/tiny/";
constexpr std::string_view kWheel = "tiny-1.0-py3-none-any.whl";
constexpr std::string_view kJson = "application/vnd.pypi.simple.v1+json";

TEST(PackageIndex, FindsAWheelOnAnHtmlPage) {
  const auto link = parse_index_page(
      R"(<a href="/f/tiny-1.0.tar.gz#sha256=00">tiny-1.0.tar.gz</a>
         <a data-x="&gt;" href='../../f/tiny-1.0-py3-none-any.whl?k=1&amp;l=2#sha256=ab12'>x</a>)",
      "text/html; charset=UTF-8", kPage, kWheel);
  ASSERT_TRUE(link) << link.error().message;
  EXPECT_EQ(link->url, kHost + "/f/" + std::string(kWheel) + "?k=1&l=2");
  EXPECT_EQ(link->sha256, "ab12");
}

TEST(PackageIndex, FindsAWheelOnAJsonPage) {
  const auto link =
      parse_index_page(R"({"files": [{"filename": "tiny-1.0-py3-none-any.whl", "url": ")" + kHost +
                           R"(/w.whl", "hashes": {"sha256": "cd34"}}]})",
                       kJson, kPage, kWheel);
  ASSERT_TRUE(link) << link.error().message;
  EXPECT_EQ(link->url, kHost + "/w.whl");
  EXPECT_EQ(link->sha256, "cd34");
}

TEST(PackageIndex, SaysWhenTheWheelIsNotListed) {
  EXPECT_EQ(parse_index_page("<html></html>", "text/html", kPage, kWheel).error().message,
            "the package index page " + kPage + " does not list " + std::string(kWheel));
  EXPECT_EQ(parse_index_page(R"({"files": []})", kJson, kPage, kWheel).error().code,
            ErrorCode::not_found);
  EXPECT_EQ(parse_index_page("{", kJson, kPage, kWheel).error().code, ErrorCode::corrupt);
  EXPECT_EQ(parse_index_page(R"({"files": [{"filename": 1}]})", kJson, kPage, kWheel).error().code,
            ErrorCode::not_found);
}

TEST(PackageIndex, ComesFromTheEnvironmentInThisOrder) {
  ModelWorld world;
  world.set("UV_INDEX_URL", "https://uv.invalid/pages");
  EXPECT_EQ(find_package_index().value(), "https://uv.invalid/pages");
  world.set("UV_DEFAULT_INDEX", "inner=https://named.invalid/pages?a=b");
  EXPECT_EQ(find_package_index().value(), "https://named.invalid/pages?a=b");
  world.set("PIP_INDEX_URL", "https://pip.invalid/pages");
  EXPECT_EQ(find_package_index().value(), "https://pip.invalid/pages");
  world.set("PLUMB_PACKAGE_INDEX", "https://plumb.invalid/pages");
  EXPECT_EQ(find_package_index().value(), "https://plumb.invalid/pages");
}

TEST(PackageIndex, NamesTheVariableThatHoldsNoAddressAndKeepsItsValueToItself) {
  ModelWorld world;
  for (const char* value : {"secret", "file:///secret", "inner=secret"}) {
    world.set("PIP_INDEX_URL", value);
    const auto index = find_package_index();
    ASSERT_FALSE(index) << value;
    EXPECT_EQ(index.error().code, ErrorCode::invalid_input);
    EXPECT_EQ(index.error().message,
              "PIP_INDEX_URL is not an http or https address of a package index; set it to one or "
              "unset it");
  }
}

TEST(PackageIndex, SaysWhatToDoWhenThereIsNone) {
  ModelWorld world;
  world.set("PATH", world.folder().string());  // no python3 there
  EXPECT_EQ(find_package_index().error().message,
            "no package index is known on this machine; install python3-pip or set PIP_INDEX_URL");
}

}  // namespace
}  // namespace plumb
