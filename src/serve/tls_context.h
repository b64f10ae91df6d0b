// What a server shows to those who connect by TLS: its certificate, and that it has the key.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"

struct ssl_ctx_st;

namespace plumb {

class TlsContext {
 public:
  // PEM files: the certificate with its chain behind it, and the key, which has no password. TLS
  // 1.2 or newer is spoken. Fails with not_found or invalid_input; the sentence names the file.
  static Result<TlsContext> load(const std::filesystem::path& certificate,
                                 const std::filesystem::path& key);

  // OpenSSL's SSL_CTX; stays this object's.
  ssl_ctx_st* native() const { return context_.get(); }

 private:
  explicit TlsContext(std::shared_ptr<ssl_ctx_st> context) : context_(std::move(context)) {}
  std::shared_ptr<ssl_ctx_st> context_;
};

}  // namespace plumb
