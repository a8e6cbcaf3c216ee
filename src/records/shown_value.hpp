// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb::records {

/// A raw JSON value as a message shows it: at most some 60 bytes, "nothing" where it is absent.
inline std::string shown_value(const std::string& raw) {
  constexpr std::size_t k_most_bytes = 60;
  if (raw.empty()) return "nothing";
  if (raw.size() <= k_most_bytes) return raw;
  std::size_t cut = k_most_bytes;
  while (cut > 0 && (static_cast<unsigned char>(raw[cut]) & 0xC0U) == 0x80U) --cut;
  return raw.substr(0, cut) + "…";
}

}  // namespace rlmdb::records
