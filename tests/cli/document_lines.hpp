// SPDX-License-Identifier: MIT
/// The command lines that documents show.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cli_tests {

struct DocumentLine {
  enum class Form {
    console,  ///< behind `$ `, with what it prints below it
    example,  ///< to be typed as it stands: a line, or a block of sh
    inlined,  ///< in a sentence: a whole call, or the names of a command, a verb and options
    names,    ///< of a command, a verb and options: the head of a section, or in a sentence without "rlmdb"
  };

  std::string place;  ///< "docs/work.md:10"
  std::string text;
  Form form = Form::example;
  std::string otherwise = {};  ///< what it means where it names a verb of what the section is about
};

/// README.md, docs, the sources of the manual pages and the pages of the clients; not what is no document of
/// the program as it is: decisions and the changelog.
[[nodiscard]] std::vector<std::filesystem::path> documents();
[[nodiscard]] std::vector<DocumentLine> lines_of_document(const std::string& text, const std::string& name);
/// The examples that commands have of themselves, which stand in the help and in the manual pages.
[[nodiscard]] std::vector<DocumentLine> lines_of_help();

}  // namespace cli_tests
