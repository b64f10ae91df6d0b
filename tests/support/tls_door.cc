#include "support/tls_door.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "support/self_signed.h"

namespace plumb {
namespace {

template <class T, auto Free>
using Owned = std::unique_ptr<T, decltype([](T* handle) { Free(handle); })>;
using Key = Owned<EVP_PKEY, EVP_PKEY_free>;
using Certificate = Owned<X509, X509_free>;
using Context = Owned<SSL_CTX, SSL_CTX_free>;
using Connection = Owned<SSL, SSL_free>;

void must(bool held) {
  if (!held) std::abort();
}

// The objects of PEM texts.
Certificate parsed_certificate(const std::string& pem) {
  const Owned<BIO, BIO_free> memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return Certificate(PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr));
}

Key parsed_key(const std::string& pem) {
  const Owned<BIO, BIO_free> memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return Key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr));
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Head and, where the head tells its length, body.
std::string read_request(SSL* connection) {
  std::string bytes;
  std::size_t wanted = std::string::npos;
  char buffer[4096];
  while (bytes.size() < wanted) {
    const int got = SSL_read(connection, buffer, sizeof buffer);
    if (got <= 0) break;
    bytes.append(buffer, static_cast<std::size_t>(got));
    const std::size_t head = bytes.find("\r\n\r\n");
    if (head == std::string::npos) continue;
    const std::size_t length = bytes.find("Content-Length: ");
    wanted =
        head + 4 + (length < head ? std::strtoul(bytes.c_str() + length + 16, nullptr, 10) : 0);
  }
  return bytes;
}

}  // namespace

struct TlsDoor::State {
  SelfSigned made;
  Context context{SSL_CTX_new(TLS_server_method())};
  int behind = 0;  // the server's port
  int listener = -1;
  int port = 0;
  std::atomic<bool> stopping{false};
  std::thread acceptor;

  void accept_all() const {
    while (!stopping) {
      const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) return;
      serve(fd);
      ::close(fd);
    }
  }

  void serve(int fd) const {
    const Connection connection(SSL_new(context.get()));
    SSL_set_fd(connection.get(), fd);
    if (SSL_accept(connection.get()) != 1) return;  // not trusted: nobody comes in
    const std::string request = read_request(connection.get());
    if (request.empty()) return;
    const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(behind);
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    must(::connect(server, generic, sizeof address) == 0);
    must(::send(server, request.data(), request.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(request.size()));
    char buffer[4096];
    for (ssize_t got = 0; (got = ::recv(server, buffer, sizeof buffer, 0)) > 0;) {
      SSL_write(connection.get(), buffer, static_cast<int>(got));
    }
    ::close(server);
    SSL_shutdown(connection.get());
  }
};

TlsDoor::TlsDoor(const LoopbackServer& server, const std::string& name)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  ::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to those who have left, too
  const std::string url = server.url();
  state.behind = std::atoi(url.c_str() + url.rfind(':') + 1);
  state.made = self_signed(name);
  const Certificate certificate = parsed_certificate(state.made.certificate);
  const Key key = parsed_key(state.made.key);
  must(SSL_CTX_use_certificate(state.context.get(), certificate.get()) == 1);
  must(SSL_CTX_use_PrivateKey(state.context.get(), key.get()) == 1);
  state.listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  must(::bind(state.listener, generic, size) == 0 && ::listen(state.listener, 16) == 0 &&
       ::getsockname(state.listener, generic, &size) == 0);
  state.port = ntohs(address.sin_port);
  state.acceptor = std::thread([&state] { state.accept_all(); });
}

TlsDoor::~TlsDoor() {
  state_->stopping = true;
  ::shutdown(state_->listener, SHUT_RDWR);
  state_->acceptor.join();
  ::close(state_->listener);
}

std::string TlsDoor::url() const {
  return "https://127.0.0.1:" + std::to_string(state_->port);
}

std::string TlsDoor::certificate() const {
  return state_->made.certificate;
}

}  // namespace plumb
