// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "jobs/document_source.hpp"
#include "jobs/state_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "store/connections.hpp"
#include "util/atomic_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

ExportReport export_state(const Store& store, const StateName& state, const ByteSink& sink) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const auto head = store::StateRows(connection).find(to_text(state.scope), state.id);
  if (!head) {
    const std::string label = std::string(to_text(state.scope)) + (state.id.empty() ? "" : ":" + state.id);
    throw Error(ErrorCode::not_found, "There is no state document " + label, label,
                "`rlmdb var states` lists the state documents");
  }
  const legacy::StateDocument document = jobs::state_document(connection, *head);
  const std::string bytes = jobs::pretty(legacy::join_state_document(document));
  sink(bytes);
  return {document.variables.size(), 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::state};
}

ExportReport export_state(const Store& store, const StateName& state, const std::filesystem::path& file) {
  util::AtomicFile target(file, util::Existing::replace);
  ExportReport report = export_state(store, state, [&](std::string_view bytes) { target.write(bytes); });
  target.commit();
  return report;
}

}  // namespace rlmdb
