// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <unordered_set>

#include "imports/import_apply.hpp"
#include "sources/source_reader.hpp"

namespace rlmdb::imports {

/// Which rows a proof reads back: all from an id on, or records one by one.
struct ProofRows {
  std::int64_t first_id = 0;
  const std::vector<std::int64_t>* ids = nullptr;  ///< in the order of the source; nullptr: from first_id on
  /// Of `ids`: proved with references to files of values, which `value_files` knows; nullptr: none is.
  const std::unordered_set<std::int64_t>* referring = nullptr;
  const variables::ValueFiles* value_files = nullptr;
};

/// SHA-256 of the document that the rows give: read back with SELECT inside the open transaction, put
/// together record by record under the source's own top level.
[[nodiscard]] std::string digest_of_rows(db::Connection& connection, const ProofRows& rows,
                                         const std::string& top_level,
                                         const std::function<void(std::uint64_t)>& progress);

/// SHA-256 of what an export of these rows writes: in the style of the source, records that it does not give
/// with the bytes that they have there.
[[nodiscard]] std::string digest_as_written(db::Connection& connection, const ProofRows& rows,
                                            const std::string& top_level);

/// Error internal that names the first byte at which the document of the rows and the canonical bytes of the
/// source part, and the JSON pointer of the value there.
[[nodiscard]] Error first_difference(db::Connection& connection, const ProofRows& rows,
                                     const sources::SourceFile& source,
                                     const sources::SourceReaderOptions& how,
                                     const sources::SourceDigests& digests);

}  // namespace rlmdb::imports
