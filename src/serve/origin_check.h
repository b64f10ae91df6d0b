// Whether a request may come from where it comes: no page of another site reaches this server
// through somebody's browser.
//
// Host must be a name of loopback or one that the operator gave: a page whose own name is made to
// lead here (DNS rebinding) says that name. An Origin, which browsers send with whatever another
// site's page asks, must be the server's own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "serve/http_message.h"

namespace plumb {

struct Refusal {
  int status = 403;
  std::string sentence;
};

// 400 without a Host, 421 for a foreign one.
std::optional<Refusal> refuse_host(const ServedRequest& request,
                                   std::span<const std::string> public_hosts);
// 403.
std::optional<Refusal> refuse_origin(const ServedRequest& request);

// "localhost", 127.0.0.0/8 or ::1; of a Host without its port, in any case.
bool is_loopback_name(std::string_view host);
// Of an address: 127.0.0.0/8, ::1 or the former as ::ffff:127.0.0.1.
bool is_loopback_address(std::string_view address);

}  // namespace plumb
