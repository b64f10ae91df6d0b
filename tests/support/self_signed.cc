#include "support/self_signed.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <memory>

namespace plumb {
namespace {

template <class T, auto Free>
using Owned = std::unique_ptr<T, decltype([](T* handle) { Free(handle); })>;
using Key = Owned<EVP_PKEY, EVP_PKEY_free>;
using Certificate = Owned<X509, X509_free>;
using Memory = Owned<BIO, BIO_free>;

void must(bool held) {
  if (!held) std::abort();
}

Certificate signed_by(EVP_PKEY* key, const std::string& name) {
  Certificate made(X509_new());
  X509_set_version(made.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 24 * 3600);
  X509_set_pubkey(made.get(), key);
  X509_NAME* subject = X509_get_subject_name(made.get());
  const auto* common = reinterpret_cast<const unsigned char*>("plumb test");
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, common, -1, -1, 0);
  X509_set_issuer_name(made.get(), subject);
  const Owned<X509_EXTENSION, X509_EXTENSION_free> names(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, name.c_str()));
  must(names && X509_add_ext(made.get(), names.get(), -1) == 1);
  must(X509_sign(made.get(), key, EVP_sha256()) > 0);
  return made;
}

std::string text_of(BIO* memory) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory, &data);
  return {data, static_cast<std::size_t>(size)};
}

}  // namespace

SelfSigned self_signed(const std::string& name) {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  const Certificate certificate = signed_by(key.get(), name);
  const Memory certificate_text(BIO_new(BIO_s_mem()));
  const Memory key_text(BIO_new(BIO_s_mem()));
  must(PEM_write_bio_X509(certificate_text.get(), certificate.get()) == 1);
  must(PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) ==
       1);
  return {text_of(certificate_text.get()), text_of(key_text.get())};
}

}  // namespace plumb
