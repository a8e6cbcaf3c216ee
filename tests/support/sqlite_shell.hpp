// SPDX-License-Identifier: MIT
/// The stock sqlite3 shell: what a person has who has never heard of rlmdb.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "test_dir.hpp"

namespace rlmdb::test {

struct ShellAnswer {
  int exit_code = 0;
  std::string text;  ///< standard output, then standard error
};

/// Runs `script` on `database` with the shell's own `options`; stops at the first error.
inline ShellAnswer run_sqlite3(const std::filesystem::path& database, const std::string& options,
                               std::string_view script) {
  const TestDir scratch;
  write_all(scratch / "script.sql", script);
  const auto quoted = [](const std::filesystem::path& path) { return "'" + path.string() + "'"; };
  const std::string command = "sqlite3 -batch -bail -init /dev/null " + options + " " + quoted(database) +
                              " <" + quoted(scratch / "script.sql") + " >" + quoted(scratch / "out") + " 2>" +
                              quoted(scratch / "error");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          read_all(scratch / "out") + read_all(scratch / "error")};
}

}  // namespace rlmdb::test
