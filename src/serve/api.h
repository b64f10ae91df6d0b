// The API: everything between a request and a call of the store.
//
// In this order a request is held against: Host and Origin (421, 403), the paths of the document
// (404, 405), the caller's key, rate, scope and body limit (401, 429, 403, 413), the content type
// (415), parameters and body (400, 422). What is left is a Call for the operation's function. Every
// answer carries the security headers; every refusal is a problem document.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/http_handler.h"
#include "serve/services.h"
#include "serve/web_files.h"

namespace plumb {

struct ApiOptions {
  // Else a store without a valid key lets every caller from a loopback address in, as admin of the
  // project "default", until the first key is made.
  bool require_keys = false;
  // Names beside those of loopback that a request may give as its Host.
  std::vector<std::string> public_hosts{};
  std::size_t most_body_bytes = std::size_t{32} << 20;    // of a body that is read whole
  std::size_t most_stream_bytes = std::size_t{16} << 30;  // of one that is taken as it comes
  // Of each key without a rate of its own: so many requests a second over time, and so many at
  // once. 0: no limit.
  double requests_per_second = 1'000;
  double request_burst = 2'000;
  // Of each address: sign-ins with a key that opens nothing, a second over time and at once. 0: no
  // limit.
  double failed_sign_ins_per_second = 1;
  double failed_sign_in_burst = 10;
  // For how long a key that was found is believed: a revocation takes effect within this time.
  std::chrono::milliseconds key_memory{2'000};
  // The dashboard.
  std::span<const WebFile> web_files = embedded_web_files();
  // Takes what only the operator may read, a sentence a call, from any thread. Never a secret.
  std::function<void(std::string_view)> log{};
};

class Api final : public HttpHandler {
 public:
  // Fails where the document and the functions disagree, where a schema of the document has a
  // keyword that is not checked, where the store does not answer, and with invalid_input for a
  // public host without any key. `services` must outlive it.
  static Result<std::unique_ptr<Api>> make(Services& services, ApiOptions options = {});
  ~Api() override;

  BodyPlan plan(const ServedRequest& head) override;
  std::optional<ServedResponse> admit(const ServedRequest& head) override;
  ServedResponse answer(ServedRequest request) override;
  std::unique_ptr<StreamedBody> stream(ServedRequest head) override;
  ServedResponse refuse(int status, std::string_view sentence) override;

 private:
  struct State;
  explicit Api(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace plumb
