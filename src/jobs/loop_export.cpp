// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "jobs/document_source.hpp"
#include "jobs/loop_text.hpp"
#include "jobs/output.hpp"
#include "rlmdb/export.hpp"
#include "store/connections.hpp"
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

ExportReport export_loop(const Store& store, const std::string& loop_id, const std::filesystem::path& file,
                         Overwrite overwrite) {
  return jobs::export_to_file(store, file, overwrite,
                              [&](const ByteSink& sink) { return export_loop(store, loop_id, sink); });
}

}  // namespace rlmdb
