#include "serve/listen_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <charconv>
#include <optional>

namespace plumb {
namespace {

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

bool is_ip_address(const std::string& host, bool is_version_6) {
  in6_addr address{};
  return ::inet_pton(is_version_6 ? AF_INET6 : AF_INET, host.c_str(), &address) == 1;
}

}  // namespace

bool ListenAddress::is_loopback() const {
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) == 1) return IN6_IS_ADDR_LOOPBACK(&six) != 0;
  in_addr four{};
  return ::inet_pton(AF_INET, host.c_str(), &four) == 1 && ntohl(four.s_addr) >> 24 == 127;
}

std::string ListenAddress::text() const {
  return is_version_6() ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const auto refused = [&] {
    return fail(ErrorCode::invalid_input,
                fmt::format("\"{}\" is no address to listen on; write an IP address and a port, as "
                            "127.0.0.1:8000, [::1]:8000, or 0.0.0.0:8000 for every interface",
                            text));
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return refused();
  const auto port = parse_port(text.substr(colon + 1));
  if (!port) return refused();
  std::string_view host = text.substr(0, colon);
  const bool is_bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (is_bracketed) host = host.substr(1, host.size() - 2);
  ListenAddress address{host == "localhost" ? "127.0.0.1" : std::string(host), *port};
  if (is_bracketed != address.is_version_6()) return refused();
  if (!is_ip_address(address.host, is_bracketed)) return refused();
  return address;
}

}  // namespace plumb
