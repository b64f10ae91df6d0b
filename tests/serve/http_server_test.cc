// The protocol, byte by byte: what an HTTP/1.1 server owes to clients that mean well.
#include "serve/http_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/http_world.h"

namespace plumb {
namespace {

std::string chunk(std::string_view bytes) {
  char size[20];
  std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
  return size + std::string(bytes) + "\r\n";
}

constexpr std::string_view kWaitingHead =
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n";
constexpr std::string_view kChunkedHead =
    "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

TEST(HttpServer, AnswersWithLengthAndDate) {
  HttpWorld world;
  RawClient client = world.connect();
  const auto response = client.ask(get("/echo?q=a+b&empty=&x=%C3%A9"));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->body, "GET /echo|q=a b|empty=|x=\u00e9\n");
  EXPECT_EQ(response->headers.at("content-type"), "text/plain");
  EXPECT_EQ(response->headers.at("date").size(),
            std::string("Sun, 06 Nov 1994 08:49:37 GMT").size());
  EXPECT_FALSE(response->headers.contains("connection"));
}

TEST(HttpServer, KeepsAConnectionForManyRequests) {
  HttpWorld world;
  RawClient client = world.connect();
  for (int i = 0; i < 50; ++i) {
    const auto response = client.ask(post("/echo", std::to_string(i)));
    ASSERT_TRUE(response) << i;
    EXPECT_EQ(response->body, "POST /echo\n" + std::to_string(i));
  }
  EXPECT_NE(world.metrics.text().find("plumb_http_connections_total 1\n"), std::string::npos);
}

TEST(HttpServer, PipelinedRequestsAreAnsweredInOrder) {
  HttpWorld world;
  RawClient client = world.connect();
  std::string all;
  for (int i = 0; i < 200; ++i) {
    all += i % 3 == 0   ? post("/echo", std::to_string(i))
           : i % 3 == 1 ? get("/planned")
                        : std::string(kChunkedHead) + chunk(std::to_string(i)) + "0\r\n\r\n";
  }
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 200; ++i) {
    const auto response = client.receive();
    ASSERT_TRUE(response) << i;
    EXPECT_EQ(response->body, i % 3 == 1 ? "planned" : "POST /echo\n" + std::to_string(i));
  }
}

TEST(HttpServer, BytesMayComeOneByOne) {
  HttpWorld world;
  RawClient client = world.connect();
  const std::string request = "\r\n" + std::string(kChunkedHead) + chunk("hello ") +
                              "5;name=\"value\"\r\nworld\r\n" + "0\r\nTrailer: t\r\n\r\n" +
                              get("/planned");
  for (const char byte : request) ASSERT_TRUE(client.send(std::string(1, byte)));
  EXPECT_EQ(client.receive().value().body, "POST /echo\nhello world");
  EXPECT_EQ(client.receive().value().body, "planned");
}

TEST(HttpServer, ABodyOfNoChunksIsEmptyHoweverItIsSplit) {
  HttpWorld world;
  RawClient client = world.connect();
  ASSERT_TRUE(client.send(kChunkedHead));
  for (const std::string_view piece : {"0\r\n", "\r", "\n"}) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ASSERT_TRUE(client.send(piece));
  }
  EXPECT_EQ(client.receive().value().body, "POST /echo\n");
}

TEST(HttpServer, HeadHasTheLengthAndNoBody) {
  HttpWorld world;
  RawClient client = world.connect();
  client.send("HEAD /echo HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto response = client.receive(true);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.at("content-length"), "11");
  EXPECT_EQ(client.ask(get("/planned")).value().body, "planned") << "nothing came between";
}

TEST(HttpServer, ClosesWhereItIsAskedTo) {
  HttpWorld world;
  RawClient client = world.connect();
  const auto response = client.ask("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.at("connection"), "close");
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpServer, ClientsOfHttp10AreClosedUnlessTheyAsk) {
  HttpWorld world;
  RawClient closing = world.connect();
  EXPECT_EQ(closing.ask("GET /echo HTTP/1.0\r\n\r\n").value().headers.at("connection"), "close");
  EXPECT_TRUE(closing.is_at_end());
  RawClient kept = world.connect();
  const std::string request = "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
  EXPECT_EQ(kept.ask(request).value().headers.at("connection"), "keep-alive");
  EXPECT_EQ(kept.ask(request).value().status, 200);
}

TEST(HttpServer, AClientMayEndItsSideAndReadOn) {
  HttpWorld world;
  RawClient client = world.connect();
  client.send(get("/echo"));
  client.end_sending();
  EXPECT_EQ(client.receive().value().status, 200);
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpServer, WhoWaitsForContinueIsToldTo) {
  HttpWorld world;
  RawClient client = world.connect();
  const std::string head =
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n";
  EXPECT_EQ(client.ask(head).value().status, 100);
  EXPECT_EQ(client.ask("hello").value().body, "POST /echo\nhello");
  // Not where the body is there already, nor where it is not wanted.
  EXPECT_EQ(client.ask(head + "hello").value().status, 200);
  const auto refused = client.ask(
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(refused.value().status, 413);
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpServer, AnAbsoluteTargetGivesTheHost) {
  HttpWorld world;
  RawClient client = world.connect();
  const auto response = client.ask("GET http://name:80/echo?a=1 HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(response.value().body, "GET /echo|a=1\n");
}

TEST(HttpServer, ALargeAnswerArrivesWhole) {
  HttpWorld world;
  RawClient client = world.connect();
  const auto response = client.ask(get("/large"));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->body, std::string(8 * 1024 * 1024, 'x'));
  EXPECT_EQ(client.ask(get("/planned")).value().status, 200);
}

TEST(HttpServer, AStreamComesInWindows) {
  HttpWorld world;
  RawClient client = world.connect();
  const std::string body(3 * 1024 * 1024 + 17, 'b');
  EXPECT_EQ(client.ask(post("/stream", body)).value().body, std::to_string(body.size()));
  EXPECT_EQ(world.handler.streamed_bytes, body.size());
  EXPECT_LE(world.handler.largest_window, 320 * 1024U);
  EXPECT_EQ(client.ask(post("/stream", "")).value().body, "0") << "and one of no bytes";
  EXPECT_EQ(client
                .ask("POST /stream HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" +
                     chunk("12345") + "0\r\n\r\n")
                .value()
                .body,
            "5");
}

TEST(HttpServer, AStreamIsNotReadWhileAWindowIsTaken) {
  HttpWorld world;
  RawClient client = world.connect();
  // Far more than both sockets hold: sending ends when the gate opens, not before.
  std::atomic<bool> is_sent = false;
  std::thread sender([&] {
    client.send(post("/stream/gate", std::string(48 * 1024 * 1024, 'b')));
    is_sent = true;
  });
  world.handler.gate.wait_for_visitors(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_FALSE(is_sent);
  EXPECT_EQ(world.handler.streamed_bytes, 0U);
  world.handler.gate.open();
  sender.join();
  EXPECT_EQ(client.receive().value().body, std::to_string(48 * 1024 * 1024));
}

TEST(HttpServer, AStreamMayBeRefusedBeforeItsFirstByteOrInTheMiddle) {
  HttpWorld world;
  RawClient refused = world.connect();
  const std::string head =
      "POST /stream/refused HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n";
  EXPECT_EQ(refused.ask(head + "Expect: 100-continue\r\n\r\n").value().status, 401);
  EXPECT_TRUE(refused.is_at_end());
  RawClient early = world.connect();
  EXPECT_EQ(early.ask(post("/stream/early", std::string(2'000'000, 'b'))).value().status, 409);
  EXPECT_TRUE(early.is_at_end());
  EXPECT_EQ(world.handler.broken_streams, 0) << "they had their answers";
}

TEST(HttpServer, AStreamThatBreaksOffIsTold) {
  HttpWorld world;
  {
    RawClient client = world.connect();
    client.send("POST /stream HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    client.send(std::string(500'000, 'b'));
    ASSERT_TRUE(eventually([&] { return world.handler.streamed_bytes > 0; }));
  }
  EXPECT_TRUE(eventually([&] { return world.handler.broken_streams == 1; }));
}

TEST(HttpServer, AShortBodyThatNobodyWantsCostsNoConnection) {
  HttpWorld world;
  RawClient client = world.connect();
  EXPECT_EQ(client.ask(post("/planned", std::string(10'000, 'b'))).value().body, "planned");
  EXPECT_EQ(client.ask(post("/stream/early", "short")).value().status, 409);
  EXPECT_EQ(client.ask(get("/echo")).value().status, 200);
}

TEST(HttpServer, AThrowingHandlerIsAnAnswer) {
  HttpWorld world;
  RawClient client = world.connect();
  EXPECT_EQ(client.ask(get("/throw")).value().status, 500);
  EXPECT_EQ(client.ask(get("/echo")).value().status, 200);
}

TEST(HttpServer, NoValueOfAHeaderEndsItsLine) {
  HttpWorld world;
  RawClient client = world.connect();
  const auto response = client.ask(get("/headers"));
  EXPECT_EQ(response.value().headers.at("x-a"), "a  X-B: b");
  EXPECT_FALSE(response.value().headers.contains("x-b"));
}

TEST(HttpServer, ListensOnSeveralAddressesAndTellsAPortThatIsTaken) {
  HttpServerOptions options = HttpWorld::quick();
  options.listen = {{"127.0.0.1", 0}, {"127.0.0.2", 0}};
  HttpWorld world(options);
  for (const ListenAddress& address : world.server->addresses()) {
    EXPECT_NE(address.port, 0);
    RawClient client(address);
    EXPECT_EQ(client.ask(get("/echo")).value().status, 200);
  }
  options.listen = {world.server->addresses().front()};
  ServerMetrics metrics;
  const auto second = HttpServer::open(world.handler, metrics, options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::conflict);
  EXPECT_NE(second.error().message.find(options.listen.front().text()), std::string::npos);
}

TEST(HttpServer, EveryAnswerIsTold) {
  HttpServerOptions options = HttpWorld::quick();
  std::mutex mutex;
  std::vector<AnsweredRequest> told;
  options.answered = [&](const AnsweredRequest& answered) {
    const std::scoped_lock lock(mutex);
    told.push_back(answered);
  };
  {
    HttpWorld world(options);
    RawClient client = world.connect();
    client.ask(post("/echo?key=secret", "12345"));
    client.ask("nonsense\r\n\r\n");
    ASSERT_TRUE(world.server->stop(std::chrono::seconds(30)));
  }
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].remote, "127.0.0.1");
  EXPECT_EQ(told[0].method + told[0].path, "POST/echo");
  EXPECT_EQ(told[0].status, 200);
  EXPECT_EQ(told[0].body_bytes, std::string("POST /echo|key=secret\n12345").size());
  EXPECT_EQ(told[1].status, 400);
}

TEST(HttpServer, StoppingFinishesWhatHasBegun) {
  HttpWorld world;
  RawClient idle = world.connect();
  ASSERT_TRUE(idle.ask(get("/echo")));
  RawClient busy = world.connect();
  busy.send(get("/gate"));
  world.handler.gate.wait_for_visitors(1);
  RawClient sending = world.connect();
  ASSERT_EQ(sending.ask(kWaitingHead).value().status, 100) << "it has begun";
  sending.send("ab");
  bool is_finished = false;
  std::thread stopping([&] { is_finished = world.server->stop(std::chrono::seconds(30)); });
  EXPECT_TRUE(idle.is_at_end());
  EXPECT_FALSE(world.connect().ask(get("/echo"))) << "nobody new comes in";
  world.handler.gate.open();
  const auto response = busy.receive();
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.at("connection"), "close");
  EXPECT_TRUE(busy.is_at_end());
  EXPECT_EQ(sending.ask("cd").value().body, "POST /echo\nabcd");
  stopping.join();
  EXPECT_TRUE(is_finished);
}

TEST(HttpServer, StoppingWaitsNoLongerThanItsGrace) {
  HttpWorld world;
  RawClient sending = world.connect();
  ASSERT_EQ(sending.ask(kWaitingHead).value().status, 100) << "it has begun";
  sending.send("ab");
  EXPECT_FALSE(world.server->stop(std::chrono::milliseconds(200)));
  world.server.reset();
  EXPECT_TRUE(sending.is_at_end());
}

}  // namespace
}  // namespace plumb
