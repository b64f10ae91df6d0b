#include "model/http_exchanges.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "base/interrupt.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;
using EasyHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using MultiHandle = std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)>;
using HeaderList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

constexpr std::chrono::milliseconds kSlice{50};  // a person who presses Ctrl-C does not notice it

void start_curl_once() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

// One exchange with one host, and what curl's callbacks fill in.
struct Exchange {
  std::size_t id;
  HttpRequest request;
  HttpReceiver receiver;
  HttpTimeouts timeouts;
  EasyHandle curl;
  HeaderList headers{nullptr, curl_slist_free_all};
  HttpResponse response = {};
  bool head_told = false;
  std::optional<Error> stopped = std::nullopt;
  std::optional<Clock::time_point> last_byte = std::nullopt;  // of the body
  bool fell_silent = false;
  std::optional<Clock::time_point> stop_wished = std::nullopt;  // when it was first seen

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
      curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
      response = {.status = static_cast<int>(status), .url = request.url};
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

  bool read_body(std::span<const std::byte> bytes) {
    last_byte = Clock::now();
    if (is_redirect()) return true;
    return tell_head() && take(receiver.body(bytes));
  }

  // Asked often; whether to go on.
  bool goes_on() {
    if (interrupted() && !timeouts.outlasts_stop) return false;
    const auto limit = timeouts.silent;
    fell_silent = limit.count() > 0 && last_byte && Clock::now() - *last_byte > limit;
    return !fell_silent;
  }
};

std::size_t on_header(char* data, std::size_t, std::size_t size, void* context) {
  static_cast<Exchange*>(context)->read_header({data, size});
  return size;
}

std::size_t on_body(char* data, std::size_t, std::size_t size, void* context) {
  const auto bytes = std::as_bytes(std::span(data, size));
  return static_cast<Exchange*>(context)->read_body(bytes) ? size : 0;
}

int on_progress(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Exchange*>(context)->goes_on() ? 0 : 1;
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

void set_limits(CURL* curl, const HttpTimeouts& timeouts) {
  const auto stalled = std::chrono::ceil<std::chrono::seconds>(timeouts.stalled);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(timeouts.connect.count()));
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, stalled.count() > 0 ? 1024L : 0L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(stalled.count()));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(timeouts.whole.count()));
}

HeaderList make_headers(const HttpRequest& request) {
  HeaderList list(nullptr, curl_slist_free_all);
  const auto add = [&](const std::string& line) {
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    if (longer != nullptr) {
      static_cast<void>(list.release());
      list.reset(longer);
    }
  };
  for (const std::string& line : request.headers) add(line);
  if (request.body) add("Expect:");  // else curl waits a second for leave to send a long body
  if (!request.bearer_token.empty()) {
    add(fmt::format("Authorization: Bearer {}", request.bearer_token.reveal()));
  }
  return list;
}

// The exchange stays where it is: curl keeps pointers into it.
void configure(Exchange& exchange) {
  CURL* curl = exchange.curl.get();
  const std::string& url = exchange.request.url;
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PRIVATE, &exchange);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "plumb/" PLUMB_VERSION);
  set_limits(curl, exchange.timeouts);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
  if (reach_of(url) == Reach::loopback) curl_easy_setopt(curl, CURLOPT_PROXY, "");
  trust_environment(curl);
  if (const auto& body = exchange.request.body) {
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body->size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body->data());
  }
  exchange.headers = make_headers(exchange.request);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, exchange.headers.get());
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
}

std::unexpected<HttpFailure> failed(Retry retry, ErrorCode code, std::string sentence) {
  return std::unexpected(HttpFailure{{code, std::move(sentence)}, retry});
}

double seconds(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::unexpected<HttpFailure> too_late(const Exchange& exchange, const std::string& shown) {
  curl_off_t connected = 0, total = 0;  // microseconds
  curl_easy_getinfo(exchange.curl.get(), CURLINFO_CONNECT_TIME_T, &connected);
  curl_easy_getinfo(exchange.curl.get(), CURLINFO_TOTAL_TIME_T, &total);
  const auto& limits = exchange.timeouts;
  // curl's clock for the limit begins a little before the one that it reports.
  constexpr std::chrono::milliseconds kClocksApart(20);
  if (limits.whole.count() > 0 && std::chrono::microseconds(total) + kClocksApart >= limits.whole) {
    return failed(
        Retry::once, ErrorCode::io,
        fmt::format("{} gave no whole answer within {:g} s", shown, seconds(limits.whole)));
  }
  if (connected == 0) {
    return failed(
        Retry::often, ErrorCode::io,
        fmt::format("{} took no connection within {:g} s", shown, seconds(limits.connect)));
  }
  return failed(Retry::often, ErrorCode::io,
                fmt::format("the transfer of {} broke off: below 1 KB/s for {:g} s", shown,
                            seconds(limits.stalled)));
}

std::unexpected<HttpFailure> failure_of(CURLcode code, const Exchange& exchange) {
  const std::string shown = shown_url(exchange.request.url);
  const char* reason = curl_easy_strerror(code);
  switch (code) {
    case CURLE_ABORTED_BY_CALLBACK:
      if (exchange.fell_silent) {
        return failed(Retry::often, ErrorCode::io,
                      fmt::format("{} fell silent for {:g} s in the middle of its answer", shown,
                                  seconds(exchange.timeouts.silent)));
      }
      return failed(Retry::never, ErrorCode::interrupted,
                    fmt::format("the transfer of {} was stopped", shown));
    case CURLE_OPERATION_TIMEDOUT:
      return too_late(exchange, shown);
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return failed(Retry::once, ErrorCode::io,
                    fmt::format("{} cannot be reached: {}; check the address and the network",
                                shown, reason));
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
      return failed(
          Retry::never, ErrorCode::io,
          fmt::format("{} is not trusted: {}; SSL_CERT_FILE names the certificates that are", shown,
                      reason));
    default:
      return failed(Retry::often, ErrorCode::io,
                    fmt::format("the transfer of {} broke off: {}", shown, reason));
  }
}

std::expected<HttpResponse, HttpFailure> outcome_of(Exchange& exchange, CURLcode code) {
  const auto stopped = [&] {
    return std::unexpected(HttpFailure{*exchange.stopped, Retry::never});
  };
  if (exchange.stopped) return stopped();
  if (code != CURLE_OK) return failure_of(code, exchange);
  CURL* curl = exchange.curl.get();
  curl_off_t retry_after = 0;
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
  exchange.response.retry_after = std::chrono::seconds(std::max<curl_off_t>(retry_after, 0));
  if (exchange.is_redirect()) {
    char* target = nullptr;
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr) {
      return failed(Retry::never, ErrorCode::io,
                    fmt::format("{} redirects to nowhere", shown_url(exchange.request.url)));
    }
    exchange.response.redirect = target;
    return exchange.response;
  }
  if (!exchange.tell_head()) return stopped();
  return exchange.response;
}

}  // namespace

struct HttpExchanges::State {
  // Before the handles that belong to it, so that it goes after them.
  MultiHandle multi{nullptr, curl_multi_cleanup};
  std::map<const Exchange*, std::unique_ptr<Exchange>> under_way;

  ~State() {
    for (const auto& [key, exchange] : under_way) {
      curl_multi_remove_handle(multi.get(), exchange->curl.get());
    }
  }

  void collect(std::vector<Ended>& ended) {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      CURL* curl = message->easy_handle;
      Exchange* exchange = nullptr;
      curl_easy_getinfo(curl, CURLINFO_PRIVATE, &exchange);
      ended.push_back({exchange->id, outcome_of(*exchange, code)});
      curl_multi_remove_handle(multi.get(), curl);
      under_way.erase(exchange);
    }
  }
};

HttpExchanges::HttpExchanges() : state_(std::make_unique<State>()) {
  start_curl_once();
  state_->multi.reset(curl_multi_init());
}

HttpExchanges::~HttpExchanges() = default;

std::size_t HttpExchanges::under_way() const {
  return state_->under_way.size();
}

void HttpExchanges::begin(std::size_t id, HttpRequest request, HttpReceiver receiver,
                          const HttpTimeouts& timeouts) {
  auto exchange = std::unique_ptr<Exchange>(new Exchange{id,
                                                         std::move(request),
                                                         std::move(receiver),
                                                         timeouts,
                                                         {curl_easy_init(), curl_easy_cleanup}});
  exchange->response.url = exchange->request.url;
  configure(*exchange);
  curl_multi_add_handle(state_->multi.get(), exchange->curl.get());
  const Exchange* key = exchange.get();
  state_->under_way.emplace(key, std::move(exchange));
}

std::vector<HttpExchanges::Ended> HttpExchanges::wait(std::chrono::milliseconds time) {
  const auto deadline = Clock::now() + time;
  std::vector<Ended> ended;
  for (;;) {
    int running = 0;
    curl_multi_perform(state_->multi.get(), &running);
    state_->collect(ended);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (!ended.empty() || left.count() <= 0) return ended;
    if (interrupted() && state_->under_way.empty()) return ended;
    curl_multi_poll(state_->multi.get(), nullptr, 0,
                    static_cast<int>(std::min(left, kSlice).count()), nullptr);
  }
}

}  // namespace plumb
