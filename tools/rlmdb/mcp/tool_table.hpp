// SPDX-License-Identifier: MIT
/// Which calls of the program are tools of an agent, and when. All else of a tool is made of what its command
/// says of itself (tools.hpp).
#pragma once

#include <span>
#include <string_view>

namespace rlmdb::cli {

/// What a tool is where an agent has one tree alone. Arguments are words with spaces between.
struct ToolOfTree {
  std::string_view forced = {};     ///< the argument that is that tree, unless `task` names one of its tasks
  std::string_view arguments = {};  ///< those that stay, which can name nothing of another
  std::string_view tasks = {};      ///< those that stay and name tasks, which have to be of the tree
  std::string_view fixed = {};      ///< a switch that each call has
  bool is_offered = false;
};

struct ToolRow {
  enum class When { always, with_apply, with_files };
  /// What a call does to what is there: `adds` takes nothing away, `settles` may be called again to no further
  /// effect.
  enum class Does { adds, settles, takes_away };

  std::string_view method;
  std::string_view look = {};  ///< the tool that shows what is there, for a call that has failed
  Does does = Does::adds;      ///< of one that changes something
  When when = When::always;
  std::string_view name = {};        ///< "": that of the method, with _ for .
  std::string_view fixed = {};       ///< a switch that each call has
  std::string_view never = {};       ///< arguments that make another thing of it
  std::string_view with_files = {};  ///< arguments that write files without naming one
  std::string_view at_project = {};  ///< the argument that is the project where it is not given
  std::string_view own_pid = {};     ///< the argument that is the server's process where it is not given
  ToolOfTree of_tree = {};
};

/// In the order in which agents see them.
[[nodiscard]] std::span<const ToolRow> tool_table() noexcept;

/// Whether `words`, with spaces between, have that one.
[[nodiscard]] bool has_word(std::string_view words, std::string_view word) noexcept;

}  // namespace rlmdb::cli
