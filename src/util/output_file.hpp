// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "util/atomic_file.hpp"
#include "util/output_place.hpp"

namespace rlmdb::util {

/// The bytes of one output. Where a regular file is, or nothing, they become an AtomicFile in its place; a
/// device, FIFO or open descriptor is written into as the bytes come and stays what it is. Opening a FIFO
/// waits for its reader. One thread at a time.
class OutputFile {
 public:
  /// Error conflict where another file has come to the place since it was looked at; io.
  OutputFile(OutputPlace place, Existing existing);

  /// Throws Error io.
  void write(std::string_view bytes);
  /// All bytes are durable, but the name is not given yet. Nothing more for what is written into.
  void prepare();
  /// As AtomicFile::commit; of what is written into: the bytes are with the system.
  void commit();

  [[nodiscard]] const OutputPlace& place() const noexcept { return m_place; }
  /// Of the new file, -1 where there is none.
  [[nodiscard]] int new_file() const noexcept { return m_file ? m_file->descriptor() : -1; }

 private:
  void open_stream();

  OutputPlace m_place;
  std::optional<AtomicFile> m_file;
  FileDescriptor m_stream;
};

}  // namespace rlmdb::util
