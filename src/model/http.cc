#include "model/http.h"

#include <fmt/format.h>

#include <utility>

#include "model/http_exchanges.h"

namespace plumb {
namespace {

constexpr int kMaxRedirects = 8;
constexpr std::chrono::milliseconds kWait{1'000};  // between two looks at the one exchange

std::unexpected<HttpFailure> give_up(Error error) {
  return std::unexpected(HttpFailure{std::move(error), Retry::never});
}

std::expected<HttpResponse, HttpFailure> exchange_once(const HttpRequest& request,
                                                       const HttpReceiver& receiver,
                                                       const HttpTimeouts& timeouts) {
  HttpExchanges exchanges;
  exchanges.begin(0, request, receiver, timeouts);
  for (;;) {
    auto ended = exchanges.wait(kWait);
    if (!ended.empty()) return std::move(ended.front().outcome);
  }
}

}  // namespace

std::expected<HttpResponse, HttpFailure> http_get(const HttpRequest& request,
                                                  const HttpReceiver& receiver,
                                                  const HttpTimeouts& timeouts) {
  const Reach first = reach_of(request.url);
  HttpRequest next = request;
  for (int hops = 0; hops <= kMaxRedirects; ++hops) {
    const Reach reach = reach_of(next.url);
    // A server on the network must not be able to point Plumb at this machine.
    const bool inward = reach == Reach::loopback && first != Reach::loopback;
    if (reach == Reach::refused || reach == Reach::plain || inward) {
      return give_up({ErrorCode::invalid_input,
                      fmt::format("{} is not fetched: an https address{} is needed",
                                  shown_url(next.url), inward ? " of another machine" : "")});
    }
    if (authority_of(next.url) == authority_of(request.url)) {
      next.bearer_token = request.bearer_token;
    } else {
      next.bearer_token = {};
    }
    auto outcome = exchange_once(next, receiver, timeouts);
    if (!outcome || outcome->redirect.empty()) return outcome;
    next.url = std::move(outcome->redirect);
  }
  return give_up({ErrorCode::io, fmt::format("{} redirects more than {} times",
                                             shown_url(request.url), kMaxRedirects)});
}

}  // namespace plumb
