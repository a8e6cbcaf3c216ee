// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rlmdb::util {

using Sha256Digest = std::array<std::uint8_t, 32>;

/// Incremental SHA-256. A copy continues independently from the same state. One thread at a time.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256& other);
  Sha256& operator=(const Sha256& other);
  Sha256(Sha256&&) noexcept = default;
  Sha256& operator=(Sha256&&) noexcept = default;
  ~Sha256() = default;

  void update(std::string_view bytes);
  /// Digest of everything so far; more may be added afterwards.
  [[nodiscard]] Sha256Digest digest() const;
  /// The same as 64 lower-case hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  struct FreeContext {
    void operator()(void* context) const noexcept;
  };
  std::unique_ptr<void, FreeContext> m_context;
};

[[nodiscard]] std::string sha256_hex(std::string_view bytes);
[[nodiscard]] std::string to_hex(const std::uint8_t* bytes, std::size_t count);

}  // namespace rlmdb::util
