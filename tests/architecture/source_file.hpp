// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace architecture {

struct SourceFile {
  std::string path;  ///< relative to the repository, with '/'
  std::string text;
};

/// A broken rule. Warnings are printed and do not fail the test.
struct Breach {
  enum class Weight { error, warning };
  std::string path;
  std::size_t line = 0;  ///< from 1; 0 means the file as a whole
  std::string message;
  Weight weight = Weight::error;
};

struct Include {
  std::size_t line = 0;
  std::string target;  ///< what stands between the quotes or angle brackets
  bool quoted = false;
};

struct Literal {
  std::size_t line = 0;  ///< where it begins
  std::string text;      ///< as spelled in the source; neighbouring literals joined
};

/// Every file of the repository that people write, without build directories, version control and fixtures.
[[nodiscard]] std::vector<SourceFile> read_tree(const std::filesystem::path& root);

[[nodiscard]] bool is_cpp(const SourceFile& file);
[[nodiscard]] bool is_under(const SourceFile& file, const std::string& folder);
[[nodiscard]] std::vector<std::string> split_lines(const std::string& text);
[[nodiscard]] std::vector<Include> find_includes(const SourceFile& file);
/// The string literals of a C++ file, raw ones included; comments, characters and #include lines are passed
/// over.
[[nodiscard]] std::vector<Literal> find_literals(const SourceFile& file);
/// The same text with comments and literals blanked out, line breaks kept.
[[nodiscard]] std::string code_only(const SourceFile& file);

}  // namespace architecture
