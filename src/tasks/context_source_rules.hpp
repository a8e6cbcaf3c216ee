// SPDX-License-Identifier: MIT
/// What the context of a node refers to, by the texts in which it does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::tasks {

enum class SourceNames {
  unknown,  ///< a URL, another scheme, words: nobody here can say whether it is there
  variable,
  file,  ///< or a directory
  task,
  parent_result,
};

struct ContextSource {
  SourceNames what = SourceNames::unknown;
  /// Ways to read it, the first as it stands: whatever one of them finds is there. Paths are relative.
  std::vector<std::string> readings{};
};

/// Of a `source`, of a context or of one of its documents: "variable:NAME", "file:PATH", "parent_result",
/// "task:ID", and a path. Of a path inside `root` ("": not known) its place in there; any other that is
/// absolute is unknown, and so is a word that may be the name of a host.
[[nodiscard]] ContextSource read_context_source(std::string_view text, std::string_view root);

/// The file or directory in which everything lies that a pattern of files can match; "": it may be anywhere,
/// as of a pattern without "/", which counts at every depth.
[[nodiscard]] std::string place_of_pattern(std::string_view pattern);

}  // namespace rlmdb::tasks
