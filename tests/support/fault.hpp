// SPDX-License-Identifier: MIT
/// The program with the library of tests/crash/fault_shim.cpp before it, which disturbs one of its calls that
/// change files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "program_run.hpp"

namespace rlmdb::test {

#ifdef RLMDB_IS_SANITIZED
inline constexpr bool k_can_preload = false;
#else
inline constexpr bool k_can_preload = true;
#endif

struct Fault {
  std::filesystem::path root{};   ///< only calls on files beneath count
  long at = 0;                    ///< the how manieth call, from 1; 0: none, only count
  std::string mode = "kill";      ///< eio, full, kill (before the call), torn (in the middle of it)
  std::filesystem::path count{};  ///< the file that says how many calls there were; empty: none
  std::filesystem::path log{};    ///< the file that gets a line for every fsync; empty: none
};

[[nodiscard]] inline Launch with_fault(Launch launch, const Fault& fault) {
  launch.environment = {"LD_PRELOAD=" RLMDB_FAULT_SHIM,
                        "RLMDB_FAULT_PREFIX=" + fault.root.string(),
                        "RLMDB_FAULT_AT=" + std::to_string(fault.at),
                        "RLMDB_FAULT_MODE=" + fault.mode,
                        "RLMDB_FAULT_COUNT=" + fault.count.string(),
                        "RLMDB_FAULT_LOG=" + fault.log.string()};
  return launch;
}

}  // namespace rlmdb::test
