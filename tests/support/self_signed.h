// A key and a certificate that it has signed itself, for servers of tests.
#pragma once

#include <string>

namespace plumb {

struct SelfSigned {
  std::string certificate;  // both as PEM
  std::string key;
};

// `name` is whom the certificate is for: "IP:127.0.0.1", "DNS:other.invalid". Good for a day.
SelfSigned self_signed(const std::string& name);

}  // namespace plumb
