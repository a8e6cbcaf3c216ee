// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "util/private_file.hpp"

namespace rlmdb::util {

/// Whether commit() may take the place of a file that is already there.
enum class Existing { refuse, replace };

/// A file that appears complete or not at all. Written to a private name beside the target (mode 0600);
/// commit() makes it durable and gives it the target's name; destruction without commit() removes it.
/// One thread at a time.
class AtomicFile {
 public:
  /// Messages call the target `shown`, unless that is empty.
  AtomicFile(std::filesystem::path target, Existing existing, std::filesystem::path shown = {});
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  /// Buffered. Throws Error io (disk full, size limit); the file must then be given up.
  void write(std::string_view bytes);
  /// Pushes the buffer to the kernel, so that private_path() can be read back before the commit.
  void flush();
  /// What was written so far is durable, under the private name. commit() does it where it is left out.
  void prepare();
  /// fsync, rename (or link, for `refuse`), fsync of the directory. A symbolic link at the target is
  /// replaced, not followed. Error conflict when the target exists and is not to be replaced; Error io
  /// otherwise. On any error before the new name is given, the target is as it was.
  void commit();

  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return m_size_bytes; }
  [[nodiscard]] const std::filesystem::path& target() const noexcept { return m_target; }
  [[nodiscard]] int descriptor() const noexcept { return m_file.descriptor.get(); }
  [[nodiscard]] const std::filesystem::path& private_path() const noexcept { return m_file.path; }

 private:
  void write_through(std::string_view bytes);

  std::filesystem::path m_target;
  std::filesystem::path m_shown;
  Existing m_existing;
  PrivateFile m_file;
  std::string m_buffer;
  std::uint64_t m_size_bytes = 0;
  bool m_prepared = false;
  bool m_committed = false;
};

}  // namespace rlmdb::util
