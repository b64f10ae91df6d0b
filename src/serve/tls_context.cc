#include "serve/tls_context.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <string>
#include <string_view>

#include "base/file.h"

namespace plumb {
namespace {

constexpr std::size_t kMostFileBytes = 1024 * 1024;

// Why OpenSSL refused, in its words.
std::string openssl_reason() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason == nullptr ? "no reason is given" : reason;
}

// A server has nobody at hand to type a password.
int no_password(char*, int, int, void*) {
  return 0;
}

int choose_protocol(SSL*, const unsigned char** out, unsigned char* out_length,
                    const unsigned char* offered, unsigned offered_length, void*) {
  static constexpr unsigned char kSpoken[] = "\x08http/1.1";
  unsigned char* chosen = nullptr;
  const int found = SSL_select_next_proto(&chosen, out_length, kSpoken, sizeof kSpoken - 1, offered,
                                          offered_length);
  *out = chosen;
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

Result<void> check_readable(const std::filesystem::path& path) {
  PLUMB_CHECK_RESULT(read_file(path, kMostFileBytes));
  return {};
}

void harden(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);  // idle connections are the many
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
}

}  // namespace

Result<TlsContext> TlsContext::load(const std::filesystem::path& certificate,
                                    const std::filesystem::path& key) {
  PLUMB_CHECK_RESULT(check_readable(certificate));
  PLUMB_CHECK_RESULT(check_readable(key));
  std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  if (!context) {
    return fail(ErrorCode::io, fmt::format("OpenSSL cannot start ({})", openssl_reason()));
  }
  harden(context.get());
  SSL_CTX_set_default_passwd_cb(context.get(), no_password);
  if (SSL_CTX_use_certificate_chain_file(context.get(), certificate.c_str()) != 1) {
    return fail(ErrorCode::invalid_input, fmt::format("{} holds no certificate in PEM form ({})",
                                                      certificate.string(), openssl_reason()));
  }
  if (SSL_CTX_use_PrivateKey_file(context.get(), key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} holds no private key in PEM form without a password that belongs "
                            "to the certificate in {} ({})",
                            key.string(), certificate.string(), openssl_reason()));
  }
  if (SSL_CTX_check_private_key(context.get()) != 1) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the key in {} is not that of the certificate in {} ({})", key.string(),
                            certificate.string(), openssl_reason()));
  }
  return TlsContext(std::move(context));
}

}  // namespace plumb
