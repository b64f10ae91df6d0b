// Where a webhook may not go, and why: addresses that are not of the public internet.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "serve/services.h"

struct sockaddr;

namespace plumb {

// What kind of address this is where it is not a public one ("loopback", "private"); empty where it
// is public. By IANA's registries of special-purpose addresses; of IPv6 only global unicast is
// public, and what carries an IPv4 address is judged by that one.
std::string_view why_not_public(const sockaddr& address);
// The same for an address as text; empty also where the text is no address.
std::string_view why_not_public(const std::string& address);

// Before it is stored: http or https, a host, no user or password, and no address that is not
// public, unless that is allowed. Names are looked at when the message is sent. Fails with
// invalid_input.
Result<void> check_webhook_url(const std::string& url, const WebhookPolicy& policy);

// What may be shown of such an address to those who may not change it: scheme, host and port. Many
// receivers want a token in the path or the query.
std::string origin_of_webhook(std::string_view url);

}  // namespace plumb
