// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "test_dir.hpp"
#include "util/file_descriptor.hpp"

namespace rlmdb::test {

/// What a process did, record by record. A record that was appended survives the process's SIGKILL.
template <class Record>
class RecordFile {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  explicit RecordFile(const std::filesystem::path& path)
      : m_file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
    if (!m_file.valid()) throw std::runtime_error("cannot open " + path.string());
  }

  void append(const Record& record) const {
    if (::write(m_file.get(), &record, sizeof record) != sizeof record)
      throw std::runtime_error("cannot log");
  }

  [[nodiscard]] static std::vector<Record> read(const std::filesystem::path& path) {
    const std::string bytes = read_all(path);
    std::vector<Record> records(bytes.size() / sizeof(Record));
    if (!records.empty()) std::memcpy(records.data(), bytes.data(), records.size() * sizeof(Record));
    return records;
  }

 private:
  util::FileDescriptor m_file;
};

}  // namespace rlmdb::test
