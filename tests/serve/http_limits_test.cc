// What clients that mean ill, or do badly, can do to the others: nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "serve/http_server.h"
#include "serve/http_world.h"

namespace plumb {
namespace {

using std::chrono::milliseconds;

bool counts(const HttpWorld& world, const std::string& reason) {
  return world.metrics.text().find("refused_total{reason=\"" + reason + "\"}") != std::string::npos;
}

// Deadlines that a test can wait for.
HttpServerOptions hasty() {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.head_time = milliseconds(300);
  options.limits.keep_alive_time = milliseconds(300);
  options.limits.body = {milliseconds(300), milliseconds(2'000), 1'000'000};
  options.limits.answer = {milliseconds(300), milliseconds(2'000), 1'000'000};
  return options;
}

TEST(HttpLimits, AmbiguousAndBrokenRequestsAreRefused) {
  HttpWorld world;
  const std::string host = "Host: a\r\n";
  const std::vector<std::string> bad = {
      "POST /echo HTTP/1.1\r\n" + host +
          "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host +
          "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: +5\r\n\r\nhello",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 0x5\r\n\r\nhello",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 99999999999999999999999\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host +
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /echo HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nz\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host +
          "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host +
          "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
      "GET /echo HTTP/1.1\r\n" + host + "A: b\r\n c\r\n\r\n",
      "GET /echo HTTP/1.1\r\n" + host + "A: b" + std::string(1, '\0') + "c\r\n\r\n",
      "GET /echo HTTP/1.1\n" + host + "\n\n",
      "GET /echo HTTP/1.1\r\n" + host + "A: b\rc\r\n\r\n",
      "GET /echo HTTP/1.1\r\n" + host + "A: \xff\xfe\r\n\r\n",
      "GET /echo HTTP/1.1\r\n\r\n",
      "GET /echo HTTP/1.1\r\n" + host + "Host: b\r\n\r\n",
      "GET /ec ho HTTP/1.1\r\n" + host + "\r\n",
      "GET /echo HTTP/2.0\r\n" + host + "\r\n",
      "GET echo HTTP/1.1\r\n" + host + "\r\n",
      "GET /%zz HTTP/1.1\r\n" + host + "\r\n",
      "GET /%00 HTTP/1.1\r\n" + host + "\r\n",
      "GET /%C0%AF HTTP/1.1\r\n" + host + "\r\n",
      "GET /%ED%A0%80 HTTP/1.1\r\n" + host + "\r\n",
      "GET /echo?a=%ff HTTP/1.1\r\n" + host + "\r\n",
      "GET /echo#a HTTP/1.1\r\n" + host + "\r\n",
      " GET /echo HTTP/1.1\r\n" + host + "\r\n",
      "\x16\x03\x01\x02" + std::string(2, '\0') + "\x01",
  };
  for (const std::string& request : bad) {
    RawClient client = world.connect();
    const auto response = client.ask(request);
    ASSERT_TRUE(response) << request;
    EXPECT_EQ(response->status, 400) << request;
    EXPECT_FALSE(response->body.empty());
    EXPECT_TRUE(client.is_at_end()) << "nothing behind it is a request: " << request;
  }
  EXPECT_EQ(world.handler.answers, 0);
}

TEST(HttpLimits, AnUnknownCodingIsNotImplementedAndAnUnknownExpectationFails) {
  HttpWorld world;
  for (const std::string coding : {"gzip", "gzip, chunked", "chunked, gzip", "identity"}) {
    RawClient client = world.connect();
    const auto response = client.ask(
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n");
    EXPECT_EQ(response.value().status, 501) << coding;
    EXPECT_TRUE(client.is_at_end());
  }
  RawClient client = world.connect();
  EXPECT_EQ(client.ask("GET /echo HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n").value().status, 417);
}

TEST(HttpLimits, HeadsAreBounded) {
  HttpWorld world;
  RawClient long_head = world.connect();
  std::string head = "GET /echo HTTP/1.1\r\nHost: a\r\nA: " + std::string(20'000, 'a') + "\r\n\r\n";
  EXPECT_EQ(long_head.ask(head).value().status, 431);
  EXPECT_TRUE(long_head.is_at_end());

  RawClient many_headers = world.connect();
  head = "GET /echo HTTP/1.1\r\nHost: a\r\n";
  for (int i = 0; i < 101; ++i) head += "A: b\r\n";
  EXPECT_EQ(many_headers.ask(head + "\r\n").value().status, 431);

  RawClient long_target = world.connect();
  head = "GET /" + std::string(9'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n";
  EXPECT_EQ(long_target.ask(head).value().status, 414);

  RawClient endless = world.connect();
  std::string bytes(64 * 1024, 'a');
  while (endless.send(bytes) && bytes.size() < 2'000'000) bytes += bytes;
  EXPECT_EQ(endless.receive().value().status, 431);
}

TEST(HttpLimits, ATooLongBodyIsAnsweredBeforeItIsRead) {
  HttpWorld world;
  RawClient told = world.connect();
  EXPECT_EQ(told.ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1099511627776\r\n\r\nab")
                .value()
                .status,
            413);
  RawClient sending = world.connect();
  sending.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n");
  sending.send(std::string(8'000'000, 'b'));
  EXPECT_EQ(sending.receive().value().status, 413) << "not a reset connection";
  RawClient chunked = world.connect();
  chunked.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n");
  chunked.send(std::string(0x200000, 'b'));
  EXPECT_EQ(chunked.receive().value().status, 413);
  EXPECT_EQ(world.handler.answers, 0);
}

TEST(HttpLimits, AStreamMayBeTooLongToo) {
  HttpWorld world;
  RawClient client = world.connect();
  client.send("POST /stream HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5000000\r\n");
  client.send(std::string(0x5000000, 'b'));
  const auto refused = client.receive().value();
  EXPECT_EQ(refused.status, 413);
  const std::string told = " durable: " + std::to_string(world.handler.streamed_bytes);
  EXPECT_TRUE(refused.body.ends_with(told)) << refused.body;
  EXPECT_TRUE(eventually([&] { return world.handler.broken_streams == 1; }));
}

TEST(HttpLimits, AnEndlessLineBetweenChunksIsRefused) {
  HttpWorld world;
  RawClient client = world.connect();
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=");
  client.send(std::string(100'000, 'a'));
  EXPECT_EQ(client.receive().value().status, 400);
}

TEST(HttpLimits, ASlowHeadIsAnsweredAndClosed) {
  HttpWorld world(hasty());
  RawClient client = world.connect();
  client.send("GET /echo HTTP/1.1\r\nHost:");
  EXPECT_EQ(client.receive().value().status, 408);
  EXPECT_TRUE(client.is_at_end());
  EXPECT_TRUE(counts(world, "head_slow"));
}

TEST(HttpLimits, ADrippingHeadIsClosedAllTheSame) {
  HttpWorld world(hasty());
  RawClient client = world.connect();
  const std::string head = "GET /echo HTTP/1.1\r\nA: " + std::string(2'000, 'a');
  for (std::size_t i = 0; i < head.size() && client.send(head.substr(i, 1)); ++i) {
    std::this_thread::sleep_for(milliseconds(5));
    if (counts(world, "head_slow")) break;
  }
  EXPECT_TRUE(counts(world, "head_slow"));
}

TEST(HttpLimits, ABodyThatPausesOrDripsIsAnswered) {
  HttpWorld world(hasty());
  RawClient pausing = world.connect();
  pausing.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nab");
  EXPECT_EQ(pausing.receive().value().status, 408);
  EXPECT_TRUE(pausing.is_at_end());

  RawClient dripping = world.connect();
  dripping.send("POST /stream HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n");
  for (int i = 0; i < 2'000 && dripping.send("a"); ++i) {
    std::this_thread::sleep_for(milliseconds(5));
    if (world.handler.broken_streams > 0) break;
  }
  const auto slow = dripping.receive().value();
  EXPECT_EQ(slow.status, 408);
  EXPECT_TRUE(slow.body.contains(" durable: ")) << slow.body;
  EXPECT_TRUE(eventually([&] { return world.handler.broken_streams == 1; }));
}

TEST(HttpLimits, AQuickStartBuysNoDrippingRest) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.body = {milliseconds(5'000), milliseconds(1'000), 1'000};
  HttpWorld world(options);
  RawClient client = world.connect();
  const std::string body(1024 * 1024, 'b');
  constexpr std::size_t kLeft = 500;
  const std::string request = post("/echo", body);
  ASSERT_TRUE(client.send(std::string_view(request).substr(0, request.size() - kLeft)));
  for (std::size_t i = 0; i < kLeft && client.send("b"); ++i) {
    std::this_thread::sleep_for(milliseconds(20));
    if (counts(world, "body_slow")) break;
  }
  EXPECT_EQ(client.receive().value().status, 408);
  EXPECT_EQ(world.handler.answers, 0);
}

TEST(ProgressDeadline, IsNeverFurtherAwayThanTheGrace) {
  using std::chrono::seconds;
  ProgressDeadline deadline;
  const ProgressDeadline::Clock::time_point start{};
  deadline.begin(start, {seconds(20), seconds(20), 500});
  EXPECT_EQ(deadline.at(), start + seconds(20));
  deadline.add(start + seconds(1), 32 << 20);
  EXPECT_EQ(deadline.at(), start + seconds(21));
  for (int i = 2; i <= 16; ++i) deadline.add(start + seconds(i), 1);  // 2 ms each
  EXPECT_EQ(deadline.at(), start + seconds(21) + milliseconds(30));
}

TEST(ProgressDeadline, WhoKeepsTheRateIsNeverLate) {
  using std::chrono::seconds;
  ProgressDeadline deadline;
  ProgressDeadline::Clock::time_point now{};
  deadline.begin(now, {seconds(20), seconds(20), 500});
  for (int i = 0; i < 1'000; ++i) {
    now += seconds(10);
    ASSERT_LT(now, deadline.at()) << i;
    deadline.add(now, 5'000);
  }
  const auto paused = now;
  now += seconds(3'600);
  deadline.forgive(paused, now);
  EXPECT_GT(deadline.at(), now);
}

TEST(HttpLimits, AStrangersBodyIsRefusedBeforeItIsRead) {
  HttpWorld world;
  RawClient client = world.connect();
  const auto refused =
      client.ask("POST /stranger HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nbody");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 401);
  EXPECT_TRUE(client.is_at_end());
  EXPECT_TRUE(world.metrics.text().contains("plumb_http_held_bytes 0\n"));

  RawClient waiting = world.connect();
  EXPECT_EQ(waiting
                .ask("POST /stranger HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                     "Content-Length: 1000000\r\n\r\n")
                .value()
                .status,
            401);
  EXPECT_EQ(world.handler.answers, 0);

  RawClient known = world.connect();
  const std::string body(1'000'000, 'b');
  for (int i = 0; i < 2; ++i) {
    const auto response = known.ask(post("/known", body));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "POST /known\n" + body);
  }
}

TEST(HttpLimits, AnIdleConnectionIsClosedWithoutAWord) {
  HttpWorld world(hasty());
  RawClient client = world.connect();
  ASSERT_TRUE(client.ask(get("/echo")));
  EXPECT_TRUE(client.is_at_end());
  RawClient silent = world.connect();
  EXPECT_TRUE(silent.is_at_end());
}

TEST(HttpLimits, WhoDoesNotReadItsAnswerIsClosed) {
  HttpWorld world(hasty());
  RawClient client = world.connect();
  client.send(get("/large") + get("/large"));
  EXPECT_TRUE(eventually([&] { return counts(world, "answer_slow"); }));
  EXPECT_TRUE(eventually(
      [&] { return world.metrics.text().find("plumb_http_held_bytes 0\n") != std::string::npos; }));
}

TEST(HttpLimits, AFullQueueAnswersAtOnceAndTheConnectionStays) {
  HttpServerOptions options = HttpWorld::quick();
  options.most_waiting = 3;
  HttpWorld world(options);
  std::vector<RawClient> busy;
  for (int i = 0; i < 5; ++i) {  // two workers, three who wait
    busy.push_back(world.connect());
    busy.back().send(get("/gate"));
    if (i == 1) world.handler.gate.wait_for_visitors(2);
  }
  ASSERT_TRUE(eventually([&] {
    return world.metrics.text().find("plumb_http_queue_length 3\n") != std::string::npos;
  }));
  RawClient client = world.connect();
  for (const std::string& request : {get("/echo"), post("/echo", "body"), post("/stream", "b")}) {
    const auto refused = client.ask(request);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, 429);
    EXPECT_EQ(refused->headers.at("retry-after"), "1");
  }
  EXPECT_EQ(client.ask(get("/planned")).value().status, 200) << "what needs no worker";
  world.handler.gate.open();
  for (RawClient& each : busy) EXPECT_EQ(each.receive().value().status, 200);
  EXPECT_EQ(client.ask(get("/echo")).value().status, 200);
}

TEST(HttpLimits, BodiesOfAllConnectionsTogetherAreBounded) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.most_held_bytes = 2 * 1024 * 1024;
  HttpWorld world(options);
  const std::string most = std::string(1024 * 1024, 'b');
  std::vector<RawClient> holding;
  for (int i = 0; i < 2; ++i) {
    holding.push_back(world.connect());
    holding.back().send(post("/gate", most.substr(0, 900'000)));
  }
  world.handler.gate.wait_for_visitors(2);
  RawClient client = world.connect();
  const auto refused = client.ask(post("/echo", most));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 429);
  EXPECT_TRUE(counts(world, "memory_full"));
  world.handler.gate.open();
  for (RawClient& each : holding) EXPECT_EQ(each.receive().value().status, 200);
  RawClient later = world.connect();
  EXPECT_EQ(later.ask(post("/echo", most)).value().status, 200);
}

TEST(HttpLimits, WhatBodiesHoldNeverPassesTheBound) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.most_held_bytes = 1'100'000;
  HttpWorld world(options);
  std::size_t most = 0;
  const auto held = [&] {
    const std::string text = world.metrics.text();
    const std::string name = "\nplumb_http_held_bytes ";
    const std::size_t now = std::stoul(text.substr(text.find(name) + name.size()));
    most = std::max(most, now);
    return now;
  };
  std::vector<RawClient> holding;
  for (std::size_t i = 0; i < 6; ++i) {
    holding.push_back(world.connect());
    const std::string request = post("/gate", std::string(300'000, 'b'));
    for (std::size_t at = 0; at < request.size(); at += 50'000) {
      holding.back().send(std::string_view(request).substr(at, 50'000));
      std::this_thread::sleep_for(milliseconds(5));
      held();
    }
    if (i < 3) {  // so many fit
      ASSERT_TRUE(eventually([&] { return held() >= (i + 1) * 300'000; }));
    }
  }
  EXPECT_TRUE(eventually([&] { return counts(world, "memory_full"); }));
  EXPECT_LE(std::max(most, held()), options.limits.most_held_bytes);
  world.handler.gate.open();
}

TEST(HttpLimits, WhatAStreamKeepsCountsToo) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.most_held_bytes = 2 * 1024 * 1024;
  HttpWorld world(options);
  const std::string body(4 * 1024 * 1024, 'b');
  RawClient keeping = world.connect();
  const auto refused = keeping.ask(post("/stream/kept", body));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 429);
  EXPECT_EQ(refused->headers.at("retry-after"), "1");
  EXPECT_TRUE(refused->body.contains(" durable: ")) << refused->body;
  EXPECT_LE(world.handler.streamed_bytes, options.limits.most_held_bytes);
  EXPECT_TRUE(counts(world, "memory_full"));
  RawClient client = world.connect();
  EXPECT_EQ(client.ask(post("/stream", body)).value().status, 200);
}

TEST(HttpLimits, AnswersThatNobodyReadsCountForTheOthers) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.most_held_bytes = 10 * 1024 * 1024;  // of which one answer is 8
  HttpWorld world(options);
  RawClient client = world.connect();
  {
    RawClient deaf = world.connect();
    for (int i = 0; i < 6; ++i) deaf.send(get("/large"));
    ASSERT_TRUE(eventually([&] {  // its socket is full, and the rest waits
      return world.metrics.text().contains("plumb_http_held_bytes 8388608\n");
    }));
    ASSERT_TRUE(eventually([&] {
      const auto response = client.ask(get("/large"));
      return response && response->status == 429;
    }));
    EXPECT_TRUE(counts(world, "memory_full"));
    EXPECT_EQ(client.ask(get("/echo")).value().status, 200) << "short answers are sent";
    EXPECT_EQ(client.ask(post("/echo", std::string(100'000, 'b'))).value().status, 200);
  }
  EXPECT_TRUE(eventually([&] {
    const auto response = client.ask(get("/large"));
    return response && response->status == 200;
  }));
}

TEST(HttpLimits, IdleConnectionsGiveWayToNewOnes) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.most_connections = 4;
  HttpWorld world(options);
  std::vector<RawClient> idle;
  for (int i = 0; i < 4; ++i) {
    idle.push_back(world.connect());
    ASSERT_TRUE(idle.back().ask(get("/echo")));
  }
  RawClient fifth = world.connect();
  EXPECT_EQ(fifth.ask(get("/echo")).value().status, 200);
  EXPECT_TRUE(idle.front().is_at_end()) << "the one that was idle for longest";
  EXPECT_EQ(idle.back().ask(get("/echo")).value().status, 200);
}

TEST(HttpLimits, WhereNoConnectionIsIdleANewOneIsToldSo) {
  HttpServerOptions options = HttpWorld::quick();
  options.limits.most_connections = 2;
  HttpWorld world(options);
  std::vector<RawClient> busy;
  for (int i = 0; i < 2; ++i) {
    busy.push_back(world.connect());
    busy.back().send(get("/gate"));
  }
  world.handler.gate.wait_for_visitors(2);
  RawClient client = world.connect();
  const auto refused = client.ask(get("/planned"));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 503);
  EXPECT_EQ(refused->headers.at("retry-after"), "1");
  EXPECT_TRUE(client.is_at_end());
  world.handler.gate.open();
  for (RawClient& each : busy) EXPECT_EQ(each.receive().value().status, 200);
}

TEST(HttpLimits, ManyIdleConnectionsDoNotHinderOne) {
  HttpWorld world;
  std::vector<RawClient> idle;
  for (int i = 0; i < 200; ++i) {
    idle.push_back(world.connect());
    if (i % 2 == 0) {
      ASSERT_TRUE(idle.back().ask(get("/planned")));
    } else if (i % 4 == 1) {
      ASSERT_TRUE(idle.back().send("GET /echo HTTP/1.1\r\n"));
    }
  }
  RawClient client = world.connect();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(client.ask(get("/echo")).value().status, 200);
  for (std::size_t i = 0; i < idle.size(); i += 2) {
    EXPECT_EQ(idle[i].ask(get("/echo")).value().status, 200);
  }
}

}  // namespace
}  // namespace plumb
