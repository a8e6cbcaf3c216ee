// SPDX-License-Identifier: MIT
#include "exports/tree_reports.hpp"

#include "events/event_rows.hpp"
#include "exports/write_document.hpp"
#include "rlmdb/report.hpp"
#include "sources/file_import.hpp"
#include "trees/report_of_tree.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::exports {

std::function<ExportReport(const ByteSink&)> report_writer(
    db::Connection& connection, const std::function<std::string(const TreeReport&)>& text,
    const std::string& tree) {
  return [text, &connection, tree](const ByteSink& sink) {
    const TreeReport report = trees::report_as_of_its_end(connection, TreeId{tree});
    return write_bytes(sealed_report(text(report)), 1, sink);
  };
}

std::optional<std::string> tree_of_old_report(db::Connection& connection, const sources::FileHead& file) {
  constexpr std::string_view k_trees_place = ".aiwg/rlm/trees/";
  std::string_view tree = file.place;
  if (!tree.starts_with(k_trees_place)) return std::nullopt;
  tree.remove_prefix(k_trees_place.size());
  if (!tree.ends_with(k_report_name)) return std::nullopt;
  tree.remove_suffix(k_report_name.size());
  const bool is_old = trees::TreeRows(connection).exists(tree) &&
                      events::EventRows(connection).has_changed(tree, file.import_id) &&
                      is_sealed_report(sources::bytes_of(connection, file));
  return is_old ? std::optional<std::string>(tree) : std::nullopt;
}

}  // namespace rlmdb::exports
