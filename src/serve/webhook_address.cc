#include "serve/webhook_address.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace plumb {
namespace {

struct Range4 {
  std::uint32_t start;
  int bits;
  std::string_view kind;
};

constexpr std::uint32_t ip4(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return a << 24U | b << 16U | c << 8U | d;
}

// IANA IPv4 special-purpose registry, and multicast.
constexpr std::array kNotPublic4 = {
    Range4{ip4(0, 0, 0, 0), 8, "of this network"},
    Range4{ip4(10, 0, 0, 0), 8, "private"},
    Range4{ip4(100, 64, 0, 0), 10, "shared (carrier-grade NAT)"},
    Range4{ip4(127, 0, 0, 0), 8, "loopback"},
    Range4{ip4(169, 254, 0, 0), 16, "link-local"},
    Range4{ip4(172, 16, 0, 0), 12, "private"},
    Range4{ip4(192, 0, 0, 0), 24, "of protocol assignments"},
    Range4{ip4(192, 0, 2, 0), 24, "of documentation"},
    Range4{ip4(192, 88, 99, 0), 24, "of 6to4 relays"},
    Range4{ip4(192, 168, 0, 0), 16, "private"},
    Range4{ip4(198, 18, 0, 0), 15, "of benchmarks"},
    Range4{ip4(198, 51, 100, 0), 24, "of documentation"},
    Range4{ip4(203, 0, 113, 0), 24, "of documentation"},
    Range4{ip4(224, 0, 0, 0), 4, "multicast"},
    Range4{ip4(240, 0, 0, 0), 4, "reserved"},
};

std::string_view why_not_public_4(std::uint32_t address) {
  for (const Range4& range : kNotPublic4) {
    if ((address ^ range.start) >> (32 - range.bits) == 0) return range.kind;
  }
  return {};
}

using Bytes6 = std::array<std::uint8_t, 16>;

struct Range6 {
  Bytes6 start;
  int bits;
  std::string_view kind;
};

constexpr std::array kNotPublic6 = {
    Range6{{0x20, 0x01, 0x00}, 23, "of protocol assignments"},  // Teredo, ORCHID, benchmarks
    Range6{{0x20, 0x01, 0x0d, 0xb8}, 32, "of documentation"},
    Range6{{0x20, 0x02}, 16, "6to4"},
    Range6{{0x3f, 0xff}, 20, "of documentation"},
};

bool is_in(const Bytes6& address, const Bytes6& start, int bits) {
  const auto whole = static_cast<std::size_t>(bits / 8);
  if (!std::equal(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(whole),
                  start.begin())) {
    return false;
  }
  const int rest = bits % 8;
  return rest == 0 || (address[whole] ^ start[whole]) >> (8 - rest) == 0;
}

std::uint32_t last_four(const Bytes6& address) {
  return ip4(address[12], address[13], address[14], address[15]);
}

std::string_view why_not_public_6(const Bytes6& address) {
  constexpr Bytes6 kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr Bytes6 kNat64 = {0x00, 0x64, 0xff, 0x9b};
  constexpr Bytes6 kLoopback = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  if (is_in(address, kMapped, 96)) {
    // No name of the internet resolves to one, so a public one is no more than a disguise.
    const std::string_view kind = why_not_public_4(last_four(address));
    return kind.empty() ? "IPv4 in IPv6" : kind;
  }
  if (is_in(address, kNat64, 96)) return why_not_public_4(last_four(address));
  if (address == kLoopback) return "loopback";
  if ((address[0] & 0xfeU) == 0xfcU) return "private";
  if (address[0] == 0xfeU && (address[1] & 0xc0U) == 0x80U) return "link-local";
  if (address[0] == 0xffU) return "multicast";
  if ((address[0] & 0xe0U) != 0x20U) return "reserved";  // not in 2000::/3
  for (const Range6& range : kNotPublic6) {
    if (is_in(address, range.start, range.bits)) return range.kind;
  }
  return {};
}

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

// A part of the address; empty where it has none.
std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK || text == nullptr) return {};
  std::string copy = text;
  curl_free(text);
  return copy;
}

std::unexpected<Error> no_address(std::string_view reason) {
  return fail(ErrorCode::invalid_input,
              fmt::format("a webhook's address {}; give one such as https://HOST/PATH", reason));
}

}  // namespace

std::string_view why_not_public(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in four;
    std::memcpy(&four, &address, sizeof four);
    return why_not_public_4(ntohl(four.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 six;
    std::memcpy(&six, &address, sizeof six);
    Bytes6 bytes;
    std::memcpy(bytes.data(), six.sin6_addr.s6_addr, bytes.size());
    return why_not_public_6(bytes);
  }
  return "not of the internet";
}

std::string_view why_not_public(const std::string& address) {
  in_addr four;
  if (::inet_pton(AF_INET, address.c_str(), &four) == 1) {
    return why_not_public_4(ntohl(four.s_addr));
  }
  Bytes6 bytes;
  if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) return why_not_public_6(bytes);
  return {};
}

Result<void> check_webhook_url(const std::string& url, const WebhookPolicy& policy) {
  if (url.size() > 2'000) return no_address("has more than 2,000 bytes");
  const Url parsed(curl_url(), curl_url_cleanup);
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    return no_address("does not read as one");
  }
  const std::string scheme = part_of(parsed.get(), CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return no_address("is neither http nor https");
  if (!part_of(parsed.get(), CURLUPART_USER).empty() ||
      !part_of(parsed.get(), CURLUPART_PASSWORD).empty()) {
    return no_address("has a user or a password, which logs and lists would show");
  }
  std::string host = part_of(parsed.get(), CURLUPART_HOST);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (const auto zone = host.find('%'); zone != std::string::npos) host.resize(zone);
  const std::string_view kind = why_not_public(host);
  if (kind.empty() || policy.allow_private) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("a webhook's address {} is {}, and webhooks go to public addresses only "
                          "unless the server is started with --allow-private-webhooks",
                          host, kind));
}

std::string origin_of_webhook(std::string_view url) {
  constexpr std::string_view kBehindScheme = "://";
  const std::size_t colon = url.find(kBehindScheme);
  if (colon == url.npos) return {};
  const std::size_t host = colon + kBehindScheme.size();
  return std::string(url.substr(0, url.find_first_of("/?#\\", host)));
}

}  // namespace plumb
