// SPDX-License-Identifier: MIT
#include "jobs/workflow_text.hpp"

#include "rlmdb/error.hpp"
#include "store/content_rows.hpp"
#include "util/sha256.hpp"

namespace rlmdb::jobs {

std::string workflow_text(db::Connection& connection, const store::WorkflowHead& head) {
  if (head.content_id) return store::ContentRows(connection).body(*head.content_id);
  throw Error(ErrorCode::corrupt, "The checkpoint holds nothing", head.place,
              "`rlmdb verify` looks at all of the file");
}

bool is_whole(const store::WorkflowHead& head, const std::string& compact) {
  return static_cast<std::int64_t>(compact.size()) == head.payload_bytes &&
         util::sha256_hex(compact) == head.payload_sha256;
}

}  // namespace rlmdb::jobs
