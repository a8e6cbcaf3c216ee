// SPDX-License-Identifier: MIT
/// What digests and versions are of: the texts of whole records and documents. A purge reads them before and
/// after, and lets follow what depends on them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/connection.hpp"
#include "rlmdb/change.hpp"
#include "util/digest128.hpp"

namespace rlmdb::purging {

/// A row that holds a document: its table and id.
using DocumentKey = std::pair<std::string, std::int64_t>;

struct DocumentText {
  std::int64_t import_id = 0;  ///< 0: made here
  std::string sha256;          ///< of its canonical bytes
};

struct WholeTexts {
  std::unordered_map<std::int64_t, util::Digest128> tasks;  ///< by tasks.id
  std::unordered_set<std::int64_t> kept_whole;              ///< tasks whose `verbatim` counts
  std::unordered_set<std::int64_t> true_nodes;       ///< document_nodes.id whose text counts as it stands
  std::unordered_set<std::int64_t> whole_workflows;  ///< workflow_checkpoints.id that are what they say
  std::map<DocumentKey, DocumentText> documents;
};

/// REQUIRES: one snapshot.
[[nodiscard]] WholeTexts read_whole_texts(db::Connection& connection);

/// Digests that were right before are right again; records that read otherwise get a version and an event.
/// Returns how many do. REQUIRES: the write transaction in which `before` was read.
std::int64_t follow_whole_texts(db::Connection& connection, const WholeTexts& before, Force force);

}  // namespace rlmdb::purging
