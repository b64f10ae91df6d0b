// A door of TLS before a LoopbackServer, with a certificate that it has signed itself.
#pragma once

#include <memory>
#include <string>

#include "support/loopback_server.h"

namespace plumb {

class TlsDoor {
 public:
  // `name` is whom the certificate is for: "IP:127.0.0.1", "DNS:other.invalid". The server
  // lives longer than its door.
  TlsDoor(const LoopbackServer& server, const std::string& name);
  ~TlsDoor();
  TlsDoor(const TlsDoor&) = delete;
  TlsDoor& operator=(const TlsDoor&) = delete;

  std::string url() const;          // "https://127.0.0.1:PORT"
  std::string certificate() const;  // as PEM, for those who are to trust it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
