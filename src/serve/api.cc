#include "serve/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "serve/api_document_json.h"
#include "serve/credentials.h"
#include "serve/door_operations_json.h"
#include "serve/key_ring.h"
#include "serve/lately_admitted.h"
#include "serve/operation_json.h"
#include "serve/origin_check.h"
#include "serve/parameters_json.h"
#include "serve/rate_limit.h"
#include "serve/router.h"
#include "serve/shared_stream_json.h"
#include "serve/sign_in_operations_json.h"
#include "serve/web_operations_json.h"
#include "serve/write_once_json.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kNdjson = "application/x-ndjson";
constexpr std::size_t kMostUnusedBody = std::size_t{64} << 10;  // of an operation that takes none
// A shorter body is read whoever sends it: so much of every connection there may be is a quarter of
// what all may hold.
constexpr std::uint64_t kReadUnasked = std::uint64_t{16} << 10;

// What a browser may do with an answer: show it, and nothing else.
constexpr std::pair<std::string_view, std::string_view> kSecurityHeaders[] = {
    {"cache-control", "no-store"},
    {"content-security-policy", "default-src 'none'; frame-ancestors 'none'"},
    {"cross-origin-resource-policy", "same-origin"},
    {"referrer-policy", "no-referrer"},
    {"x-content-type-options", "nosniff"},
    {"x-frame-options", "DENY"},
};

void add_security_headers(ServedResponse& response, bool is_secure) {
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(response.headers,
                               [&](const auto& each) { return each.first == name; });
  };
  for (const auto& [name, value] : kSecurityHeaders) {
    if (!has(name)) response.headers.emplace_back(name, value);
  }
  if (is_secure) response.headers.emplace_back("strict-transport-security", "max-age=31536000");
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

bool takes_lines(const OperationRule& rule) {
  return std::ranges::any_of(
      rule.media, [](const MediaRule& media) { return media.type == kNdjson && !media.is_raw; });
}

// None: the body's end will tell.
std::optional<std::uint64_t> announced_bytes(const ServedRequest& head) {
  if (!head.header("transfer-encoding").empty()) return std::nullopt;
  const std::string_view length = head.header("content-length");
  std::uint64_t bytes = 0;
  if (length.empty()) return bytes;
  const auto read = std::from_chars(length.data(), length.data() + length.size(), bytes);
  return read.ec == std::errc() ? std::optional(bytes) : std::nullopt;
}

// What a key has of its own; two seconds' worth of it may come at once.
std::optional<Rate> own_rate(const KeyLimits& limits) {
  if (!limits.rate) return std::nullopt;
  return Rate{.per_second = *limits.rate, .burst = 2 * *limits.rate};
}

}  // namespace

struct Api::State {
  State(Services& given, ApiOptions wanted)
      : services(given),
        options(std::move(wanted)),
        rate({.rate = {options.requests_per_second, options.request_burst}}),
        failed_sign_ins(
            {.rate = {options.failed_sign_ins_per_second, options.failed_sign_in_burst}}) {}

  // What a head alone tells.
  struct Matched {
    const OperationRule* rule = nullptr;
    const Operation* operation = nullptr;
    RouteMatch match;
    const MediaRule* media = nullptr;
  };

  Result<void> set_up();
  ServedResult<Matched> match(const ServedRequest& head) const;
  Problem no_route(const ServedRequest& head, const NoRoute& none) const;
  ServedResult<Caller> admit(const OperationRule& rule, const ServedRequest& request);
  ServedResult<void> check_right(const OperationRule& rule, const Credentials& credentials,
                                 const ServedRequest& request) const;
  ServedResult<ServedResponse> answer(const Matched& matched, const ServedRequest& request);
  std::size_t most_bytes(const Matched& matched) const;
  // The last word on every answer: headers, count, log.
  ServedResponse finished(ServedResponse response, const ServedRequest& request,
                          std::string_view operation, Clock::time_point start) const;
  ServedResponse refusal(const Problem& problem) const {
    if (!problem.log.empty() && options.log) options.log(problem.log);
    return response_of(problem);
  }

  Services& services;
  ApiOptions options;
  RateLimit rate;
  RateLimit failed_sign_ins;
  LatelyAdmitted lately_admitted;
  std::unique_ptr<const ApiDocument> document;
  DoorPages pages;
  Router router;
  std::vector<Operation> functions;  // in the order of the document's operations
  std::unique_ptr<KeyRing> keys;
};

// Each operation of the document has its function, and no function is left over.
Result<void> Api::State::set_up() {
  PLUMB_TRY(document, ApiDocument::merge(api_fragments()));
  pages = door_pages(*document);
  PLUMB_TRY(keys, KeyRing::make(services.store, {options.require_keys, options.key_memory}));
  std::vector<Operation> all = all_operations();
  for (Operation& each : door_operations(pages)) all.push_back(std::move(each));
  for (Operation& each : sign_in_operations(*keys, failed_sign_ins)) all.push_back(std::move(each));
  for (Operation& each : web_operations(options.web_files)) all.push_back(std::move(each));
  for (const OperationRule& rule : document->operations()) {
    const auto found =
        std::ranges::find_if(all, [&](const Operation& each) { return each.id == rule.id; });
    if (found == all.end()) {
      return fail(ErrorCode::unsupported,
                  fmt::format("the API document describes {}, which has no function", rule.id));
    }
    if (takes_lines(rule) && !found->stream) {
      return fail(
          ErrorCode::unsupported,
          fmt::format("the API document lets {} take lines, and it has no stream", rule.id));
    }
    functions.push_back(std::move(*found));
    all.erase(found);
    PLUMB_CHECK_RESULT(router.add({rule.method, rule.path, rule.takes_rest}));
  }
  if (!all.empty()) {
    return fail(ErrorCode::unsupported,
                fmt::format("the API document does not describe {}", all.front().id));
  }
  if (!options.public_hosts.empty() && !keys->needed_key()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the public host {} without any API key would let everybody in; make "
                            "one by plumb key create",
                            options.public_hosts.front()));
  }
  return {};
}

Problem Api::State::no_route(const ServedRequest& head, const NoRoute& none) const {
  if (!none.methods.empty()) {
    Problem problem(405, fmt::format("{} is not served at {}; it has {}", head.method, head.path,
                                     joined(none.methods)));
    problem.headers.emplace_back("allow", joined(none.methods));
    return problem;
  }
  constexpr std::size_t kMostCompared = 200;  // each costs its length times that of a known path
  std::vector<std::string> paths;
  for (const OperationRule& rule : document->operations()) {
    if (head.path.size() <= kMostCompared) paths.push_back(rule.path);
  }
  return Problem(404, fmt::format("there is nothing at {}{}; GET /docs lists what there is",
                                  shown_value(head.path), did_you_mean(head.path, paths)));
}

ServedResult<Api::State::Matched> Api::State::match(const ServedRequest& head) const {
  const auto found = router.find(head.method, head.path);
  const bool takes_any_host = found && document->operations()[found->route].takes_any_host;
  if (!takes_any_host) {
    if (const auto foreign = refuse_host(head, options.public_hosts)) {
      return refused(foreign->status, foreign->sentence);
    }
  }
  if (const auto foreign = refuse_origin(head)) return refused(foreign->status, foreign->sentence);
  if (!found) return std::unexpected(no_route(head, found.error()));
  Matched matched;
  matched.match = *found;
  matched.rule = &document->operations()[found->route];
  matched.operation = &functions[found->route];
  return matched;
}

ServedResult<Caller> Api::State::admit(const OperationRule& rule, const ServedRequest& request) {
  if (!rule.scope) return Caller{ProjectId{}, Scope::read, "anyone"};
  const auto credentials = credentials_of(*keys, request);
  if (!credentials) return std::unexpected(credentials.error());
  const Caller* const caller = &credentials->caller;
  if (credentials->kind != CredentialKind::loopback) {
    const auto own = own_rate(caller->limits);
    if (const auto wait = rate.take(caller->name, Clock::now(), own)) {
      Problem problem(
          429, fmt::format("the key {} asks more than {} times a second; wait {} ms", caller->name,
                           own ? own->per_second : options.requests_per_second, wait->count()));
      problem.retry_after_seconds = static_cast<int>((wait->count() + 999) / 1000);
      return std::unexpected(std::move(problem));
    }
  }
  if (auto may = check_right(rule, *credentials, request); !may) {
    return std::unexpected(std::move(may.error()));
  }
  return *caller;
}

// Of one who is known: whether this operation is theirs to ask for.
ServedResult<void> Api::State::check_right(const OperationRule& rule,
                                           const Credentials& credentials,
                                           const ServedRequest& request) const {
  if (auto carried = check_csrf(credentials, request); !carried) return carried;
  const Caller& caller = credentials.caller;
  if (*rule.scope <= caller.scope) return {};
  return refused(403, fmt::format("the key {} has the scope {}, and {} needs {}", caller.name,
                                  name_of(caller.scope), rule.id, name_of(*rule.scope)));
}

std::size_t Api::State::most_bytes(const Matched& matched) const {
  if (matched.media == nullptr) return kMostUnusedBody;
  const std::size_t most =
      matched.media->type == kNdjson ? options.most_stream_bytes : options.most_body_bytes;
  return std::min(matched.media->most_bytes.value_or(most), most);
}

ServedResult<ServedResponse> Api::State::answer(const Matched& matched,
                                                const ServedRequest& request) {
  auto caller = admit(*matched.rule, request);
  if (!caller) return std::unexpected(std::move(caller.error()));
  if (auto fits = check_body_size(*caller, request.body.size()); !fits) {
    return std::unexpected(std::move(fits.error()));
  }
  auto media = media_of(*matched.rule, request);
  if (!media) return std::unexpected(std::move(media.error()));
  auto parameters = read_parameters(*matched.rule, matched.match, request, document->schemas());
  if (!parameters) return std::unexpected(std::move(parameters.error()));
  std::any quickly_read;
  if (*media != nullptr && matched.operation->read_quickly != nullptr) {
    quickly_read = matched.operation->read_quickly(request.body);
  }
  auto body = quickly_read.has_value()
                  ? ServedResult<nlohmann::json>(nlohmann::json())
                  : read_body(*matched.rule, *media, request, document->schemas());
  if (!body) return std::unexpected(std::move(body.error()));
  Call call{request,          *caller,
            services,         *std::move(parameters),
            *std::move(body), std::move(quickly_read)};
  if (matched.rule->method != "GET" && matched.rule->scope) {
    auto response = write_once(*matched.operation, call);
    if (matched.operation->changes_keys) keys->forget();
    return response;
  }
  auto answer = matched.operation->answer(call);
  if (!answer) return std::unexpected(std::move(answer.error()));
  return response_of(*answer);
}

ServedResponse Api::State::finished(ServedResponse response, const ServedRequest& request,
                                    std::string_view operation, Clock::time_point start) const {
  add_security_headers(response, request.secure);
  services.metrics.count_request(operation, response.status, Clock::now() - start);
  return response;
}

namespace {

constexpr std::string_view kNoOperation = "none";

}  // namespace

Result<std::unique_ptr<Api>> Api::make(Services& services, ApiOptions options) {
  auto state = std::make_unique<State>(services, std::move(options));
  PLUMB_CHECK_RESULT(state->set_up());
  return std::unique_ptr<Api>(new Api(std::move(state)));
}

Api::Api(std::unique_ptr<State> state) : state_(std::move(state)) {}
Api::~Api() = default;

BodyPlan Api::plan(const ServedRequest& head) {
  const auto start = Clock::now();
  const auto refuse_now = [&](const Problem& problem, std::string_view operation) {
    return state_->finished(state_->refusal(problem), head, operation, start);
  };
  auto matched = state_->match(head);
  if (!matched) {
    // OPTIONS, and what has no route, have their say in answer(): they come with a body, too.
    if (head.method == "OPTIONS") return BufferedBody{kMostUnusedBody};
    return refuse_now(matched.error(), kNoOperation);
  }
  const OperationRule& rule = *matched->rule;
  if (rule.scope && state_->keys->needed_key() && !shows_credentials(head)) {
    return refuse_now(no_credentials("this needs a key"), rule.id);
  }
  auto media = media_of(rule, head);
  if (!media) return refuse_now(media.error(), rule.id);
  matched->media = *media;
  const auto known = state_->lately_admitted.find(head);
  std::size_t most = state_->most_bytes(*matched);
  if (known && known->body_limit) {
    most = std::min(most, static_cast<std::size_t>(*known->body_limit));
  }
  if (*media != nullptr && (*media)->type == kNdjson && matched->operation->stream) {
    return StreamedBodyPlan{most};
  }
  const bool is_short = announced_bytes(head).value_or(UINT64_MAX) <= kReadUnasked;
  const bool is_read = !rule.scope || !shows_credentials(head) || is_short || known;
  return BufferedBody{most, !is_read};
}

// The rate is that of requests, so answer() counts it, once the body is there.
std::optional<ServedResponse> Api::admit(const ServedRequest& head) {
  const auto start = Clock::now();
  const auto matched = state_->match(head);
  if (!matched) return std::nullopt;  // plan() has refused it
  const OperationRule& rule = *matched->rule;
  const auto credentials = credentials_of(*state_->keys, head);
  auto may = credentials ? state_->check_right(rule, *credentials, head)
                         : ServedResult<void>(std::unexpected(credentials.error()));
  if (may) may = check_body_size(credentials->caller, announced_bytes(head).value_or(0));
  if (!may) return state_->finished(state_->refusal(may.error()), head, rule.id, start);
  state_->lately_admitted.add(head, credentials->caller.limits);
  return std::nullopt;
}

ServedResponse Api::answer(ServedRequest request) {
  const auto start = Clock::now();
  auto matched = state_->match(request);
  if (!matched && request.method == "OPTIONS" && matched.error().status == 405) {
    ServedResponse allowed{.status = 204, .content_type = "", .headers = matched.error().headers};
    return state_->finished(std::move(allowed), request, kNoOperation, start);
  }
  if (!matched) {
    return state_->finished(state_->refusal(matched.error()), request, kNoOperation, start);
  }
  ServedResponse response;
  try {
    auto answered = state_->answer(*matched, request);
    response = answered ? *std::move(answered) : state_->refusal(answered.error());
  } catch (const std::exception& error) {
    response = state_->refusal(problem_of(error));
  }
  return state_->finished(std::move(response), request, matched->rule->id, start);
}

std::unique_ptr<StreamedBody> Api::stream(ServedRequest head) {
  const auto start = Clock::now();
  auto matched = state_->match(head);
  const std::string operation = matched ? matched->rule->id : std::string(kNoOperation);
  const auto refuse_all = [&](const Problem& problem) {
    return std::make_unique<RefusedBody>(
        state_->finished(state_->refusal(problem), head, operation, start));
  };
  if (!matched) return refuse_all(matched.error());
  auto caller = state_->admit(*matched->rule, head);
  if (!caller) return refuse_all(caller.error());
  const auto fits = check_body_size(*caller, announced_bytes(head).value_or(0));
  if (!fits) return refuse_all(fits.error());
  auto parameters =
      read_parameters(*matched->rule, matched->match, head, state_->document->schemas());
  if (!parameters) return refuse_all(parameters.error());
  const bool is_secure = head.secure;
  auto finish = [state = state_.get(), operation, start,
                 is_secure](ServedResult<ServedResponse> result) {
    ServedRequest request;
    request.secure = is_secure;
    return state->finished(result ? *std::move(result) : state->refusal(result.error()), request,
                           operation, start);
  };
  auto shared = std::make_unique<SharedStream>(std::move(head), *std::move(caller),
                                               state_->services, *std::move(parameters), finish);
  if (auto opened = shared->open(*matched->operation); !opened) {
    return std::make_unique<RefusedBody>(finish(std::unexpected(std::move(opened.error()))));
  }
  return shared;
}

ServedResponse Api::refuse(int status, std::string_view sentence) {
  Problem problem(status, std::string(sentence));
  if (status == 429 || status == 503) problem.retry_after_seconds = 1;
  ServedResponse response = response_of(problem);
  add_security_headers(response, false);
  return response;
}

}  // namespace plumb
