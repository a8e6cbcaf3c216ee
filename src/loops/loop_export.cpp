// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "loops/loop_text.hpp"
#include "outputs/output_file.hpp"
#include "rlmdb/export.hpp"
#include "sources/document_source.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

ExportReport export_loop(const Store& store, const std::string& loop_id, const ByteSink& sink) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const loops::LoopDocument document = loops::loop_document(connection, loops::get_loop(connection, loop_id));
  const std::string bytes = sources::pretty(loops::join_loop_document(document));
  sink(bytes);
  return {loops::count_entries(document), 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::loop};
}

ExportReport export_loop(const Store& store, const std::string& loop_id, const std::filesystem::path& file,
                         Overwrite overwrite) {
  return outputs::export_to_file(store, file, overwrite,
                                 [&](const ByteSink& sink) { return export_loop(store, loop_id, sink); });
}

}  // namespace rlmdb
