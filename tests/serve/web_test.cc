// The dashboard's files: whole or packed, kept by browsers, and with the policy that binds them.
#include "base/sha256.h"
#include "ingest/gzip.h"
#include "serve/api_fixture.h"
#include "support/gzip.h"

namespace plumb {
namespace {

class WebTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    start({.web_files = files_});
  }

  ServedResponse get_with(const std::string& path, const char* name, const std::string& value) {
    ServedRequest request = request_of("GET", path);
    request.headers[name] = value;
    return send(request);
  }

  const std::string page_ = "<!doctype html><script type=module src=./assets/a-1.js></script>";
  const std::string script_ = "console.log('plumb');\n";
  const std::string packed_page_ = gzipped(page_);
  const std::string packed_script_ = gzipped(script_);
  const std::string picture_ = std::string("\x89PNG\0\x01", 6);
  const std::vector<WebFile> files_ = {
      {"index.html", "text/html", "00112233445566778899aabbccddeeff00", packed_page_, true},
      {"assets/a-1.js", "text/javascript", "ff112233445566778899aabbccddeeff00", packed_script_,
       true},
      {"assets/deep/b-2.png", "image/png", "aa112233445566778899aabbccddeeff00", picture_, false},
  };
};

TEST_F(WebTest, ThePageIsWholeForThoseWhoDoNotUnpack) {
  const ServedResponse page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(page.body, page_);
  EXPECT_EQ(header_of(page, "content-encoding"), "");
  EXPECT_EQ(header_of(page, "cache-control"), "no-cache");
  EXPECT_EQ(header_of(page, "vary"), "accept-encoding");
}

TEST_F(WebTest, WhoTakesGzipGetsItAsItLies) {
  for (const char* accepted :
       {"gzip", "br, gzip", "deflate;q=0.5, gzip;q=0.8", "*", "gzip;q=1.0"}) {
    const ServedResponse script = get_with("/assets/a-1.js", "accept-encoding", accepted);
    EXPECT_EQ(header_of(script, "content-encoding"), "gzip") << accepted;
    EXPECT_EQ(script.body, packed_script_) << accepted;
  }
  for (const char* accepted : {"br", "gzip;q=0", "gzip; q=0.0, br", "identity", "xgzip"}) {
    const ServedResponse script = get_with("/assets/a-1.js", "accept-encoding", accepted);
    EXPECT_EQ(header_of(script, "content-encoding"), "") << accepted;
    EXPECT_EQ(script.body, script_) << accepted;
  }
}

TEST_F(WebTest, WhatDoesNotPackIsSentAsItIs) {
  const ServedResponse picture = get_with("/assets/deep/b-2.png", "accept-encoding", "gzip");
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.content_type, "image/png");
  EXPECT_EQ(picture.body, picture_);
  EXPECT_EQ(header_of(picture, "content-encoding"), "");
  EXPECT_EQ(header_of(picture, "cache-control"), "public, max-age=31536000, immutable");
}

TEST_F(WebTest, APageThatIsKnownIsNotSentAgain) {
  const std::string tag = header_of(get("/"), "etag");
  EXPECT_EQ(tag, "\"00112233445566778899aabbccddeeff\"");
  for (const std::string& given : {tag, "\"x\", W/" + tag, std::string("*")}) {
    const ServedResponse known = get_with("/", "if-none-match", given);
    EXPECT_EQ(known.status, 304) << given;
    EXPECT_EQ(known.body, "");
    EXPECT_EQ(header_of(known, "etag"), tag);
  }
  EXPECT_EQ(get_with("/", "if-none-match", "\"x\"").status, 200);
  // The packed form is another thing to a cache between.
  ServedRequest request = request_of("GET", "/");
  request.headers["accept-encoding"] = "gzip";
  request.headers["if-none-match"] = tag;
  EXPECT_EQ(send(request).status, 200);
}

TEST_F(WebTest, ThePolicyLetsThePageRunItsOwnFilesAndNothingElse) {
  const std::string policy = header_of(get("/"), "content-security-policy");
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
  EXPECT_TRUE(policy.contains("frame-ancestors 'none'"));
  EXPECT_TRUE(policy.contains("base-uri 'none'"));
  EXPECT_FALSE(policy.contains("unsafe"));
  EXPECT_EQ(header_of(get("/"), "x-content-type-options"), "nosniff");
  EXPECT_EQ(header_of(get("/"), "referrer-policy"), "no-referrer");
}

TEST_F(WebTest, AFileThatIsNotThereIsAProblem) {
  for (const char* path : {"/assets/none.js", "/assets/../index.html", "/assets/deep",
                           "/index.html", "/assets/index.html", "/assets/%2e%2e/a"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

TEST_F(WebTest, ThePageNeedsNoKey) {
  start({.require_keys = true, .web_files = files_});
  EXPECT_EQ(get("/").status, 200);
  EXPECT_EQ(get("/assets/a-1.js").status, 200);
}

TEST_F(WebTest, ABuildWithoutTheDashboardSaysSo) {
  start({.web_files = {}});
  const ServedResponse page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(page.body.contains("without the dashboard"));
  EXPECT_TRUE(page.body.contains("<a href=\"docs\">"));  // relative: behind any prefix
  EXPECT_EQ(get("/assets/a-1.js").status, 404);
}

TEST(EmbeddedWebFiles, EachUnpacksToWhatWasBuilt) {
  for (const WebFile& file : embedded_web_files()) {
    const std::string whole = file.is_gzipped ? must(gunzip(file.bytes)) : std::string(file.bytes);
    EXPECT_EQ(sha256_hex(std::as_bytes(std::span(whole))), file.sha256) << file.path;
    EXPECT_TRUE(file.path == "index.html" || file.path.starts_with("assets/"))
        << file.path << " would not be served";
  }
}

}  // namespace
}  // namespace plumb
