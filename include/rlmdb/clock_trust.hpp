// SPDX-License-Identifier: MIT
#pragma once

namespace rlmdb {

/// Whether what goes because of its age goes by the clock alone. After 32 days in which nobody wrote, one
/// moment of a clock that is ahead looks like their end: then the clock counts once an event is a day old that
/// came after them, or once somebody says that it is right.
enum class ClockTrust {
  by_events,  ///< Error conflict where something would go and no event says that so much time went by
  as_it_is,
};

}  // namespace rlmdb
