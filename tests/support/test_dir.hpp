// SPDX-License-Identifier: MIT
#pragma once

#include <stdlib.h>

#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#ifdef RLMDB_TESTS_END_SOUND
#include "sound_databases.hpp"
#else
namespace rlmdb::test {
inline void check_sound(const std::filesystem::path& /*directory*/) {}
}  // namespace rlmdb::test
#endif

namespace rlmdb::test {

/// A fresh directory; at the end its databases are sound (in programs that ask), and it is removed. Kept when
/// an exception ends the test.
class TestDir {
 public:
  TestDir() {
    std::string name = (std::filesystem::temp_directory_path() / "rlmdb-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    m_path = std::filesystem::canonical(name);
  }
  TestDir(const TestDir&) = delete;
  TestDir& operator=(const TestDir&) = delete;
  ~TestDir() {
    if (std::uncaught_exceptions() > 0) return;
    check_sound(m_path);
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return m_path / name; }
  /// Number of entries, hidden ones too.
  [[nodiscard]] int count() const {
    int number = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(m_path)) ++number;
    return number;
  }

 private:
  std::filesystem::path m_path;
};

/// The whole file, whatever it is; "" where it cannot be read.
inline std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 65536> piece;
  std::string text;
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0)
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  return text;
}

inline void write_all(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace rlmdb::test
