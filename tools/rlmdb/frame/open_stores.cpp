// SPDX-License-Identifier: MIT
#include "frame/open_stores.hpp"

#include <sys/stat.h>

#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// Its device and inode; "": there is none.
std::string file_at(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

}  // namespace

bool OpenStores::Open::is(const std::filesystem::path& asked, const StoreOptions& options) const {
  return path == asked && owner == options.owner && file == file_at(asked);
}

Store& OpenStores::open(const std::filesystem::path& path, Access access, const StoreOptions& options) {
  std::optional<Open>& open = access == Access::read_only ? m_reader : m_writer;
  if (open.has_value() && open->is(path, options)) {
    open->store.set_busy_timeout(options.busy_timeout);
    return open->store;
  }
  open.reset();
  Store store = Store::open(path, access, options);
  return remember(open.emplace(Open{std::move(store), path, file_at(path), options.owner}));
}

Store& OpenStores::keep(Store store, const StoreOptions& options) {
  const std::filesystem::path path = store.path();
  return remember(m_writer.emplace(Open{std::move(store), path, file_at(path), options.owner}));
}

Store& OpenStores::remember(Open& open) {
  if (m_stays) m_own.remember(open.store);
  return open.store;
}

void OpenStores::close() noexcept {
  m_reader.reset();
  m_writer.reset();
}

void OpenStores::notice(const std::filesystem::path& path) {
  if (!m_stays || file_at(path).empty()) return;
  try {
    m_own.remember(Store::open(path, Access::read_only));
  } catch (const Error&) {
    return;  // the next call that needs it says why it cannot be read
  }
}

void OpenStores::stay_with_next() noexcept {
  m_stays = true;
  m_own.forget();
}

}  // namespace rlmdb::cli
