// SPDX-License-Identifier: MIT
/// Which calls of the program are tools of an agent, and when. All else of a tool is made of what its command
/// says of itself (tools.hpp).
#pragma once

#include <span>
#include <string_view>

namespace rlmdb::cli {

struct ToolRow {
  enum class When { always, with_apply, with_files };
  /// What a call does to what is there: `adds` takes nothing away, `settles` may be called again to no further effect.
  enum class Does { adds, settles, takes_away };

  std::string_view method;
  std::string_view look = {};  ///< the tool that shows what is there, for a call that has failed
  Does does = Does::adds;      ///< of one that changes something
  When when = When::always;
  std::string_view name = {};   ///< "": that of the method, with _ for .
  std::string_view fixed = {};  ///< a switch that each call has
};

/// In the order in which agents see them.
[[nodiscard]] std::span<const ToolRow> tool_table() noexcept;

}  // namespace rlmdb::cli
