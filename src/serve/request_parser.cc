#include "serve/request_parser.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/rfc7230.hpp>

#include "serve/request_target.h"

namespace plumb {
namespace {

namespace http = boost::beast::http;
using BeastError = boost::beast::error_code;
using BeastText = boost::beast::string_view;

std::string_view view(BeastText text) {
  return {text.data(), text.size()};
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return made;
}

// Headers that decide what a request is: a second one is an attack or an accident.
bool stands_alone(http::field field) {
  return field == http::field::host || field == http::field::content_length ||
         field == http::field::transfer_encoding || field == http::field::authorization ||
         field == http::field::content_type || field == http::field::expect;
}

// Gathers what Beast finds. Beast calls it; the first fault ends the parsing.
class Gatherer final : public http::basic_parser<true> {
 public:
  Gatherer() {
    body_limit(boost::none);   // who plans the body decides
    header_limit(0x7FFFFFFF);  // HeadScanner's caller has counted
  }

  const HeadLimits* limits = nullptr;  // while the head is parsed
  ServedRequest* request = nullptr;    // likewise
  std::string* content = nullptr;      // while the body is
  std::optional<RequestFault> fault;
  std::uint64_t chunk_left = 0;
  bool is_http_1_0 = false;

 private:
  void refuse(int status, std::string sentence, BeastError& error) {
    fault = RequestFault{status, std::move(sentence)};
    error = http::error::bad_value;
  }

  void on_request_impl(http::verb, BeastText method, BeastText target, int version,
                       BeastError& error) override {
    is_http_1_0 = version == 10;
    if (target.size() > limits->most_target_bytes) {
      return refuse(414,
                    fmt::format("the request's target has {} bytes; at most {} are taken",
                                target.size(), limits->most_target_bytes),
                    error);
    }
    auto parsed = parse_request_target(view(target));
    if (!parsed) return refuse(400, parsed.error().message, error);
    request->method = view(method);
    request->path = std::move(parsed->path);
    request->query = std::move(parsed->query);
    authority_ = std::move(parsed->authority);
  }

  void on_field_impl(http::field field, BeastText name, BeastText value,
                     BeastError& error) override {
    if (request == nullptr) return;  // a trailer: nobody asked for one
    if (++headers_ > limits->most_headers) {
      return refuse(431, fmt::format("the request has more than {} headers", limits->most_headers),
                    error);
    }
    if (!simdjson::validate_utf8(value.data(), value.size())) {
      return refuse(400, fmt::format("the value of the header {} is no UTF-8", view(name)), error);
    }
    const auto [at, is_new] = request->headers.try_emplace(lower(view(name)), view(value));
    if (is_new) return;
    if (stands_alone(field)) {
      return refuse(400, fmt::format("the request has the header {} twice", view(name)), error);
    }
    at->second += ", ";
    at->second += view(value);
  }

  void on_header_impl(BeastError& error) override {
    const std::string_view coding = request->header("transfer-encoding");
    if (request->headers.contains("transfer-encoding") &&
        (lower(coding) != "chunked" || is_http_1_0)) {
      return refuse(coding.empty() || is_http_1_0 ? 400 : 501,
                    "the only transfer coding that is taken is chunked, in HTTP/1.1", error);
    }
    if (!authority_.empty()) {
      request->headers["host"] = authority_;
    } else if (!is_http_1_0 && request->header("host").empty()) {
      return refuse(400, "the request has no Host header, which HTTP/1.1 wants", error);
    }
    const std::string expected = lower(request->header("expect"));
    if (!expected.empty() && expected != "100-continue") {
      return refuse(417, "the only expectation that is met is 100-continue", error);
    }
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>&, BeastError&) override {}

  std::size_t on_body_impl(BeastText body, BeastError&) override {
    content->append(body.data(), body.size());
    return body.size();
  }

  void on_chunk_header_impl(std::uint64_t size, BeastText, BeastError&) override {
    chunk_left = size;
  }

  std::size_t on_chunk_body_impl(std::uint64_t, BeastText body, BeastError&) override {
    content->append(body.data(), body.size());
    chunk_left -= body.size();
    return body.size();
  }

  void on_finish_impl(BeastError&) override {}
  void on_response_impl(int, BeastText, int, BeastError&) override {}

  std::size_t headers_ = 0;
  std::string authority_;
};

std::string sentence_of(const BeastError& error) {
  if (error == http::error::bad_method) return "the request line does not begin with a method";
  if (error == http::error::bad_target) return "the request line has no target after the method";
  if (error == http::error::bad_version) {
    return "the request line does not end in HTTP/1.1 or HTTP/1.0";
  }
  if (error == http::error::bad_content_length || error == http::error::multiple_content_length ||
      error == http::error::bad_transfer_encoding) {
    return "the request does not say clearly how long its body is; give one Content-Length or "
           "Transfer-Encoding: chunked, not both";
  }
  return fmt::format("the request's head is not HTTP/1.1 ({})", error.message());
}

}  // namespace

struct RequestParser::State {
  Gatherer gatherer;
  std::optional<std::uint64_t> to_come;  // of a body with a length, which Beast does not see
  bool expects_continue = false;
};

RequestParser::RequestParser() : state_(std::make_unique<State>()) {}
RequestParser::~RequestParser() = default;
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;

std::optional<RequestFault> RequestParser::parse_head(std::string_view head,
                                                      const HeadLimits& limits,
                                                      ServedRequest& request) {
  Gatherer& gatherer = state_->gatherer;
  gatherer.limits = &limits;
  gatherer.request = &request;
  BeastError error;
  gatherer.put(boost::asio::const_buffer(head.data(), head.size()), error);
  gatherer.request = nullptr;
  gatherer.limits = nullptr;
  if (gatherer.fault) return gatherer.fault;
  if (error) return RequestFault{400, sentence_of(error)};
  gatherer.eager(true);
  if (content_length().value_or(0) > 0) state_->to_come = content_length();
  state_->expects_continue = !is_http_1_0() && !request.header("expect").empty();
  return std::nullopt;
}

bool RequestParser::keeps_alive() const {
  return state_->gatherer.is_header_done() && state_->gatherer.keep_alive();
}

bool RequestParser::is_http_1_0() const {
  return state_->gatherer.is_http_1_0;
}

bool RequestParser::expects_continue() const {
  return state_->expects_continue;
}

std::optional<std::uint64_t> RequestParser::content_length() const {
  if (!state_->gatherer.is_header_done()) return std::nullopt;
  const auto length = state_->gatherer.content_length();
  return length ? std::optional<std::uint64_t>(*length) : std::nullopt;
}

bool RequestParser::is_complete() const {
  return state_->to_come ? state_->to_come == 0 : state_->gatherer.is_done();
}

std::optional<std::uint64_t> RequestParser::bytes_to_come() const {
  return state_->to_come;
}

void RequestParser::skip(std::size_t bytes) {
  *state_->to_come -= bytes;
}

std::optional<std::size_t> RequestParser::feed(std::string_view bytes, std::string& content) {
  if (state_->to_come) {
    const std::string_view body = bytes.substr(0, *state_->to_come);
    content += body;
    skip(body.size());
    return body.size();
  }
  Gatherer& gatherer = state_->gatherer;
  // Between chunks at least "0 CR LF CR LF" is still to come. Beast 1.81 asserts that much when it
  // is called again in the middle of a last chunk, and would end the process.
  constexpr std::size_t kLeastBetweenChunks = 5;
  std::size_t taken = 0;
  gatherer.content = &content;
  while (taken < bytes.size() && !gatherer.is_done()) {
    const std::string_view rest = bytes.substr(taken);
    const bool is_between = gatherer.chunked() && gatherer.chunk_left == 0;
    if (is_between && rest.size() < kLeastBetweenChunks) break;
    BeastError error;
    taken += gatherer.put(boost::asio::const_buffer(rest.data(), rest.size()), error);
    if (error == http::error::need_more) {
      if (bytes.size() - taken > kMostChunkLine) return std::nullopt;
      break;
    }
    if (error) return std::nullopt;
  }
  return taken;
}

}  // namespace plumb
