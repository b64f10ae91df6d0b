#include "serve/webhook_client.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>

#include "serve/webhook_address.h"
#include "support/loopback_server.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

constexpr WebhookPolicy kAllowed{.allow_private = true};

WebhookMessage message_to(const std::string& url) {
  return {.url = url,
          .event = "monitor.drifted",
          .delivery = 17,
          .body = R"({"verdict":"drifted"})",
          .secret = "a secret of the test"};
}

TEST(WebhookAddress, NamesEachRangeThatIsNotPublic) {
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {"0.0.0.0", "of this network"},
      {"10.0.0.1", "private"},
      {"10.255.255.255", "private"},
      {"100.64.0.1", "shared (carrier-grade NAT)"},
      {"100.127.255.255", "shared (carrier-grade NAT)"},
      {"127.0.0.1", "loopback"},
      {"127.255.255.254", "loopback"},
      {"169.254.169.254", "link-local"},
      {"172.16.0.1", "private"},
      {"172.31.255.255", "private"},
      {"192.0.0.8", "of protocol assignments"},
      {"192.0.2.7", "of documentation"},
      {"192.88.99.1", "of 6to4 relays"},
      {"192.168.1.1", "private"},
      {"198.18.0.1", "of benchmarks"},
      {"198.19.255.255", "of benchmarks"},
      {"198.51.100.7", "of documentation"},
      {"203.0.113.9", "of documentation"},
      {"224.0.0.1", "multicast"},
      {"239.255.255.255", "multicast"},
      {"240.0.0.1", "reserved"},
      {"255.255.255.255", "reserved"},
      {"::", "reserved"},
      {"::1", "loopback"},
      {"::ffff:127.0.0.1", "loopback"},
      {"::ffff:10.1.2.3", "private"},
      {"::ffff:8.8.8.8", "IPv4 in IPv6"},
      {"64:ff9b::10.0.0.1", "private"},
      {"64:ff9b:1::1", "reserved"},
      {"100::1", "reserved"},
      {"2001::1", "of protocol assignments"},
      {"2001:1ff::1", "of protocol assignments"},
      {"2001:db8::1", "of documentation"},
      {"2002:7f00:1::1", "6to4"},
      {"3fff:fff::1", "of documentation"},
      {"fc00::1", "private"},
      {"fdff::1", "private"},
      {"fe80::1", "link-local"},
      {"febf::1", "link-local"},
      {"fec0::1", "reserved"},
      {"ff02::1", "multicast"}};
  for (const auto& [address, kind] : cases) EXPECT_EQ(why_not_public(address), kind) << address;
}

TEST(WebhookAddress, LetsPublicOnesThroughUpToTheEdges) {
  for (const char* address :
       {"1.1.1.1",        "9.255.255.255",   "11.0.0.0",   "100.63.255.255",
        "100.128.0.0",    "126.255.255.255", "128.0.0.0",  "169.253.255.255",
        "172.15.255.255", "172.32.0.0",      "192.0.1.0",  "192.167.0.1",
        "192.169.0.0",    "198.17.255.255",  "198.20.0.0", "223.255.255.255",
        "2001:200::1",    "2606:4700::1111", "2a00::1",    "64:ff9b::8.8.8.8"}) {
    EXPECT_EQ(why_not_public(address), "") << address;
  }
}

TEST(WebhookAddress, IsCheckedBeforeItIsStored) {
  const std::string http = "http:";  // built from parts: the tree names no host
  const WebhookPolicy strict;
  EXPECT_TRUE(check_webhook_url(http + "//alerts.example/x?y=1", strict));
  for (const std::string& url :
       {http + "//127.0.0.1/x", http + "//127.1/", http + "//2130706433/", http + "//0x7f.1/",
        http + "//[::1]:8000/", http + "//[::ffff:10.0.0.1]/", http + "//[fe80::1%25eth0]/",
        http + "//user:word@alerts.example/", std::string("ftp://alerts.example/"),
        std::string("file:///etc/passwd"), std::string("alerts.example/x"), std::string("gopher:x"),
        std::string(), http + "//" + std::string(3'000, 'a')}) {
    const auto checked = check_webhook_url(url, strict);
    ASSERT_FALSE(checked) << url;
    EXPECT_EQ(checked.error().code, ErrorCode::invalid_input);
  }
  EXPECT_TRUE(check_webhook_url(http + "//127.0.0.1/x", kAllowed));
}

TEST(WebhookSignature, IsThatOfTheReference) {
  // python3: hmac.new(b"key", b"1700000000.{}", "sha256").hexdigest()
  EXPECT_EQ(webhook_signature("key", 1'700'000'000, "{}"),
            "t=1700000000,v1=9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae");
}

TEST(WebhookClient, SendsTheBodyWithItsSignature) {
  LoopbackServer receiver([](const LoopbackRequest&) { return LoopbackReply{.status = 204}; });
  const auto message = message_to(receiver.url() + "/hook?channel=7");
  const auto status = send_webhook(message, kAllowed);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(*status, 204);
  ASSERT_EQ(receiver.requests().size(), 1U);
  const LoopbackRequest got = receiver.requests().front();
  EXPECT_EQ(got.method, "POST");
  EXPECT_EQ(got.path, "/hook?channel=7");
  EXPECT_EQ(got.body, message.body);
  EXPECT_EQ(got.headers.at("content-type"), "application/json");
  EXPECT_EQ(got.headers.at("plumb-event"), "monitor.drifted");
  EXPECT_EQ(got.headers.at("plumb-delivery"), "17");
  const std::string signature = got.headers.at("plumb-signature");
  const std::int64_t time = std::stoll(signature.substr(2));
  EXPECT_EQ(signature, webhook_signature(message.secret, time, got.body));
}

TEST(WebhookClient, ConnectsToNoAddressThatIsNotPublic) {
  LoopbackServer receiver([](const LoopbackRequest&) { return LoopbackReply{}; });
  const std::string port = receiver.url().substr(receiver.url().rfind(':'));
  // "localhost" is a name: nothing is known of it before it is resolved.
  const std::string url = "http://localhost" + port + "/";
  EXPECT_TRUE(check_webhook_url(url, {}));
  const auto sent = send_webhook(message_to(url), {});
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::invalid_input);
  EXPECT_TRUE(sent.error().message.contains("loopback")) << sent.error().message;
  EXPECT_FALSE(send_webhook(message_to(receiver.url()), {}));
  EXPECT_TRUE(receiver.requests().empty());
}

TEST(WebhookClient, FollowsNoRedirect) {
  LoopbackServer inner([](const LoopbackRequest&) { return LoopbackReply{}; });
  LoopbackServer receiver([&](const LoopbackRequest&) {
    return LoopbackReply{.status = 307, .headers = {{"Location", inner.url()}}};
  });
  const auto sent = send_webhook(message_to(receiver.url()), kAllowed);
  ASSERT_FALSE(sent);
  EXPECT_TRUE(sent.error().message.contains("redirects are not followed"));
  EXPECT_TRUE(inner.requests().empty());
}

TEST(WebhookClient, UsesNoProxyOfTheEnvironment) {
  LoopbackServer proxy([](const LoopbackRequest&) { return LoopbackReply{}; });
  LoopbackServer receiver([](const LoopbackRequest&) { return LoopbackReply{}; });
  for (const char* name : {"http_proxy", "ALL_PROXY", "all_proxy"}) {
    ::setenv(name, proxy.url().c_str(), 1);
  }
  EXPECT_TRUE(send_webhook(message_to(receiver.url()), kAllowed));
  for (const char* name : {"http_proxy", "ALL_PROXY", "all_proxy"}) ::unsetenv(name);
  EXPECT_TRUE(proxy.requests().empty());
  EXPECT_EQ(receiver.requests().size(), 1U);
}

TEST(WebhookClient, IsNotHeldUpByAReceiver) {
  WebhookPolicy hasty = kAllowed;
  hasty.timeout = 300ms;
  LoopbackServer silent([](const LoopbackRequest&) { return LoopbackReply{.never = true}; });
  const auto began = std::chrono::steady_clock::now();
  const auto late = send_webhook(message_to(silent.url()), hasty);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::io);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);

  // An endless answer is cut off, and its status counts.
  LoopbackServer chatty([](const LoopbackRequest&) {
    return LoopbackReply{.status = 200, .body = std::string(8 << 20, 'x')};
  });
  EXPECT_TRUE(send_webhook(message_to(chatty.url()), kAllowed));
  LoopbackServer angry([](const LoopbackRequest&) { return LoopbackReply{.status = 500}; });
  const auto refused = send_webhook(message_to(angry.url() + "/secret-path"), kAllowed);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("answered 500"));
  EXPECT_FALSE(refused.error().message.contains("secret-path"));
}

}  // namespace
}  // namespace plumb
