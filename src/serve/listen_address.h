// Where a server listens: "127.0.0.1:8000", "[::1]:8000", "localhost:8000".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

struct ListenAddress {
  std::string host = "127.0.0.1";  // an IP address, without brackets
  std::uint16_t port = 8000;       // 0: one that is free

  bool is_version_6() const { return host.find(':') != std::string::npos; }
  // Reached from this machine alone.
  bool is_loopback() const;
  std::string text() const;  // "[::1]:8000"

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

// Names are not looked up, but for localhost, which is 127.0.0.1: what a name stands for may
// change, and who may reach a server should not. Fails with invalid_input.
Result<ListenAddress> parse_listen_address(std::string_view text);

}  // namespace plumb
