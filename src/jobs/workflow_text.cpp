// SPDX-License-Identifier: MIT
#include "jobs/workflow_text.hpp"

#include "legacy/packed.hpp"
#include "rlmdb/error.hpp"
#include "store/content_rows.hpp"
#include "util/sha256.hpp"

namespace rlmdb::jobs {

std::string workflow_text(db::Connection& connection, const store::WorkflowHead& head) {
  if (head.content_id) return store::ContentRows(connection).body(*head.content_id);
  const std::string packed = store::WorkflowRows(connection).packed(head.id).value_or("");
  try {
    return legacy::unpack(packed, static_cast<std::size_t>(head.payload_bytes), head.place);
  } catch (const Error& error) {
    throw Error(ErrorCode::corrupt, "a packed checkpoint is damaged: " + std::string(error.what()),
                head.place, "restore another one; `rlmdb verify` looks at all of the database");
  }
}

bool is_whole(const store::WorkflowHead& head, const std::string& compact) {
  return static_cast<std::int64_t>(compact.size()) == head.payload_bytes &&
         util::sha256_hex(compact) == head.payload_sha256;
}

}  // namespace rlmdb::jobs
