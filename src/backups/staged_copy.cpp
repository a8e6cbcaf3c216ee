// SPDX-License-Identifier: MIT
#include "backups/staged_copy.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <vector>

#include "db/copy_database.hpp"
#include "db/publish.hpp"
#include "db/schema.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::backups {

namespace {

namespace fs = std::filesystem;

}  // namespace

StagedCopy::StagedCopy(db::Connection& source, const fs::path& final_path, Schema schema, Rest rest)
    : m_final_path(final_path), m_path(util::private_path(final_path, util::k_database_in_making)) {
  const fs::path directory = util::parent_directory(final_path);
  std::error_code error;
  if (!fs::is_directory(directory, error))
    util::throw_io("make a file beside", final_path, error ? error.value() : ENOTDIR);
  if (rest == Rest::refuse && !fs::exists(final_path, error)) db::require_no_rest(final_path);
  // Of a copy that was killed while it was made, too, which has a private name of a private name.
  (void)util::remove_leftovers(directory);
  db::Connection copy = db::copy_to_unpublished(source, m_path);
  if (schema == Schema::newest) db::apply_pending(copy, db::migrations(), db::migrator_options());
  db::publish(std::move(copy));
}

StagedCopy::~StagedCopy() {
  for (const char* suffix : {"", "-wal", "-shm", "-gate"}) ::unlink((m_path.string() + suffix).c_str());
}

Store StagedCopy::open(const StoreOptions& options) const {
  return Store::open(m_path, Access::read_only, options);
}

std::uint64_t StagedCopy::size_bytes() const {
  return fs::file_size(m_path);
}

std::string StagedCopy::sha256() const {
  constexpr std::size_t k_block_bytes = 1 << 20;
  std::ifstream file(m_path, std::ios::binary);
  std::vector<char> block(k_block_bytes);
  util::Sha256 digest;
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
    digest.update({block.data(), static_cast<std::size_t>(file.gcount())});
  if (!file.eof()) util::throw_io("read back", m_path, EIO);
  return digest.hex();
}

void StagedCopy::publish() {
  db::require_no_rest(m_final_path);
  util::publish_new_file(m_path, m_final_path);
}

void StagedCopy::replace() {
  if (std::rename(m_path.c_str(), m_final_path.c_str()) != 0)
    util::throw_io("give the new backup its name", m_final_path, errno);
  util::sync_parent_directory(m_final_path);
}

}  // namespace rlmdb::backups
