// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "util/sha256.hpp"

namespace rlmdb::util {

/// The digests of a source and of its canonical bytes, made in one go for as long as the two are the same
/// bytes: for most files always, and then the work is done once. The source runs ahead of its canonical
/// bytes.
class TwinSha256 {
 public:
  void add_source(std::string_view bytes);
  void add_canonical(std::string_view bytes);

  /// REQUIRES: both streams are complete.
  [[nodiscard]] std::string source_hex();
  [[nodiscard]] std::string canonical_hex() const { return m_canonical.hex(); }

 private:
  void diverge();

  Sha256 m_canonical;     ///< also the source's, up to where they part
  Sha256 m_source;        ///< from there on
  std::string m_ahead;    ///< source bytes that no canonical byte has met yet
  std::size_t m_met = 0;  ///< of m_ahead, already met
  bool m_same = true;
};

}  // namespace rlmdb::util
