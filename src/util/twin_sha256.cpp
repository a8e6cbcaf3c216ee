// SPDX-License-Identifier: MIT
#include "util/twin_sha256.hpp"

namespace rlmdb::util {

void TwinSha256::add_source(std::string_view bytes) {
  if (!m_same) {
    m_source.update(bytes);
    return;
  }
  m_ahead.erase(0, m_met);
  m_met = 0;
  m_ahead += bytes;
  // A huge record is told only once all of it was read: better to hash twice than to keep it.
  constexpr std::size_t k_most_ahead_bytes = std::size_t{8} << 20;
  if (m_ahead.size() > k_most_ahead_bytes) diverge();
}

void TwinSha256::add_canonical(std::string_view bytes) {
  if (m_same && std::string_view(m_ahead).substr(m_met, bytes.size()) != bytes) diverge();
  m_canonical.update(bytes);
  if (m_same) m_met += bytes.size();
}

/// From here on the source has a digest of its own, which goes on from the common beginning.
void TwinSha256::diverge() {
  m_source = m_canonical;
  m_source.update(std::string_view(m_ahead).substr(m_met));
  m_ahead = std::string();
  m_same = false;
}

std::string TwinSha256::source_hex() {
  if (m_same) diverge();
  return m_source.hex();
}

}  // namespace rlmdb::util
