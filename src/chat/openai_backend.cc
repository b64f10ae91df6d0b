#include "chat/openai_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <utility>

#include "base/interrupt.h"
#include "base/rng.h"
#include "chat/openai_wire.h"
#include "chat/token_estimate.h"
#include "model/http_exchanges.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kLook{200};  // how often something due is looked for, at least
// Servers that want no key are often given "none" or "ollama": words that a reply may hold.
constexpr std::size_t kTellingKey = 12;

struct Server {
  OpenAiOptions options;
  std::string address;  // of chat completions
  Secret key;
  HttpExchanges exchanges = {};
  Rng jitter{std::random_device{}()};
  std::uint64_t tokens = 0;  // read and answered so far
};

// What comes of one attempt.
struct AnswerVerdict {
  Result<ChatReply> reply;
  Retry retry = Retry::never;
  Milliseconds asked_pause{0};
};

AnswerVerdict refused(Error error, Retry retry = Retry::never, Milliseconds pause = {}) {
  return {std::unexpected(std::move(error)), retry, pause};
}

// The body of an answer as it comes, bounded.
class Answer {
 public:
  explicit Answer(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  Result<void> begin(const HttpResponse& head) {
    if (head.status == 200 && head.content_type.starts_with("text/event-stream")) {
      stream_ = std::make_unique<StreamedReply>();
    }
    return {};
  }

  Result<void> take(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() > max_bytes_ - taken_) {
      return remember(
          fail(ErrorCode::corrupt, fmt::format("answered with more than {} bytes", max_bytes_)));
    }
    taken_ += text.size();
    if (stream_) return remember(stream_->feed(text));
    body_ += text;
    return {};
  }

  // What take() refused, told apart from what the network did.
  const std::optional<Error>& error() const { return error_; }
  const std::string& body() const { return body_; }
  Result<ChatReply> reply(std::uint32_t max_tokens) {
    return stream_ ? stream_->finish(max_tokens) : parse_chat_reply(body_, max_tokens);
  }

 private:
  Result<void> remember(Result<void> result) {
    if (!result) error_ = result.error();
    return result;
  }

  std::size_t max_bytes_;
  std::size_t taken_ = 0;
  std::string body_;
  std::unique_ptr<StreamedReply> stream_;
  std::optional<Error> error_;
};

// Reads what came of an exchange. Whatever the server said is shown without the key.
class Reader {
 public:
  explicit Reader(const Server& server) : server_(server) {}

  AnswerVerdict read(const ChatRequest& request, Answer& answer,
                     const std::expected<HttpResponse, HttpFailure>& outcome) const {
    if (answer.error()) return of_answer(*answer.error());
    if (!outcome) return refused(outcome.error().error, outcome.error().retry);
    if (!outcome->redirect.empty()) return of_redirect(outcome->redirect);
    if (outcome->status != 200) return of_status(*outcome, parse_complaint(answer.body()));
    auto reply = answer.reply(request.sampling.max_tokens);
    if (!reply) return of_answer(reply.error());
    const std::string_view key = server_.key.reveal();
    if (key.size() >= kTellingKey && reply->text.find(key) != std::string::npos) {
      return of_answer({ErrorCode::corrupt, "repeats the key in its reply, which is not kept"});
    }
    return {std::move(reply)};
  }

 private:
  std::string sentence(std::string_view end) const {
    return server_.key.hidden_in(fmt::format("{} {}", server_.address, end));
  }

  AnswerVerdict of_answer(const Error& error) const {
    return refused({error.code, sentence(error.message)},
                   error.code == ErrorCode::io ? Retry::often : Retry::never);
  }

  AnswerVerdict of_redirect(const std::string& target) const {
    const bool same = authority_of(target) == authority_of(server_.address);
    return refused(
        {ErrorCode::invalid_input,
         sentence(fmt::format("redirects to {}{}, which is not followed; if that is the server you "
                              "mean, make it the base URL",
                              shown_url(target), same ? "" : " of another server"))});
  }

  AnswerVerdict of_status(const HttpResponse& response, const ServerComplaint& complaint) const {
    const int status = response.status;
    std::string said = fmt::format("answered HTTP {}", status);
    if (!complaint.words.empty()) said += ": " + complaint.words;
    if (status == 408 || status == 429 || status >= 500) {
      const bool again = !complaint.hopeless && status != 501 && status != 505;
      return refused({ErrorCode::io, sentence(said)}, again ? Retry::often : Retry::never,
                     response.retry_after);
    }
    if (status == 401 || status == 403) {
      said += server_.key.empty() ? "; it wants a key, from OPENAI_API_KEY or a key file"
                                  : "; it does not take the key";
    }
    if (status == 404) {
      said += fmt::format(
          "; is the model {} there, and does the base URL end as it should, "
          "mostly in /v1",
          server_.options.model);
    }
    return refused({ErrorCode::invalid_input, sentence(said)});
  }

  const Server& server_;
};

// One call of complete(): every request to its end.
class Round {
 public:
  Round(Server& server, std::span<const ChatRequest> requests)
      : server_(server), requests_(requests), jobs_(requests.size()) {}

  std::vector<Result<ChatReply>> run() {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (auto fits = check(requests_[i]); !fits) jobs_[i].result = std::unexpected(fits.error());
    }
    while (!all_done() && !interrupted()) {
      begin_what_is_due();
      for (auto& ended : server_.exchanges.wait(next_look())) settle(ended);
      server_.options.progress(server_.tokens);
    }
    while (server_.exchanges.under_way() > 0) {  // interrupted: what was asked for is taken
      for (auto& ended : server_.exchanges.wait(kLook)) settle(ended);
      server_.options.progress(server_.tokens);
    }
    std::vector<Result<ChatReply>> results;
    results.reserve(jobs_.size());
    for (Job& job : jobs_) results.push_back(job.result ? *std::move(job.result) : stopped());
    return results;
  }

 private:
  struct Job {
    int attempts = 0;
    bool under_way = false;
    Clock::time_point due = Clock::time_point::min();
    std::unique_ptr<Answer> answer;
    std::optional<Result<ChatReply>> result;
  };

  static Result<ChatReply> stopped() {
    return fail(ErrorCode::interrupted, "the reply was not waited for: interrupted");
  }

  Result<void> check(const ChatRequest& request) const {
    PLUMB_CHECK_RESULT(check_request(request));
    if (request.sampling.seed > std::numeric_limits<std::int64_t>::max()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the seed {} is larger than servers take; choose one below 2^63",
                              request.sampling.seed));
    }
    const std::uint64_t prompt = estimate_tokens(request.messages);
    const std::uint64_t context = server_.options.context_tokens;
    if (prompt + request.sampling.max_tokens > context) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("a prompt of up to {} tokens and {} of the reply do not fit the "
                              "context of {}; give a larger --context where the server's is",
                              prompt, request.sampling.max_tokens, context));
    }
    return {};
  }

  bool all_done() const {
    return std::ranges::all_of(jobs_, [](const Job& job) { return job.result.has_value(); });
  }

  void begin_what_is_due() {
    const auto now = Clock::now();
    if (now < pause_until_) return;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (server_.exchanges.under_way() >= server_.options.concurrency) return;
      Job& job = jobs_[i];
      if (!job.result && !job.under_way && job.due <= now) begin(i, job);
    }
  }

  void begin(std::size_t index, Job& job) {
    const OpenAiOptions& options = server_.options;
    ++job.attempts;
    job.under_way = true;
    job.answer = std::make_unique<Answer>(options.max_answer_bytes);
    Answer* answer = job.answer.get();
    HttpRequest request{server_.address,
                        {"Content-Type: application/json",
                         options.stream ? "Accept: text/event-stream" : "Accept: application/json"},
                        server_.key,
                        chat_request_body(requests_[index], {options.model, options.stream,
                                                             options.max_completion_tokens})};
    const HttpTimeouts timeouts{.connect = options.timeouts.connect,
                                .stalled = Milliseconds(0),
                                .silent = options.timeouts.silent,
                                .whole = options.timeouts.whole,
                                .outlasts_stop = true};  // it is paid for
    server_.exchanges.begin(
        index, std::move(request),
        {[answer](const HttpResponse& head) { return answer->begin(head); },
         [answer](std::span<const std::byte> bytes) { return answer->take(bytes); }},
        timeouts);
  }

  void settle(HttpExchanges::Ended& ended) {
    Job& job = jobs_[ended.id];
    job.under_way = false;
    AnswerVerdict verdict = Reader(server_).read(requests_[ended.id], *job.answer, ended.outcome);
    const ServerRetries& retries = server_.options.retries;
    const int most = verdict.retry == Retry::never  ? 1
                     : verdict.retry == Retry::once ? std::min(2, retries.attempts)
                                                    : retries.attempts;
    if (verdict.reply || job.attempts >= most) {
      if (!verdict.reply && job.attempts > 1) {
        verdict.reply.error().message += fmt::format(" ({} attempts)", job.attempts);
      }
      if (verdict.reply) {
        server_.tokens += verdict.reply->prompt_tokens + verdict.reply->completion_tokens;
      }
      job.result = std::move(verdict.reply);
      return;
    }
    const auto now = Clock::now();
    const Milliseconds asked = std::min(verdict.asked_pause, retries.longest_pause);
    if (asked.count() > 0) pause_until_ = std::max(pause_until_, now + asked);
    job.due = now + std::max(asked, backoff(job.attempts));
  }

  // Half of it is certain, so that attempts spread without coming at once.
  Milliseconds backoff(int attempts) {
    const ServerRetries& retries = server_.options.retries;
    double pause = static_cast<double>(retries.backoff.count());
    for (int i = 1; i < attempts; ++i) pause *= 2;
    pause = std::min(pause, static_cast<double>(retries.longest_pause.count()));
    return Milliseconds(static_cast<std::int64_t>(pause * (0.5 + 0.5 * server_.jitter.uniform())));
  }

  // Until the next attempt is due, and no longer than a look.
  Milliseconds next_look() const {
    auto look = Clock::now() + kLook;
    for (const Job& job : jobs_) {
      if (!job.result && !job.under_way) look = std::min(look, std::max(job.due, pause_until_));
    }
    if (server_.exchanges.under_way() >= server_.options.concurrency) return kLook;
    return std::max(Milliseconds(0), std::chrono::ceil<Milliseconds>(look - Clock::now()));
  }

  Server& server_;
  std::span<const ChatRequest> requests_;
  std::vector<Job> jobs_;
  Clock::time_point pause_until_ = Clock::time_point::min();
};

class OpenAiBackend final : public ChatBackend {
 public:
  OpenAiBackend(OpenAiOptions options, std::string address, Secret key)
      : server_{std::move(options), std::move(address), std::move(key)} {}

  std::vector<Result<ChatReply>> complete(std::span<const ChatRequest> requests) override {
    return Round(server_, requests).run();
  }

  Result<std::uint64_t> count_tokens(std::span<const ChatMessage> messages) override {
    return estimate_tokens(messages);
  }

  std::uint64_t context_tokens() const override { return server_.options.context_tokens; }

  ChatProvenance provenance() const override {
    const OpenAiOptions& options = server_.options;
    return {.backend = "openai",
            .model = options.model,
            .weights_sha256 = "",
            .server = shown_url(options.base_url),
            .instruction_set = "",
            .context_tokens = options.context_tokens,
            .side_by_side = options.concurrency,
            .details = {{"stream", options.stream ? "on" : "off"}}};
  }

 private:
  Server server_;
};

Result<void> check_address(const std::string& url, bool allow_http) {
  const std::string shown = shown_url(url);
  const auto refuse = [](std::string sentence) {
    return fail(ErrorCode::invalid_input, std::move(sentence));
  };
  if (url.empty())
    return refuse("the openai backend needs a base URL, such as that of a server's /v1");
  switch (reach_of(url)) {
    case Reach::refused:
      return refuse(
          fmt::format("{} is no http or https address; give the whole base URL, such as "
                      "http://127.0.0.1:8000/v1",
                      shown));
    case Reach::plain:
      if (allow_http) break;
      return refuse(fmt::format(
          "{} is plain http to another machine, where key and texts can be read on the way; use "
          "https, or allow it with --allow-http",
          shown));
    case Reach::loopback:
    case Reach::secure:
      break;
  }
  if (url.find_first_of("?#@") != std::string::npos) {
    return refuse(fmt::format(
        "the base URL {} has a user, a query or a fragment; give it without, and the key by the "
        "environment or a file",
        shown));
  }
  return {};
}

Result<void> check_options(const OpenAiOptions& options) {
  const auto refuse = [](std::string_view field, auto value, std::string_view wanted) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is {}; it must be {}", field, value, wanted));
  };
  if (options.model.empty()) {
    return fail(ErrorCode::invalid_input, "the openai backend needs the server's name of a model");
  }
  if (options.concurrency < 1 || options.concurrency > 256) {
    return refuse("concurrency", options.concurrency, "between 1 and 256");
  }
  if (options.context_tokens < 1) return refuse("context_tokens", 0, "at least 1");
  if (options.retries.attempts < 1) {
    return refuse("attempts", options.retries.attempts, "at least 1");
  }
  return check_address(options.base_url, options.allow_http);
}

}  // namespace

Result<std::unique_ptr<ChatBackend>> open_openai_backend(const OpenAiOptions& options) {
  PLUMB_CHECK_RESULT(check_options(options));
  PLUMB_TRY(Secret key, read_server_key(options.key));
  std::string base = options.base_url;
  while (base.ends_with('/')) base.pop_back();
  return std::make_unique<OpenAiBackend>(options, base + "/chat/completions", std::move(key));
}

}  // namespace plumb
