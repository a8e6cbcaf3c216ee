// SPDX-License-Identifier: MIT
/// Which of two states of one record is the newer (docs/decisions/033). Pure.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "records/record.hpp"

namespace rlmdb::records {

/// What a record says of how far it has come.
struct RecordAge {
  std::optional<std::int64_t> latest_ms;  ///< latest of its three times; nullopt: none is a time
  int progress = 0;                       ///< 0: no state that is known; 1 queued, 2 running, 3 ended
  std::uint64_t output_bytes = 0;         ///< of its output, which only grows
};

/// When the record says that it was made, as it says it; "" where it does not, or not as text.
[[nodiscard]] std::string_view created_at(const TaskRecord& record);

[[nodiscard]] RecordAge age_of(const TaskRecord& record);

struct AgeOrder {
  std::strong_ordering order = std::strong_ordering::equal;  ///< greater: the left one is newer
  std::string_view rule;  ///< what decided, e.g. "the later time"; "" where nothing does
};

/// The later time counts, else the further state, else the longer output. A record without a time is older
/// than one with.
[[nodiscard]] AgeOrder compare_ages(const RecordAge& left, const RecordAge& right);

/// The same for two records of one file, whose order in it decides where nothing else does: a time that only
/// one of them has says nothing.
[[nodiscard]] AgeOrder compare_in_one_file(const RecordAge& earlier, const RecordAge& later);

/// A record as one copy of a store has it.
struct CopyState {
  std::string_view
      modified_at;        ///< of the copy's file, UTC text with milliseconds; "" where there is no file
  std::string_view text;  ///< canonical
};

/// Between records of one age the file counts that was written later; else the text that sorts last, which
/// says nothing, but the same in every order.
[[nodiscard]] AgeOrder compare_copies(const CopyState& left, const CopyState& right);

/// The latest of createdAt, startedAt and completedAt as an instant (ms since 1970 UTC); nullopt: none of
/// them is a time.
[[nodiscard]] std::optional<std::int64_t> latest_time_ms(const TaskRecord& record);

}  // namespace rlmdb::records
