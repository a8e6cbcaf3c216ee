// SPDX-License-Identifier: MIT
#include <utility>

#include "db/connections.hpp"
#include "events/change_watch.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/watch.hpp"

namespace rlmdb {

StoreWatch::StoreWatch(const Store& store)
    : m_watch(std::make_unique<events::ChangeWatch>(db::connections_of(store))) {
  m_watch->look(db::connections_of(store).use().connection());
}

StoreWatch::~StoreWatch() = default;

bool StoreWatch::wait(std::chrono::milliseconds most) {
  if (std::exchange(m_is_first, false)) return true;
  return m_watch->wait_for_change(std::chrono::steady_clock::now() + most, {});
}

}  // namespace rlmdb
