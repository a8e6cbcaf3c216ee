// SPDX-License-Identifier: MIT
#include "rlmdb/known_ids.hpp"

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "rlmdb/store.hpp"
#include "tasks/list_rows.hpp"

namespace rlmdb {

std::vector<std::string> known_ids(const Store& store, IdOf of, std::string_view begin, std::size_t most) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return tasks::select_ids_from(use.connection(), of, begin, most);
}

}  // namespace rlmdb
