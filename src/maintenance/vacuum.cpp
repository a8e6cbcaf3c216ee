// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/shrink_file.hpp"
#include "rlmdb/maintain.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

VacuumReport vacuum(Store& store) {
  const auto use = db::connections_of(store).use();
  VacuumReport report;
  report.bytes_before = std::filesystem::file_size(store.path());
  report.free_bytes = db::free_bytes(use.connection());
  report.is_complete = db::vacuum(use.connection());
  report.bytes_after = std::filesystem::file_size(store.path());
  return report;
}

}  // namespace rlmdb
