// SPDX-License-Identifier: MIT
/// Where a text stands: in prompts, results, errors, outputs, notes and variables.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

class Store;

/// Which text of a task, or of a state document, something stands in.
enum class SearchedText { prompt, result, error, output, note, variable };
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<SearchedText>{"prompt", "result", "error",
                                                                          "output", "note",   "variable"};

struct SearchRequest {
  std::string text;                  ///< what to look for; A to Z stand for a to z as well
  std::optional<TreeId> tree{};      ///< only its tasks, and the variables of its own state
  std::vector<SearchedText> only{};  ///< which texts; none: all of them
  TimeSpan created{};  ///< only tasks created then, as TaskFilter::created; no state documents then
};

/// A text that holds what was looked for.
struct Found {
  std::string
      id;  ///< of the task; of a variable of no task its owner: "global", "session:s-1", "tree:tree-1"
  std::optional<TreeId> tree_id{};
  SearchedText in = SearchedText::prompt;
  std::string variable{};     ///< its name; "" of other texts
  std::string created_at{};   ///< of the task; as the source has it, "" where it has none
  std::string state{};        ///< of the task; "" of a variable of no task
  std::uint64_t times = 0;    ///< how often it stands there
  std::uint64_t at_byte = 0;  ///< where the first one begins
  std::string before{};       ///< what stands before the first one, at most 80 bytes
  std::string match{};        ///< the first one as it is written
  std::string after{};        ///< what stands behind it, at most 80 bytes
};

/// Texts that hold `request.text`, until `sink` returns false: those of the newest task first, of each the
/// prompt, the result, the error, the output, its notes (one text, a line each) and its variables; after all tasks the variables of state documents.
/// A result or a value that is no text is its JSON text. One snapshot. Reads all of these texts: about a second
/// for a gigabyte; memory as the longest one. Errors: usage (nothing to look for), not_found (no such tree),
/// corrupt, busy, io.
void search(const Store& store, const SearchRequest& request, const std::function<bool(const Found&)>& sink);

}  // namespace rlmdb
