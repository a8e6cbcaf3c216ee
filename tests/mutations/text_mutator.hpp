// SPDX-License-Identifier: MIT
/// Files as they are after a bad disk, a bad merge or a bad day.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::tests {

/// What means something to YAML or to Markdown, and what has to be refused.
extern const std::span<const std::string_view> k_yaml_tokens;

struct SeedFile {
  std::string name;  ///< its path in the `.grid` directory, or in its project
  std::string text;
};

class TextMutator {
 public:
  /// `files` and `tokens`, which it inserts, outlive it.
  TextMutator(const std::vector<SeedFile>& files, std::span<const std::string_view> tokens,
              std::uint32_t seed)
      : m_files(files), m_tokens(tokens), m_random(seed) {}

  /// One of the files after one to three mutations: flipped bytes, cuts, joins with another file, swapped and
  /// repeated lines, inserted tokens.
  SeedFile make();
  /// One of these mutations.
  void mutate(std::string& text);
  const SeedFile& any_file() { return m_files[below(m_files.size())]; }
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }

 private:
  std::size_t place_in(const std::string& text) { return below(text.size() + 1); }
  void flip(std::string& text);
  void cut(std::string& text);
  void join(std::string& text);
  void swap_lines(std::string& text);
  void repeat_lines(std::string& text);
  void insert_token(std::string& text);

  const std::vector<SeedFile>& m_files;
  std::span<const std::string_view> m_tokens;
  std::mt19937 m_random;
};

}  // namespace rlmdb::tests
