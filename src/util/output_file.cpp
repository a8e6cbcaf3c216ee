// SPDX-License-Identifier: MIT
#include "util/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "rlmdb/error.hpp"
#include "util/database_files.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

OutputFile::OutputFile(OutputPlace place, Existing existing) : m_place(std::move(place)) {
  if (m_place.is_replaceable()) {
    m_file.emplace(m_place.path(), existing, m_place.shown);
    return;
  }
  if (existing == Existing::refuse)
    throw Error(ErrorCode::conflict, "something stands where a new file has to be", m_place.shown.string(),
                "nothing was written");
  open_stream();
}

void OutputFile::open_stream() {
  // What a descriptor of /proc stands for may be a file that others add to; neither cut nor overwrite it.
  const int flags = O_WRONLY | O_NOCTTY | (m_place.is_descriptor ? O_APPEND : O_NOFOLLOW);
  m_stream = open_foreign(m_place.path(), flags);
  if (!m_stream.valid()) throw_io("open", m_place.shown, errno);
  struct stat status {};
  if (::fstat(m_stream.get(), &status) != 0) throw_io("look at", m_place.shown, errno);
  if (!m_place.found || !is_same_file(status, *m_place.found))
    throw Error(ErrorCode::conflict, "another file has come to the output's place", m_place.shown.string(),
                "nothing was written; run the command again");
}

void OutputFile::write(std::string_view bytes) {
  if (m_file) return m_file->write(bytes);
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_stream.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_io("write", m_place.shown, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::prepare() {
  if (m_file) m_file->prepare();
}

void OutputFile::commit() {
  if (m_file) return m_file->commit();
  // A pipe or terminal keeps nothing, so it has nothing to sync.
  if (::fsync(m_stream.get()) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    throw_io("write to the disk", m_place.shown, errno);
}

}  // namespace rlmdb::util
