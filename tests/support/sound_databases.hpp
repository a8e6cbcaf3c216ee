// SPDX-License-Identifier: MIT
/// After each test its databases are sound: `verify` finds nothing in them, which is what a restore without
/// --force asks for.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"

namespace rlmdb::test {

/// The one mark of a test that leaves a database damaged: TEST_CASE("…" * damages).
inline const doctest::description damages("damages");

/// What `verify` finds in a database, a finding a line; "" also for what this program opens no Store on:
/// another program's file, or one of an earlier schema.
inline std::string unsound_in(const std::filesystem::path& database) {
  std::string text;
  try {
    const VerifyReport report = verify(Store::open(database, Access::read_only));
    for (const Finding& finding : report.findings)
      text += finding.where + " " + finding.code + ": " + finding.message + "\n";
  } catch (const Error& error) {
    const bool is_of_other_schema = error.code() == ErrorCode::conflict &&
                                    std::string_view(error.what()).find(" schema ") != std::string_view::npos;
    if (error.code() != ErrorCode::not_our_database && !is_of_other_schema)
      text = std::string(error.what()) + "\n";
  }
  return text;
}

/// Asks every database beneath a directory, at the end of a test that does not damage any.
inline void check_sound(const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  if (!doctest::is_running_in_test) return;
  const doctest::detail::TestCase* const running = doctest::getContextOptions()->currentTest;
  if (running == nullptr || running->m_description == damages.data) return;
  std::error_code ignored;
  constexpr auto k_skip = fs::directory_options::skip_permission_denied;
  for (auto it = fs::recursive_directory_iterator(directory, k_skip, ignored);
       !ignored && it != fs::recursive_directory_iterator(); it.increment(ignored)) {
    if (it->path().extension() != ".db" || it->is_symlink(ignored) || !it->is_regular_file(ignored)) continue;
    if (const std::string unsound = unsound_in(it->path()); !unsound.empty())
      FAIL_CHECK(it->path().filename().string() << " is not sound:\n" << unsound);
  }
}

}  // namespace rlmdb::test
