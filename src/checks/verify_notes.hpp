// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rlmdb/error.hpp"
#include "rlmdb/verify.hpp"

namespace rlmdb::checks {

/// Where the parts of verify note what they find, and what they have looked at.
class VerifyNotes {
 public:
  explicit VerifyNotes(VerifyReport& report) : m_report(report) {}

  void add(std::string where, std::string_view code, std::string message);

  /// Runs `look()`. Where it cannot read what is stored, that is a finding at the row that the error names,
  /// else at `where`, and verify goes on.
  template <class Look>
  void guarded(std::string_view where, Look&& look) {
    try {
      look();
    } catch (const Error& error) {
      add_failure(where, error);
    }
  }
  /// The finding for an error. Rethrows one that says nothing of what is stored (busy, a bug elsewhere).
  void add_failure(std::string_view where, const Error& error);

  [[nodiscard]] VerifyReport& report() const noexcept { return m_report; }

 private:
  VerifyReport& m_report;
};

}  // namespace rlmdb::checks
