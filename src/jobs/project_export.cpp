// SPDX-License-Identifier: MIT
// 1. One snapshot: which files there are, and where each belongs.
// 2. All places are checked before the first file is written.
// 3. Each file is written beside its place and takes its name when it is complete and durable.
#include <fmt/format.h>

#include <functional>
#include <map>

#include "db/transaction.hpp"
#include "jobs/checkpoint_text.hpp"
#include "jobs/document_source.hpp"
#include "jobs/file_import.hpp"
#include "jobs/loop_text.hpp"
#include "jobs/record_text.hpp"
#include "jobs/rlm_place.hpp"
#include "jobs/source_kind.hpp"
#include "jobs/state_text.hpp"
#include "jobs/tasks_export.hpp"
#include "jobs/tree_document_text.hpp"
#include "jobs/workflow_text.hpp"
#include "legacy/packed.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "store/connections.hpp"
#include "store/document_rows.hpp"
#include "store/import_rows.hpp"
#include "util/atomic_file.hpp"
#include "util/beneath.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

namespace jobs {
namespace {

constexpr const char* k_tasks_place = ".aiwg/daemon/tasks.json";

/// A file of the project that is to be, and what writes it.
struct PlannedFile {
  SourceKind kind = SourceKind::tasks;
  std::function<ExportReport(const ByteSink&)> write;
};

/// Error invalid_input where the place leads out of the project, or is none.
void require_place(const std::string& place) {
  if (!place.starts_with(".aiwg/"))
    throw Error(ErrorCode::corrupt, "a file has no place in a project", place, "run `rlmdb verify`");
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = place.find('/', begin);
    if (util::is_file_name(
            std::string_view(place).substr(begin, end == std::string::npos ? end : end - begin)))
      continue;
    throw Error(ErrorCode::invalid_input, "an id cannot be the name of a file", place,
                "nothing was written; export that document by itself, with -o FILE");
  }
}

/// A file name made of an id, which must not be a path.
std::string name_of(const std::string& id, const std::string& what) {
  if (util::is_file_name(id)) return id;
  throw Error(ErrorCode::invalid_input, fmt::format("the id of a {} cannot be the name of a file", what), id,
              "nothing was written; export that document by itself, with -o FILE");
}

ExportReport write_text(const std::string& compact, std::uint64_t records, std::uint64_t left_out,
                        const ByteSink& sink) {
  const std::string bytes = pretty(compact);
  sink(bytes);
  return {records, left_out, bytes.size(), util::sha256_hex(bytes), ExportFormat::tree};
}

/// Finds out what there is to write. What it has planned is written by its means.
class ProjectPlan {
 public:
  ProjectPlan(db::Connection& connection, ProjectExport& report)
      : m_connection(connection), m_report(report) {}

  std::map<std::string, PlannedFile> make() {
    add_tasks();
    for (const store::DocumentSourcePath& document : store::DocumentRows(m_connection).all()) add(document);
    for (const store::StateHead& state : store::StateRows(m_connection).all()) add(state);
    for (const store::SnapshotHead& checkpoint : store::SnapshotRows(m_connection).all()) add(checkpoint);
    for (const store::FileHead& file : store::FileRows(m_connection).all()) add(file);
    for (const store::LoopHead& loop : store::LoopRows(m_connection).all()) add(loop);
    for (const store::WorkflowHead& head : store::WorkflowRows(m_connection).all()) add(head);
    return std::move(m_files);
  }

 private:
  /// A database that never had a task has no tasks.json.
  void add_tasks() {
    const bool has_source = store::ImportRows(m_connection).newest_top_level().has_value();
    if (!has_source && !has_task()) return;
    add(k_tasks_place, k_tasks_place, SourceKind::tasks,
        [this](const ByteSink& sink) { return write_tasks_json(m_connection, sink, {}); });
  }

  [[nodiscard]] bool has_task() {
    RecordTexts records(m_connection);
    while (records.next()) {
      if (records.has_store_id()) return true;
    }
    return false;
  }

  void add(const store::DocumentSourcePath& document) {
    const bool is_tree = document.kind == to_text(SourceKind::tree);
    const auto place = path_in_project(document.source_path);
    const auto make_place = [&] {
      const std::string directory = directory_of({StateScope::tree, name_of(document.tree_id, "tree")});
      return directory + (is_tree ? "/tree.json" : "/nodes/" + name_of(document.node_id, "node") + ".json");
    };
    add(place ? *place : make_place(), document.source_path, is_tree ? SourceKind::tree : SourceKind::node,
        [this, document, is_tree](const ByteSink& sink) {
          const auto text = is_tree ? tree_document_text(m_connection, document.tree_id)
                                    : node_document_text(m_connection, document.tree_id, document.node_id);
          return write_text(text ? text->compact : "{}", text ? text->nodes : 0, text ? text->left_out : 0,
                            sink);
        });
  }

  void add(const store::StateHead& state) {
    auto place = state.source_path ? path_in_project(*state.source_path) : std::nullopt;
    const StateScope scope = to_state_scope(state.scope).value_or(StateScope::state);
    if (!place)
      place = path_of({scope, scope == StateScope::global ? state.name : name_of(state.name, "state")});
    add(*place, state.source_path.value_or(state.scope + ":" + state.name), SourceKind::state,
        [this, state](const ByteSink& sink) {
          const legacy::StateDocument document = state_document(m_connection, state);
          return write_text(legacy::join_state_document(document), document.variables.size(), 0, sink);
        });
  }

  void add(const store::SnapshotHead& checkpoint) {
    auto place = checkpoint.source_path ? path_in_project(*checkpoint.source_path) : std::nullopt;
    if (!place)
      place = directory_of_checkpoint(checkpoint) + "/checkpoints/" +
              name_of(checkpoint.checkpoint_id, "checkpoint") + ".json";
    add(*place, checkpoint.source_path.value_or(checkpoint.checkpoint_id), SourceKind::checkpoint,
        [this, checkpoint](const ByteSink& sink) {
          const auto variables =
              static_cast<std::uint64_t>(store::SnapshotRows(m_connection).count_variables(checkpoint.id));
          return write_text(checkpoint_text(m_connection, checkpoint), variables, 0, sink);
        });
  }

  static std::string directory_of_checkpoint(const store::SnapshotHead& checkpoint) {
    if (checkpoint.tree_id) return directory_of_task({}, name_of(*checkpoint.tree_id, "tree"));
    const auto scope = to_state_scope(checkpoint.scope);
    if (scope == StateScope::global) return directory_of({});
    if (scope) return directory_of({*scope, name_of(checkpoint.owner, "state")});
    return directory_of_task(name_of(checkpoint.owner, "task"), {});
  }

  void add(const store::FileHead& file) {
    if (!path_in_project(file.source_path)) {
      m_report.left_out.push_back(
          {file.source_path, "no_place", "the file came from no project, so it has no place in one"});
      return;
    }
    add(file.place, file.source_path, kind_of(file), [this, file](const ByteSink& sink) {
      const std::string bytes = bytes_of(m_connection, file);
      sink(bytes);
      return ExportReport{1, 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::tree};
    });
  }

  static SourceKind kind_of(const store::FileHead& file) {
    for (const SourceKind kind : {SourceKind::value, SourceKind::ralph_json, SourceKind::ralph_text}) {
      if (file.kind == to_text(kind)) return kind;
    }
    return SourceKind::history;
  }

  void add(const store::LoopHead& loop) {
    add(loop.place, loop.source_path.value_or(loop.loop_id), SourceKind::loop,
        [this, loop](const ByteSink& sink) {
          const legacy::LoopDocument document = loop_document(m_connection, loop);
          return write_text(legacy::join_loop_document(document), count_entries(document), 0, sink);
        });
  }

  /// Packed as its file was.
  void add(const store::WorkflowHead& checkpoint) {
    add(checkpoint.place, checkpoint.source_path.value_or(checkpoint.owner), SourceKind::workflow,
        [this, checkpoint](const ByteSink& sink) {
          const std::string bytes = legacy::pack(pretty(workflow_text(m_connection, checkpoint)),
                                                 legacy::to_packing(checkpoint.compression));
          sink(bytes);
          return ExportReport{1, 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::checkpoint};
        });
  }

  void add(const std::string& place, const std::string& source, SourceKind kind,
           std::function<ExportReport(const ByteSink&)> write) {
    require_place(place);
    if (!m_files.try_emplace(place, PlannedFile{kind, std::move(write)}).second)
      m_report.left_out.push_back({source, "place_taken", "another document has the place " + place});
  }

  db::Connection& m_connection;
  ProjectExport& m_report;
  std::map<std::string, PlannedFile> m_files;
};

}  // namespace
}  // namespace jobs

ProjectExport export_project(const Store& store, const std::filesystem::path& directory) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  ProjectExport report;
  jobs::ProjectPlan plan(connection, report);
  const std::map<std::string, jobs::PlannedFile> files = plan.make();
  for (const auto& [place, file] : files) {
    const std::filesystem::path path(place);
    const util::FileDescriptor folder = util::make_directory_beneath(directory, path.parent_path());
    util::AtomicFile target(util::path_in(folder, path.filename().string()), util::Existing::replace);
    const ExportReport written = file.write([&](std::string_view bytes) { target.write(bytes); });
    target.commit();
    report.files.push_back({place, std::string(to_text(file.kind)), written.tasks, written.left_out,
                            written.bytes, written.sha256});
  }
  return report;
}

}  // namespace rlmdb
