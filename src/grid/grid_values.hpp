// SPDX-License-Identifier: MIT
/// Values of a document as the Grid means them: leniently, since people write these files by hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::grid {

/// What the raw JSON value says as text: a string's text, a number or a truth value as written; "" for
/// null, a list, an object and no value.
[[nodiscard]] std::string text_in(std::string_view raw);
/// The same of a member.
[[nodiscard]] std::string text_in(std::string_view object, std::string_view name);

/// An integer, also one that stands in quotes; nullopt for anything else.
[[nodiscard]] std::optional<std::int64_t> integer_in(std::string_view object, std::string_view name);

/// The raw elements of a list; none of anything else. Views into `raw`.
[[nodiscard]] std::vector<std::string_view> elements_in(std::string_view raw);
/// The same of a member.
[[nodiscard]] std::vector<std::string_view> elements_in(std::string_view object, std::string_view name);

/// Their texts, without those that are empty.
[[nodiscard]] std::vector<std::string> texts_in(std::string_view raw);
[[nodiscard]] std::vector<std::string> texts_in(std::string_view object, std::string_view name);

/// Milliseconds since 1970 of a time; one without a zone, which the Grid's update procedure writes, is taken
/// for UTC.
struct GridTime {
  std::int64_t ms = 0;
  bool has_zone = true;
};
[[nodiscard]] std::optional<GridTime> time_of(std::string_view text);
/// The same in milliseconds since 1970; one without a zone is meant in the zone so far ahead of UTC.
[[nodiscard]] std::optional<std::int64_t> moment_of(std::string_view text,
                                                    std::optional<std::int64_t> utc_offset_minutes);

/// A thread's number in its block: 3 of "3" and of "02.3"; -1: none.
[[nodiscard]] std::int64_t thread_number(std::string_view thread);
/// "02.3" of block "02" and thread "3" or "02.3"; "" without a thread.
[[nodiscard]] std::string thread_id(std::string_view block, std::string_view thread);
/// The block of "02.3": "02"; "" of a thread without one.
[[nodiscard]] std::string block_of_thread(std::string_view thread);
/// "02" of 2.
[[nodiscard]] std::string block_text(std::int64_t number);
/// "02" of "2"; what is no number stays.
[[nodiscard]] std::string two_digits(std::string_view block);
/// Whether the two are the same block: "02" and "2".
[[nodiscard]] bool is_same_block(std::string_view left, std::string_view right);

}  // namespace rlmdb::grid
