// SPDX-License-Identifier: MIT
#include "records/record.hpp"

namespace rlmdb::records {

void TaskRecord::clear() {
  id = position = import_id = source_version = 0;
  version = 1;
  task.fill(Cell{});
  node.fill(Cell{});
  layout = metadata_layout = context_layout = cost_layout = LayoutRef{};
  residue = verbatim = verbatim_digest = source_digest = {};
  has_node = false;
  variables.clear();
  checkpoints.clear();
}

}  // namespace rlmdb::records
