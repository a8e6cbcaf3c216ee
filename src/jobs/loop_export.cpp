// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "jobs/document_source.hpp"
#include "jobs/loop_text.hpp"
#include "rlmdb/export.hpp"
#include "store/connections.hpp"
#include "util/atomic_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

ExportReport export_loop(const Store& store, const std::string& loop_id, const ByteSink& sink) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const legacy::LoopDocument document = jobs::loop_document(connection, jobs::get_loop(connection, loop_id));
  const std::string bytes = jobs::pretty(legacy::join_loop_document(document));
  sink(bytes);
  return {jobs::count_entries(document), 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::loop};
}

ExportReport export_loop(const Store& store, const std::string& loop_id, const std::filesystem::path& file) {
  util::AtomicFile target(file, util::Existing::replace);
  ExportReport report = export_loop(store, loop_id, [&](std::string_view bytes) { target.write(bytes); });
  target.commit();
  return report;
}

}  // namespace rlmdb
