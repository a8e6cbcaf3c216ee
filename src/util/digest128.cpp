// SPDX-License-Identifier: MIT
#include "util/digest128.hpp"

#include <xxhash.h>

#include <cstring>

#include "util/sha256.hpp"

namespace rlmdb::util {

Digest128 digest128(std::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  Digest128 digest;
  static_assert(sizeof(canonical.digest) == sizeof(digest));
  std::memcpy(digest.data(), canonical.digest, digest.size());
  return digest;
}

std::string to_hex(const Digest128& digest) {
  return to_hex(digest.data(), digest.size());
}

}  // namespace rlmdb::util
