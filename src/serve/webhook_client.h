// Sends one message to one address, as the operator allows.
//
// The address is looked at where the socket is opened: a name that resolves to an address that is
// not public is refused then, and no later answer of a name server can change where the connection
// goes. No redirect is followed, no proxy of the environment is used, no cookie or password is
// kept, and of the answer only the status is looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "serve/services.h"

namespace plumb {

struct WebhookMessage {
  std::string url;
  std::string event;
  std::int64_t delivery = 0;  // the same at every attempt, so that a receiver knows a repeat
  std::string body;           // JSON
  Secret secret;
};

// The status of an answer that took it, 200 to 299. Fails with invalid_input (an address that is
// refused) or io (no answer in time, or another status): the sentence names the host alone.
Result<int> send_webhook(const WebhookMessage& message, const WebhookPolicy& policy);

// "t=1731750000,v1=HEX": HMAC-SHA256 by the secret over "1731750000." and the body, so that neither
// can be changed and an old message cannot be sent again unnoticed.
std::string webhook_signature(const Secret& secret, std::int64_t unix_seconds,
                              std::string_view body);

}  // namespace plumb
