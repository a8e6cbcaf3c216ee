// SPDX-License-Identifier: MIT
/// Files as they are after a bad disk, a bad merge or a bad day.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace rlmdb::tests {

struct SeedFile {
  std::string name;  ///< its path in the `.grid` directory
  std::string text;
};

class TextMutator {
 public:
  /// `files` outlive it.
  TextMutator(const std::vector<SeedFile>& files, std::uint32_t seed) : m_files(files), m_random(seed) {}

  /// One of the files after one to three mutations: flipped bytes, cuts, joins with another file, swapped and
  /// repeated lines, inserted tokens.
  SeedFile make();
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }

 private:
  const SeedFile& any_file() { return m_files[below(m_files.size())]; }
  std::size_t place_in(const std::string& text) { return below(text.size() + 1); }
  void mutate(std::string& text);
  void flip(std::string& text);
  void cut(std::string& text);
  void join(std::string& text);
  void swap_lines(std::string& text);
  void repeat_lines(std::string& text);
  void insert_token(std::string& text);

  const std::vector<SeedFile>& m_files;
  std::mt19937 m_random;
};

}  // namespace rlmdb::tests
