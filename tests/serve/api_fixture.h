// An Api on a store of its own, asked without any socket. Every answer is held against the API
// document: its status is described, its body is as the schema says, its headers are all there.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serve/api.h"
#include "serve/api_document_json.h"
#include "serve/embedding_service.h"
#include "serve/router.h"
#include "serve/server_metrics.h"
#include "store/store.h"
#include "support/must.h"
#include "support/temporary_folder.h"

namespace plumb {

using Json = nlohmann::json;

inline std::string header_of(const ServedResponse& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return {};
}

inline Json json_of(const ServedResponse& response) {
  return Json::parse(response.body, nullptr, false);
}

// Made by hand; the defaults are those of curl on the server's machine.
inline ServedRequest request_of(std::string method, std::string path, std::string body = "") {
  ServedRequest request;
  request.method = std::move(method);
  if (const std::size_t question = path.find('?'); question != std::string::npos) {
    std::string_view rest = std::string_view(path).substr(question + 1);
    while (!rest.empty()) {
      const std::string_view pair = rest.substr(0, rest.find('&'));
      const std::size_t equals = std::min(pair.find('='), pair.size());
      request.query.emplace_back(pair.substr(0, equals),
                                 pair.substr(std::min(equals + 1, pair.size())));
      rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    }
    path.resize(question);
  }
  request.path = std::move(path);
  request.headers["host"] = "localhost:8000";
  if (!body.empty()) {
    request.headers["content-type"] = "application/json";
    request.headers["content-length"] = std::to_string(body.size());
  }
  request.remote = "127.0.0.1";
  request.body = std::move(body);
  return request;
}

class ApiTest : public ::testing::Test {
 protected:
  void SetUp() override {
    StoreOptions options;
    options.database.patience = patience_;
    options.database.clock = [clock = clock_] {
      return UtcTime(std::chrono::milliseconds(clock->load()));
    };
    store_ = std::make_unique<Store>(*Store::open(address(), options));
    services_.reset(new Services{*store_, embeddings_, metrics_});  // an aggregate that stays put
    document_ = must(ApiDocument::merge(api_fragments()));
    for (const OperationRule& rule : document_->operations()) {
      must(router_.add({rule.method, rule.path, rule.takes_rest}));
    }
    start({});
  }

  void start(ApiOptions options, std::chrono::milliseconds key_memory = {}) {
    options.key_memory = key_memory;
    options.log = [this](std::string_view sentence) { log_ += std::string(sentence) + "\n"; };
    api_ = must(Api::make(*services_, std::move(options)));
    ASSERT_TRUE(api_);
  }

  // Before SetUp(): for how long the store waits for a lock or a connection.
  void set_patience(std::chrono::milliseconds time) { patience_ = time; }

  Store& store() { return *store_; }
  SqliteAddress address() const { return {folder_.path() / "plumb.db"}; }
  Api& api() { return *api_; }
  const std::string& log() const { return log_; }
  void pass(std::chrono::milliseconds time) { *clock_ += time.count(); }

  // As a server does it: the plan first, then the body, a stream's in windows of this size.
  ServedResponse send(ServedRequest request, std::size_t window = 7) {
    ServedResponse response = send_unchecked(request, window);
    hold_against_document(request, response);
    return response;
  }
  ServedResponse send_unchecked(ServedRequest request, std::size_t window = 7) {
    BodyPlan plan = api().plan(request);
    if (auto* refused = std::get_if<ServedResponse>(&plan)) return std::move(*refused);
    if (const auto* whole = std::get_if<BufferedBody>(&plan)) {
      if (request.body.size() > whole->most_bytes) return api().refuse(413, "too long");
      if (whole->asks_admission) {
        if (auto stranger = api().admit(request)) return *std::move(stranger);
      }
      return api().answer(std::move(request));
    }
    const std::string body = std::exchange(request.body, "");
    auto stream = api().stream(std::move(request));
    for (std::size_t at = 0; at < body.size(); at += window) {
      if (auto early = stream->take(std::string_view(body).substr(at, window))) return *early;
    }
    return stream->finish();
  }

  Services& services() { return *services_; }
  // Who embeds; without one a comparison cannot.
  void use(TextEncoder encoder) { encoder_ = std::move(encoder); }

  ServedResponse get(std::string path) { return send(request_of("GET", std::move(path))); }
  ServedResponse post(std::string path, const Json& body) {
    return send(request_of("POST", std::move(path), body.dump()));
  }
  ServedResponse post_lines(std::string path, std::string lines, std::size_t window = 7) {
    ServedRequest request = request_of("POST", std::move(path), std::move(lines));
    request.headers["content-type"] = "application/x-ndjson";
    return send(std::move(request), window);
  }

  // A completed execution with two results.
  std::int64_t made_execution() {
    const auto made = post("/api/v1/executions", {{"name", "run"}});
    const std::int64_t id = json_of(made).at("id");
    const std::string path = "/api/v1/executions/" + std::to_string(id);
    EXPECT_EQ(
        post(path + "/results", {{"results", {{{"response", "a"}}, {{"response", "b"}}}}}).status,
        200);
    EXPECT_EQ(send(request_of("POST", path + "/complete")).status, 200);
    return id;
  }

  void hold_against_document(const ServedRequest& request, const ServedResponse& response) {
    for (const char* name : {"x-content-type-options", "content-security-policy", "cache-control",
                             "x-frame-options", "referrer-policy"}) {
      EXPECT_FALSE(header_of(response, name).empty()) << request.path << " lacks " << name;
    }
    const auto found = router_.find(request.method, request.path);
    if (!found) return;
    const OperationRule& rule = document_->operations()[found->route];
    const auto& document = document_->openapi();
    std::string method = rule.method;
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    const auto& responses = document.at("paths").at(rule.path).at(method).at("responses");
    const std::string status = std::to_string(response.status);
    ASSERT_TRUE(responses.contains(status))
        << rule.id << " answers " << status << ", which is not described: " << response.body;
    Json described = responses.at(status);
    if (described.contains("$ref")) {
      using Pointer = nlohmann::ordered_json::json_pointer;
      described = document.at(Pointer(described.at("$ref").get<std::string>().substr(1)));
    }
    if (!described.contains("content")) {
      EXPECT_TRUE(response.body.empty()) << rule.id;
      return;
    }
    const std::string type = response.content_type.substr(0, response.content_type.find(';'));
    ASSERT_TRUE(described.at("content").contains(type)) << rule.id << " answers as " << type;
    if (!type.ends_with("json")) return;
    const Json& schema = described.at("content").at(type).at("schema");
    for (const FieldProblem& problem : document_->schemas().check(schema, json_of(response), "")) {
      ADD_FAILURE() << rule.id << " " << status << ": " << problem.field << " " << problem.message
                    << " in " << response.body;
    }
  }

  const ApiDocument& document() const { return *document_; }

 private:
  TemporaryFolder folder_;
  std::chrono::milliseconds patience_ = DatabaseOptions{}.patience;
  std::shared_ptr<std::atomic<std::int64_t>> clock_ =
      std::make_shared<std::atomic<std::int64_t>>(1'800'000'000'000);
  std::unique_ptr<Store> store_;
  std::optional<TextEncoder> encoder_;
  EmbeddingService embeddings_{[this]() -> Result<TextEncoder> {
    if (encoder_) return *encoder_;
    return fail(ErrorCode::not_found, "this test has no model");
  }};
  ServerMetrics metrics_;
  std::unique_ptr<Services> services_;
  std::unique_ptr<const ApiDocument> document_;
  Router router_;
  std::string log_;
  std::unique_ptr<Api> api_;
};

}  // namespace plumb
