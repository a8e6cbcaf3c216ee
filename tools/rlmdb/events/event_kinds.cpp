// SPDX-License-Identifier: MIT
#include "events/event_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frame/nearest_word.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

const std::vector<std::string>& event_kinds() {
  static const std::vector<std::string> k_kinds{"checkpoint:created",
                                                "checkpoint:pruned",
                                                "checkpoint:restored",
                                                "event:purged",
                                                "failure:reviewed",
                                                "failure:unreviewed",
                                                "import:finished",
                                                "import:purged",
                                                "loop:changed",
                                                "loop:finished",
                                                "loop:noted",
                                                "loop:purged",
                                                "loop:recorded",
                                                "loop:recovered",
                                                "loop:regression",
                                                "loop:reinforced",
                                                "loop:started",
                                                "loop:status",
                                                "retention:cleared",
                                                "retention:set",
                                                "state:created",
                                                "state:purged",
                                                "state:removed",
                                                "state:updated",
                                                "store:numbers_raised",
                                                "store:purged",
                                                "store:restored",
                                                "task:cancelled",
                                                "task:claimed",
                                                "task:completed",
                                                "task:cost",
                                                "task:created",
                                                "task:failed",
                                                "task:purged",
                                                "task:recovered",
                                                "task:released",
                                                "task:removed",
                                                "task:retried",
                                                "task:started",
                                                "task:updated",
                                                "tree:removed",
                                                "var:deleted",
                                                "var:read",
                                                "var:renamed",
                                                "var:set",
                                                "workflow:checkpointed",
                                                "workflow:pruned",
                                                "workflow:restored"};
  return k_kinds;
}

void require_event_kind(const std::string& kind) {
  const std::vector<std::string>& kinds = event_kinds();
  if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) {
    return;
  }
  const auto nearest = nearest_word(kind, kinds);
  throw Error(ErrorCode::usage, fmt::format("there is no kind of event '{}'", kind), {},
              nearest.has_value() ? fmt::format("did you mean {}?", *nearest)
                                  : fmt::format("the kinds are {}", fmt::join(kinds, ", ")));
}

}  // namespace rlmdb::cli
