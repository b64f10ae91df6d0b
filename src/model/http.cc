#include "model/http.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/interrupt.h"

namespace plumb {
namespace {

constexpr int kMaxRedirects = 8;

using UrlHandle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;
using EasyHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using HeaderList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

struct CurlText {
  char* text = nullptr;
  CurlText() = default;
  CurlText(const CurlText&) = delete;
  CurlText& operator=(const CurlText&) = delete;
  ~CurlText() { curl_free(text); }
  std::string str() const { return text == nullptr ? "" : text; }
};

void start_curl_once() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

UrlHandle parse_url(std::string_view url) {
  UrlHandle handle(curl_url(), curl_url_cleanup);
  if (curl_url_set(handle.get(), CURLUPART_URL, std::string(url).c_str(), 0) != CURLUE_OK) {
    return {nullptr, curl_url_cleanup};
  }
  return handle;
}

std::string part_of(const UrlHandle& url, CURLUPart part, unsigned flags = 0) {
  CurlText text;
  if (curl_url_get(url.get(), part, &text.text, flags) != CURLUE_OK) return "";
  return text.str();
}

// Who a token may be shown to: scheme, host and port together.
std::string authority(std::string_view url) {
  const UrlHandle parsed = parse_url(url);
  if (!parsed) return "";
  return part_of(parsed, CURLUPART_SCHEME) + "://" + part_of(parsed, CURLUPART_HOST) + ":" +
         part_of(parsed, CURLUPART_PORT, CURLU_DEFAULT_PORT);
}

bool is_loopback(const std::string& host) {
  const bool dotted = host.find_first_not_of("0123456789.") == std::string::npos;
  return host == "localhost" || host == "[::1]" || (host.starts_with("127.") && dotted);
}

enum class Reach { refused, loopback, secure };

Reach reach_of(std::string_view url) {
  const UrlHandle parsed = parse_url(url);
  if (!parsed) return Reach::refused;
  const std::string scheme = part_of(parsed, CURLUPART_SCHEME);
  if (is_loopback(part_of(parsed, CURLUPART_HOST))) {
    return scheme == "http" || scheme == "https" ? Reach::loopback : Reach::refused;
  }
  return scheme == "https" ? Reach::secure : Reach::refused;
}

// One exchange with one host, and what curl's callbacks fill in.
struct Exchange {
  CURL* curl;
  const HttpReceiver& receiver;
  HttpResponse response;
  bool head_told = false;
  std::optional<Error> stopped;

  bool is_redirect() const {
    switch (response.status) {
      case 301:
      case 302:
      case 303:
      case 307:
      case 308:
        return true;
      default:
        return false;
    }
  }

  bool take(const Result<void>& result) {
    if (!result) stopped = result.error();
    return result.has_value();
  }

  bool tell_head() {
    if (head_told) return true;
    head_told = true;
    return take(receiver.head(response));
  }

  void read_header(std::string_view line) {
    // A status line begins the head of each answer (100 Continue, then the real one).
    if (line.starts_with("HTTP/")) {
      long status = 0;
      curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
      response = {static_cast<int>(status), response.url, "", "", ""};
      return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    std::string name(line.substr(0, colon));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && value.front() <= ' ') value.remove_prefix(1);
    while (!value.empty() && value.back() <= ' ') value.remove_suffix(1);
    if (name == "content-type") response.content_type = value;
    if (name == "etag") response.etag = value;
    if (name == "content-range") response.content_range = value;
  }
};

std::size_t on_header(char* data, std::size_t, std::size_t size, void* context) {
  static_cast<Exchange*>(context)->read_header({data, size});
  return size;
}

std::size_t on_body(char* data, std::size_t, std::size_t size, void* context) {
  auto& exchange = *static_cast<Exchange*>(context);
  if (exchange.is_redirect()) return size;
  if (!exchange.tell_head()) return 0;
  const auto bytes = std::as_bytes(std::span(data, size));
  return exchange.take(exchange.receiver.body(bytes)) ? size : 0;
}

// Asked about once a second and whenever bytes come; anything but 0 ends the transfer.
int on_progress(void*, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return interrupted() ? 1 : 0;
}

// libcurl itself does not read these; people and their proxies set them.
void trust_environment(CURL* curl) {
  for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    if (const char* file = std::getenv(name); file != nullptr && *file != '\0') {
      curl_easy_setopt(curl, CURLOPT_CAINFO, file);
      break;
    }
  }
  if (const char* folder = std::getenv("SSL_CERT_DIR"); folder != nullptr && *folder != '\0') {
    curl_easy_setopt(curl, CURLOPT_CAPATH, folder);
  }
}

void configure(CURL* curl, const std::string& url, Exchange& exchange,
               const HttpTimeouts& timeouts) {
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "plumb/" PLUMB_VERSION);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, static_cast<long>(timeouts.connect.count()));
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1024L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(timeouts.stalled.count()));
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
  if (reach_of(url) == Reach::loopback) curl_easy_setopt(curl, CURLOPT_PROXY, "");
  trust_environment(curl);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
}

HeaderList make_headers(const HttpRequest& request, bool with_token) {
  HeaderList list(nullptr, curl_slist_free_all);
  const auto add = [&](const std::string& line) {
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    if (longer != nullptr) {
      static_cast<void>(list.release());
      list.reset(longer);
    }
  };
  for (const std::string& line : request.headers) add(line);
  if (with_token) add("Authorization: Bearer " + request.bearer_token);
  return list;
}

struct Outcome {
  HttpResponse response;
  std::string redirect;  // empty: this was the answer
};

std::unexpected<HttpFailure> give_up(Error error) {
  return std::unexpected(HttpFailure{std::move(error), Retry::never});
}

std::unexpected<HttpFailure> failure_of(CURLcode code, const std::string& url) {
  const std::string shown = shown_url(url);
  const char* reason = curl_easy_strerror(code);
  switch (code) {
    case CURLE_ABORTED_BY_CALLBACK:
      return give_up(
          {ErrorCode::interrupted, fmt::format("the transfer of {} was stopped", shown)});
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return std::unexpected(HttpFailure{
          {ErrorCode::io, fmt::format("{} cannot be reached: {}; check the address and the network",
                                      shown, reason)},
          Retry::once});
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
      return give_up(
          {ErrorCode::io, fmt::format("{} is not trusted: {}; SSL_CERT_FILE names the certificates "
                                      "that are",
                                      shown, reason)});
    default:
      return std::unexpected(HttpFailure{
          {ErrorCode::io, fmt::format("the transfer of {} broke off: {}", shown, reason)},
          Retry::often});
  }
}

std::expected<Outcome, HttpFailure> exchange_once(const HttpRequest& request,
                                                  const std::string& url, bool with_token,
                                                  const HttpReceiver& receiver,
                                                  const HttpTimeouts& timeouts) {
  const EasyHandle curl(curl_easy_init(), curl_easy_cleanup);
  Exchange exchange{curl.get(), receiver, {}, false, {}};
  exchange.response.url = url;
  configure(curl.get(), url, exchange, timeouts);
  const HeaderList headers = make_headers(request, with_token);
  curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
  const CURLcode code = curl_easy_perform(curl.get());
  if (exchange.stopped) return give_up(*exchange.stopped);
  if (code != CURLE_OK) return failure_of(code, url);
  if (exchange.is_redirect()) {
    char* target = nullptr;
    curl_easy_getinfo(curl.get(), CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr) {
      return give_up({ErrorCode::io, fmt::format("{} redirects to nowhere", shown_url(url))});
    }
    return Outcome{exchange.response, target};
  }
  if (!exchange.tell_head()) return give_up(*exchange.stopped);
  return Outcome{exchange.response, ""};
}

}  // namespace

std::string shown_url(std::string_view url) {
  const UrlHandle parsed = parse_url(url);
  if (!parsed) return "the address";
  for (const CURLUPart part :
       {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
    curl_url_set(parsed.get(), part, nullptr, 0);
  }
  return part_of(parsed, CURLUPART_URL);
}

Result<std::string> resolve_url(std::string_view base, std::string_view reference) {
  const UrlHandle url = parse_url(base);
  if (!url ||
      curl_url_set(url.get(), CURLUPART_URL, std::string(reference).c_str(), 0) != CURLUE_OK) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has a link that is no address", shown_url(base)));
  }
  curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
  return part_of(url, CURLUPART_URL);
}

std::expected<HttpResponse, HttpFailure> http_get(const HttpRequest& request,
                                                  const HttpReceiver& receiver,
                                                  const HttpTimeouts& timeouts) {
  start_curl_once();
  const Reach first = reach_of(request.url);
  std::string url = request.url;
  for (int hops = 0; hops <= kMaxRedirects; ++hops) {
    const Reach reach = reach_of(url);
    // A server on the network must not be able to point Plumb at this machine.
    const bool inward = reach == Reach::loopback && first != Reach::loopback;
    if (reach == Reach::refused || inward) {
      return give_up({ErrorCode::invalid_input,
                      fmt::format("{} is not fetched: an https address{} is needed", shown_url(url),
                                  inward ? " of another machine" : "")});
    }
    const bool with_token =
        !request.bearer_token.empty() && authority(url) == authority(request.url);
    auto outcome = exchange_once(request, url, with_token, receiver, timeouts);
    if (!outcome) return std::unexpected(std::move(outcome.error()));
    if (outcome->redirect.empty()) return std::move(outcome->response);
    url = std::move(outcome->redirect);
  }
  return give_up({ErrorCode::io, fmt::format("{} redirects more than {} times",
                                             shown_url(request.url), kMaxRedirects)});
}

}  // namespace plumb
