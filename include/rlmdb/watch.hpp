// SPDX-License-Identifier: MIT
/// Noticing that a database has changed.
#pragma once

#include <chrono>
#include <memory>

namespace rlmdb {

class Store;

namespace events {
class ChangeWatch;
}

/// Notices commits to a database, whoever makes them. A look costs a read of the WAL's shared memory; no
/// snapshot is held at any time, so a watcher never keeps the WAL from being emptied. For one thread; the
/// Store must outlive it.
class StoreWatch {
 public:
  explicit StoreWatch(const Store& store);
  StoreWatch(const StoreWatch&) = delete;
  StoreWatch& operator=(const StoreWatch&) = delete;
  ~StoreWatch();

  /// True at once the first time, later as soon as somebody has committed since it was last true; false after
  /// `most`. What is read after it was true is not missed: a commit that comes meanwhile makes the next call
  /// true.
  [[nodiscard]] bool wait(std::chrono::milliseconds most);

 private:
  std::unique_ptr<events::ChangeWatch> m_watch;
  bool m_is_first = true;
};

}  // namespace rlmdb
