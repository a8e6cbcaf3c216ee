// SPDX-License-Identifier: MIT
#include "util/sha256.hpp"

#include <openssl/evp.h>

#include "rlmdb/error.hpp"

namespace rlmdb::util {

namespace {

EVP_MD_CTX* context_of(void* context) {
  return static_cast<EVP_MD_CTX*>(context);
}

void require(int result) {
  if (result != 1) throw Error(ErrorCode::internal, "libcrypto cannot compute SHA-256");
}

/// Looked up once: doing so for every digest costs more than that of a short text. Lasts as long as the
/// process, because libcrypto may be gone before the destructors of statics.
const EVP_MD* algorithm() {
  static const EVP_MD* const k_algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  require(k_algorithm != nullptr ? 1 : 0);
  return k_algorithm;
}

}  // namespace

void Sha256::FreeContext::operator()(void* context) const noexcept {
  EVP_MD_CTX_free(context_of(context));
}

Sha256::Sha256() : m_context(EVP_MD_CTX_new()) {
  require(m_context ? 1 : 0);
  require(EVP_DigestInit_ex(context_of(m_context.get()), algorithm(), nullptr));
}

Sha256::Sha256(const Sha256& other) : m_context(EVP_MD_CTX_new()) {
  require(m_context ? 1 : 0);
  require(EVP_MD_CTX_copy_ex(context_of(m_context.get()), context_of(other.m_context.get())));
}

Sha256& Sha256::operator=(const Sha256& other) {
  if (this != &other) *this = Sha256(other);
  return *this;
}

void Sha256::update(std::string_view bytes) {
  require(EVP_DigestUpdate(context_of(m_context.get()), bytes.data(), bytes.size()));
}

Sha256Digest Sha256::digest() const {
  Sha256 last(*this);  // EVP_DigestFinal ends its context, and ours goes on
  Sha256Digest digest{};
  require(EVP_DigestFinal_ex(context_of(last.m_context.get()), digest.data(), nullptr));
  return digest;
}

std::string Sha256::hex() const {
  const Sha256Digest bytes = digest();
  return to_hex(bytes.data(), bytes.size());
}

std::string sha256_hex(std::string_view bytes) {
  Sha256Digest digest{};
  require(EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, algorithm(), nullptr));
  return to_hex(digest.data(), digest.size());
}

std::string to_hex(const std::uint8_t* bytes, std::size_t count) {
  static constexpr char k_digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    text += k_digits[bytes[i] >> 4];
    text += k_digits[bytes[i] & 0x0f];
  }
  return text;
}

}  // namespace rlmdb::util
