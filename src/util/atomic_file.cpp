// SPDX-License-Identifier: MIT
#include "util/atomic_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "rlmdb/error.hpp"
#include "util/own_names.hpp"

namespace rlmdb::util {

namespace {

constexpr std::size_t k_buffer_bytes = 256 * 1024;

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target, Existing existing, std::filesystem::path shown)
    : m_target(std::move(target)),
      m_shown(shown.empty() ? m_target : std::move(shown)),
      m_existing(existing),
      m_file(create_private_file(m_target, k_file_in_making, m_shown)) {
  m_buffer.reserve(k_buffer_bytes);
}

AtomicFile::~AtomicFile() {
  if (!m_committed) ::unlink(m_file.path.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  m_prepared = false;
  m_size_bytes += bytes.size();
  if (m_buffer.size() + bytes.size() > k_buffer_bytes) flush();
  if (bytes.size() >= k_buffer_bytes) {
    write_through(bytes);
  } else {
    m_buffer.append(bytes);
  }
}

void AtomicFile::flush() {
  write_through(m_buffer);
  m_buffer.clear();
}

void AtomicFile::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_file.descriptor.get(), bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw_io("write", m_shown, errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::prepare() {
  flush();
  sync_file(m_file.descriptor.get(), m_shown);
  m_prepared = true;
}

void AtomicFile::commit() {
  if (m_committed) throw Error(ErrorCode::internal, "an output file was committed twice", m_shown.string());
  if (!m_prepared) prepare();
  if (m_existing == Existing::refuse) {
    publish_new_file(m_file.path, m_target, m_shown);
    m_committed = true;
    return;
  }
  if (std::rename(m_file.path.c_str(), m_target.c_str()) != 0) throw_io("replace the file", m_shown, errno);
  m_committed = true;
  sync_parent_directory(m_target);
}

}  // namespace rlmdb::util
