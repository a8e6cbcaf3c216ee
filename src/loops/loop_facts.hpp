// SPDX-License-Identifier: MIT
/// What a loop's document says, under whatever name: THE table of the spellings that programs and language
/// models write. The generated columns of `loops` and of `loop_iterations` read the same ones in the same
/// order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loops/loop_status.hpp"

namespace rlmdb::loops {

enum class LoopFact {
  loop_id,
  status,
  is_active,
  is_completed,
  task,
  completion_criteria,
  iteration,
  max_iterations,
  started_at,
  last_updated,
  finished_at,
  recovery_attempts,
  // Of an entry of its iterations.
  entry_iteration,
  entry_timestamp,
  entry_quality_score,
};

/// A member of the document, or of the object that `holder` is; holder "": of the document itself.
struct MemberPlace {
  std::string_view holder;
  std::string_view name;
};

/// Where it may stand; the first is where it is written in a document that has none of them.
[[nodiscard]] std::span<const MemberPlace> spellings_of(LoopFact fact) noexcept;
/// Those of them that `outline` has.
[[nodiscard]] std::vector<MemberPlace> places_of(std::string_view outline, LoopFact fact);
/// Those of them where `raw` may take the place of what stands there: no list, no object, and a truth value
/// only where one stands, or null.
[[nodiscard]] std::vector<MemberPlace> places_to_change(std::string_view outline, LoopFact fact,
                                                        std::string_view raw);
[[nodiscard]] std::string pointer_to(const MemberPlace& place);

/// The raw value; "": none but null.
[[nodiscard]] std::string_view find_fact(std::string_view outline, LoopFact fact);
/// nullopt: none, or no string.
[[nodiscard]] std::optional<std::string> find_text(std::string_view outline, LoopFact fact);
/// The greatest of all spellings: a program counts its own up and leaves another. A string counts by the
/// number that it begins with ("8/50").
[[nodiscard]] std::optional<std::int64_t> find_number(std::string_view outline, LoopFact fact);

[[nodiscard]] std::string_view member_at(std::string_view outline, const MemberPlace& place);
/// `outline` with the member set there.
[[nodiscard]] std::string with_member_at(std::string_view outline, const MemberPlace& place,
                                         std::string_view raw);

/// What the document says of itself: by its word of status; where nobody knows that, or there is none, it has
/// ended where another member says so, and is running otherwise.
[[nodiscard]] LoopStatus standing_of(std::string_view outline);
/// The source's own word; what standing_of() says where it has none.
[[nodiscard]] std::string status_text_of(std::string_view outline);
/// What may follow: the meaning of the word, `running` for one that nobody knows, whatever else the document
/// says, so that every such loop can be ended.
[[nodiscard]] LoopStatus status_for_verbs(std::string_view outline);

/// Completion criteria that are the JSON of a list: each behind the other. Others as they are.
[[nodiscard]] std::string in_one_line(const std::string& criteria);

}  // namespace rlmdb::loops
