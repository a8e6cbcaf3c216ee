// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "jobs/document_source.hpp"
#include "jobs/output.hpp"
#include "jobs/state_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "store/connections.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

ExportReport export_state(const Store& store, const StateName& state, const ByteSink& sink) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const store::StateHead head = jobs::get_state(connection, state);
  const legacy::StateDocument document = jobs::state_document(connection, head);
  const std::string bytes = jobs::pretty(legacy::join_state_document(document));
  sink(bytes);
  return {document.variables.size(), 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::state};
}

ExportReport export_state(const Store& store, const StateName& state, const std::filesystem::path& file,
                          Overwrite overwrite) {
  return jobs::export_to_file(store, file, overwrite,
                              [&](const ByteSink& sink) { return export_state(store, state, sink); });
}

}  // namespace rlmdb
