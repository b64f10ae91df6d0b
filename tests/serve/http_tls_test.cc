// The server by TLS, with certificates that are made here.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "serve/http_server.h"
#include "serve/http_world.h"
#include "serve/tls_context.h"
#include "support/self_signed.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

template <class T, auto Free>
using Owned = std::unique_ptr<T, decltype([](T* handle) { Free(handle); })>;

class TlsFiles {
 public:
  TlsFiles() {
    const SelfSigned made = self_signed("IP:127.0.0.1");
    const SelfSigned other = self_signed("IP:127.0.0.1");
    write("certificate.pem", made.certificate);
    write("key.pem", made.key);
    write("other-key.pem", other.key);
    write("text.pem", "this is no certificate\n");
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path() / name) << content;
  }
  TemporaryFolder folder_;
};

// One request by TLS; empty where the handshake fails.
class TlsClient {
 public:
  TlsClient(const ListenAddress& address, int most_version)
      : context_(SSL_CTX_new(TLS_client_method())) {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{30, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(address.port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) return;
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_max_proto_version(context_.get(), most_version);
    stream_.reset(SSL_new(context_.get()));
    SSL_set_fd(stream_.get(), socket_);
    is_open_ = SSL_connect(stream_.get()) == 1;
  }
  ~TlsClient() { ::close(socket_); }

  bool is_open() const { return is_open_; }
  std::string version() const { return SSL_get_version(stream_.get()); }
  void send(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      std::size_t now = 0;
      if (SSL_write_ex(stream_.get(), bytes.data() + sent, bytes.size() - sent, &now) != 1) return;
      sent += now;
    }
  }
  // Until the connection's end, or so many bytes.
  std::string receive(std::size_t most = std::string::npos) {
    std::string all;
    char buffer[16 * 1024];
    std::size_t got = 0;
    while (all.size() < most && SSL_read_ex(stream_.get(), buffer, sizeof buffer, &got) == 1) {
      all.append(buffer, got);
    }
    return all;
  }
  // Whether the other side has said goodbye, and not merely gone.
  bool was_told_goodbye() const {
    return (SSL_get_shutdown(stream_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }

 private:
  Owned<SSL_CTX, SSL_CTX_free> context_;
  Owned<SSL, SSL_free> stream_;
  int socket_ = -1;
  bool is_open_ = false;
};

HttpServerOptions with_tls(const TlsFiles& files) {
  HttpServerOptions options = HttpWorld::quick();
  options.certificate_file = files.path("certificate.pem");
  options.key_file = files.path("key.pem");
  options.limits.handshake_time = std::chrono::milliseconds(500);
  return options;
}

const std::string kClosingPost =
    "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello";

TEST(HttpTls, SpeaksVersions12And13AndNothingOlder) {
  const TlsFiles files;
  HttpWorld world(with_tls(files));
  const ListenAddress address = world.server->addresses().front();
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(address, version);
    ASSERT_TRUE(client.is_open());
    EXPECT_EQ(client.version(), version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3");
    client.send(kClosingPost);
    EXPECT_NE(client.receive().find("POST /echo\nhello"), std::string::npos);
    EXPECT_TRUE(client.was_told_goodbye());
  }
  EXPECT_FALSE(TlsClient(address, TLS1_1_VERSION).is_open());
}

TEST(HttpTls, BodiesAndAnswersMayBeLarge) {
  const TlsFiles files;
  HttpWorld world(with_tls(files));
  TlsClient client(world.server->addresses().front(), TLS1_3_VERSION);
  client.send(post("/stream", std::string(2'000'000, 'b')));
  EXPECT_NE(client.receive(1).find("2000000"), std::string::npos);
  client.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_GT(client.receive().size(), 8U * 1024 * 1024);
}

TEST(HttpTls, ARefusedUploadSeesItsAnswer) {
  const TlsFiles files;
  HttpWorld world(with_tls(files));
  TlsClient client(world.server->addresses().front(), TLS1_3_VERSION);
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n");
  client.send(std::string(4'000'000, 'b'));
  EXPECT_TRUE(client.receive().starts_with("HTTP/1.1 413 "));
}

TEST(HttpTls, PlainHttpIsToldToSpeakTls) {
  const TlsFiles files;
  HttpWorld world(with_tls(files));
  RawClient client = world.connect();
  const auto response = client.ask(get("/echo"));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 400);
  EXPECT_NE(response->body.find("https://"), std::string::npos);
  EXPECT_EQ(world.handler.answers, 0);
  TlsClient after(world.server->addresses().front(), TLS1_3_VERSION);
  EXPECT_TRUE(after.is_open());
}

TEST(HttpTls, AHandshakeThatDoesNotComeIsClosed) {
  const TlsFiles files;
  HttpWorld world(with_tls(files));
  RawClient silent = world.connect();
  EXPECT_TRUE(silent.is_at_end());
  RawClient garbage = world.connect();
  garbage.send(std::string(1'000, '\xAA'));
  EXPECT_TRUE(eventually([&] {
    return world.metrics.text().find("plumb_http_connections 0\n") != std::string::npos;
  }));
}

TEST(HttpTls, StoppingWhileAHandshakeHangsTakesNoTime) {
  const TlsFiles files;
  HttpServerOptions options = with_tls(files);
  options.limits.handshake_time = std::chrono::milliseconds(60'000);
  HttpWorld world(options);
  RawClient silent = world.connect();
  ASSERT_TRUE(eventually([&] {
    return world.metrics.text().find("plumb_http_connections 1\n") != std::string::npos;
  }));
  EXPECT_TRUE(world.server->stop(std::chrono::seconds(30)));
}

TEST(HttpTls, WrongFilesAreToldByName) {
  const TlsFiles files;
  const auto message = [&](const std::string& certificate, const std::string& key) {
    const auto loaded = TlsContext::load(files.path(certificate), files.path(key));
    return loaded ? std::string() : loaded.error().message;
  };
  EXPECT_EQ(message("certificate.pem", "key.pem"), "");
  EXPECT_NE(message("missing.pem", "key.pem").find("missing.pem"), std::string::npos);
  EXPECT_NE(message("text.pem", "key.pem").find("text.pem holds no certificate"),
            std::string::npos);
  EXPECT_NE(message("certificate.pem", "text.pem").find("text.pem holds no private key"),
            std::string::npos);
  EXPECT_NE(message("certificate.pem", "other-key.pem").find("other-key.pem"), std::string::npos);
  HttpServerOptions options = HttpWorld::quick();
  options.certificate_file = files.path("certificate.pem");
  ShowingHandler handler;
  ServerMetrics metrics;
  const auto half = HttpServer::open(handler, metrics, options);
  ASSERT_FALSE(half);
  EXPECT_NE(half.error().message.find("certificate and its key"), std::string::npos);
}

}  // namespace
}  // namespace plumb
