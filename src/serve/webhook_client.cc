#include "serve/webhook_client.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <mutex>

#include "serve/webhook_address.h"

namespace plumb {
namespace {

using EasyHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using HeaderList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

constexpr std::size_t kMostAnswerBytes = 64 * 1024;  // of a body that nobody reads

void start_curl_once() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

// What curl's callbacks see and say.
struct Exchange {
  bool allow_private = false;
  std::string refused;  // why an address was
  std::size_t answer_bytes = 0;
};

// The socket for the very address that curl is about to connect to.
curl_socket_t open_socket(void* context, curlsocktype, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(context);
  const std::string_view kind = why_not_public(address->addr);
  if (!kind.empty() && !exchange.allow_private) {
    exchange.refused = kind;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t drop_body(char*, std::size_t, std::size_t size, void* context) {
  auto& exchange = *static_cast<Exchange*>(context);
  exchange.answer_bytes += size;
  return exchange.answer_bytes > kMostAnswerBytes ? 0 : size;
}

bool add_header(HeaderList& headers, const std::string& line) {
  curl_slist* const longer = curl_slist_append(headers.get(), line.c_str());
  if (longer == nullptr) return false;
  static_cast<void>(headers.release());
  headers.reset(longer);
  return true;
}

bool add_headers(HeaderList& headers, const WebhookMessage& message) {
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  bool added = add_header(headers, "Content-Type: application/json") &&
               add_header(headers, "Expect:") &&  // no extra round trip
               add_header(headers, fmt::format("Plumb-Event: {}", message.event)) &&
               add_header(headers, fmt::format("Plumb-Delivery: {}", message.delivery));
  if (!message.secret.empty()) {
    added = added && add_header(headers, fmt::format("Plumb-Signature: {}",
                                                     webhook_signature(message.secret, now.count(),
                                                                       message.body)));
  }
  return added;
}

void set_options(CURL* curl, const WebhookMessage& message, const WebhookPolicy& policy,
                 Exchange& exchange) {
  curl_easy_setopt(curl, CURLOPT_URL, message.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");  // none, whatever the environment says
  curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "Plumb/" PLUMB_VERSION);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(policy.connect_timeout.count()));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(policy.timeout.count()));
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, message.body.data());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(message.body.size()));
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
}

// The host alone: paths and queries of webhooks often are their passwords.
std::string host_of(const std::string& url) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parsed(curl_url(), curl_url_cleanup);
  char* host = nullptr;
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
      curl_url_get(parsed.get(), CURLUPART_HOST, &host, 0) != CURLUE_OK) {
    return "the webhook";
  }
  std::string copy = host;
  curl_free(host);
  return copy;
}

std::unexpected<Error> failed(const WebhookMessage& message, std::string_view how) {
  return fail(ErrorCode::io, fmt::format("{} {}", host_of(message.url), how));
}

Result<int> status_of(CURL* curl, CURLcode code, const Exchange& exchange,
                      const WebhookMessage& message) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  // A long answer was cut off, and its status is known.
  const bool answered = code == CURLE_OK || (code == CURLE_WRITE_ERROR && status != 0);
  if (answered && status >= 200 && status < 300) return static_cast<int>(status);
  if (answered && status >= 300 && status < 400) {
    return failed(message, fmt::format("answered {}, and redirects are not followed", status));
  }
  if (answered) return failed(message, fmt::format("answered {}", status));
  if (!exchange.refused.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has an address that is {}, and webhooks go to public addresses "
                            "only unless the server is started with --allow-private-webhooks",
                            host_of(message.url), exchange.refused));
  }
  return failed(message, fmt::format("was not reached: {}", curl_easy_strerror(code)));
}

}  // namespace

Result<int> send_webhook(const WebhookMessage& message, const WebhookPolicy& policy) {
  PLUMB_CHECK_RESULT(check_webhook_url(message.url, policy));
  start_curl_once();
  const EasyHandle curl(curl_easy_init(), curl_easy_cleanup);
  HeaderList headers(nullptr, curl_slist_free_all);
  if (!curl || !add_headers(headers, message)) {
    return fail(ErrorCode::io, "there is no memory for a webhook");
  }
  Exchange exchange{.allow_private = policy.allow_private, .refused = {}, .answer_bytes = 0};
  set_options(curl.get(), message, policy, exchange);
  curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
  const CURLcode code = curl_easy_perform(curl.get());
  return status_of(curl.get(), code, exchange, message);
}

std::string webhook_signature(const Secret& secret, std::int64_t unix_seconds,
                              std::string_view body) {
  const std::string_view key = secret.reveal();
  const std::string text = fmt::format("{}.{}", unix_seconds, body);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size);
  std::string signature = fmt::format("t={},v1=", unix_seconds);
  for (unsigned int i = 0; i < size; ++i) signature += fmt::format("{:02x}", digest[i]);
  return signature;
}

}  // namespace plumb
