// What all streamed bodies share: what they refer to, the fingerprint for their idempotency key,
// their line in the audit log, their key's body limit, and the last word on their answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/sha256.h"
#include "serve/http_handler.h"
#include "serve/operation_json.h"

namespace plumb {

// Keeps the answer for the end of a body that is refused before its first byte.
class RefusedBody final : public StreamedBody {
 public:
  explicit RefusedBody(ServedResponse response) : response_(std::move(response)) {}
  std::optional<ServedResponse> take(std::string_view) override { return response_; }
  ServedResponse finish() override { return response_; }

 private:
  ServedResponse response_;
};

class SharedStream final : public StreamedBody {
 public:
  using Finish = std::function<ServedResponse(ServedResult<ServedResponse>)>;

  SharedStream(ServedRequest request, Caller caller, Services& services, nlohmann::json parameters,
               Finish finish)
      : request_(std::move(request)),
        caller_(std::move(caller)),
        call_{request_, caller_, services, std::move(parameters), {}},
        finish_(std::move(finish)) {}

  // Before anything is taken.
  ServedResult<void> open(const Operation& operation);

  std::optional<ServedResponse> take(std::string_view bytes) override;
  ServedResponse finish() override;
  void broke_off() override;
  void tell_durable(ServedResponse& refusal) const override { inner_->tell_durable(refusal); }
  std::size_t held_bytes() const override { return inner_->held_bytes(); }

 private:
  ServedResult<ServedResponse> kept(ServedResponse response);

  ServedRequest request_;
  Caller caller_;
  Call call_;
  Finish finish_;
  std::string key_;
  Sha256 hash_;
  std::uint64_t taken_bytes_ = 0;
  std::unique_ptr<StreamedBody> inner_;  // may refer to the request and the caller
};

}  // namespace plumb
