#include "base/sha256.h"

#include <openssl/evp.h>

#include <cstdlib>

#include "base/file.h"

namespace plumb {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  // Fails only without memory, or where OpenSSL was built without SHA-256.
  if (EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1) std::abort();
}

Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::byte> bytes) {
  if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1) std::abort();
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  if (EVP_DigestFinal_ex(state_->context, digest.data(), nullptr) != 1) std::abort();
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(64);
  for (const unsigned char byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string sha256_hex(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

Result<std::string> sha256_file(const std::filesystem::path& path) {
  PLUMB_TRY(const auto file, MappedFile::open(path));
  return sha256_hex(file.bytes());
}

}  // namespace plumb
