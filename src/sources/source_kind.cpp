// SPDX-License-Identifier: MIT
#include "sources/source_kind.hpp"

namespace rlmdb::sources {

std::string_view to_text(SourceKind kind) noexcept {
  switch (kind) {
    case SourceKind::tasks:
      return "tasks-json";
    case SourceKind::tree:
      return "tree-json";
    case SourceKind::node:
      return "node-json";
    case SourceKind::state:
      return "state-json";
    case SourceKind::checkpoint:
      return "checkpoint-json";
    case SourceKind::history:
      return "history-jsonl";
    case SourceKind::value:
      return "value-json";
    case SourceKind::loop:
      return "loop-json";
    case SourceKind::workflow:
      return "workflow-json";
    case SourceKind::ralph_json:
      return "ralph-json";
    case SourceKind::ralph_text:
      return "ralph-text";
  }
  return "tasks-json";
}

}  // namespace rlmdb::sources
