// SPDX-License-Identifier: MIT
#include "checks/verify_notes.hpp"

#include <utility>

namespace rlmdb::checks {

namespace {

constexpr std::size_t k_most_findings = 1000;

}  // namespace

void VerifyNotes::add(std::string where, std::string_view code, std::string message) {
  ++m_report.finding_count;
  if (m_report.findings.size() < k_most_findings)
    m_report.findings.push_back({std::move(where), std::string(code), std::move(message)});
}

void VerifyNotes::add_failure(std::string_view where, const Error& error) {
  switch (error.code()) {
    case ErrorCode::corrupt:
    case ErrorCode::invalid_input:
      // A path is no row: SQLite names the file.
      return add(error.where().empty() || error.where().starts_with('/') ? std::string(where) : error.where(),
                 "database_damaged", error.what());
    case ErrorCode::internal:
      return add(std::string(where), "not_checked", error.what());
    default:
      throw error;
  }
}

}  // namespace rlmdb::checks
