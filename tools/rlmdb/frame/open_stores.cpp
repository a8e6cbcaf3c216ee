// SPDX-License-Identifier: MIT
#include "frame/open_stores.hpp"

#include <sys/stat.h>

#include <utility>

namespace rlmdb::cli {
std::string file_at(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

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
  open.emplace(Open{std::move(store), path, file_at(path), options.owner});
  return open->store;
}

Store& OpenStores::keep(Store store, const StoreOptions& options) {
  const std::filesystem::path path = store.path();
  m_writer.emplace(Open{std::move(store), path, file_at(path), options.owner});
  return m_writer->store;
}

void OpenStores::close() noexcept {
  m_reader.reset();
  m_writer.reset();
}

}  // namespace rlmdb::cli
