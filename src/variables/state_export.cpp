// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "outputs/output_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "sources/document_source.hpp"
#include "util/sha256.hpp"
#include "variables/state_text.hpp"

namespace rlmdb {

ExportReport export_state(const Store& store, const StateName& state, const ByteSink& sink) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const variables::StateHead head = variables::get_state(connection, state);
  const variables::StateDocument document = variables::state_document(connection, head);
  const std::string bytes = sources::pretty(variables::join_state_document(document));
  sink(bytes);
  return {document.variables.size(), 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::state};
}

ExportReport export_state(const Store& store, const StateName& state, const std::filesystem::path& file,
                          Overwrite overwrite) {
  return outputs::export_to_file(store, file, overwrite,
                                 [&](const ByteSink& sink) { return export_state(store, state, sink); });
}

}  // namespace rlmdb
