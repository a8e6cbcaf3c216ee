// SPDX-License-Identifier: MIT
#include "exports/project_plan.hpp"

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checkpoints/checkpoint_text.hpp"
#include "exports/tasks_export.hpp"
#include "exports/tree_reports.hpp"
#include "exports/write_document.hpp"
#include "grid/grid_rows.hpp"
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "json/packed.hpp"
#include "loops/loop_text.hpp"
#include "records/content_rows.hpp"
#include "records/record_text.hpp"
#include "records/variable_rows.hpp"
#include "rlmdb/error.hpp"
#include "sources/document_source.hpp"
#include "sources/file_import.hpp"
#include "sources/import_rows.hpp"
#include "sources/rlm_place.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/node_documents.hpp"
#include "tree_documents/tree_document_text.hpp"
#include "trees/tree_settings.hpp"
#include "util/beneath.hpp"
#include "util/sha256.hpp"
#include "variables/state_log.hpp"
#include "variables/state_text.hpp"
#include "variables/value_files.hpp"
#include "workflows/workflow_text.hpp"

namespace rlmdb::exports {

namespace {

constexpr const char* k_tasks_place = ".aiwg/daemon/tasks.json";

/// The name of a file made of an id, which must not be a path; of another id one that no place may have.
std::string name_of(const std::string& id) {
  return util::is_file_name(id) ? id : "/";
}

/// Whether each name in it can be one, so that none leads out of the project.
bool is_place(const std::string& place) {
  if (!place.starts_with(".aiwg/") && ("/" + place).find("/.grid/") == std::string::npos) return false;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = place.find('/', begin);
    const std::size_t length = end == std::string::npos ? end : end - begin;
    if (!util::is_file_name(std::string_view(place).substr(begin, length))) return false;
  }
  return true;
}

/// Finds out what there is to write. What it has planned is written by its means.
class ProjectPlan {
 public:
  ProjectPlan(db::Connection& connection, const ProjectOptions& options, ProjectExport& report)
      : m_connection(connection), m_options(options), m_report(report) {}

  std::map<std::string, PlannedFile> make() {
    const std::vector<sources::FileHead> files = sources::FileRows(m_connection).all();
    for (const sources::FileHead& file : files) m_kept_places.insert(file.place);
    add_tasks();
    add_values();
    for (const tree_documents::DocumentSourcePath& document :
         tree_documents::DocumentRows(m_connection).all())
      add(document);
    for (const std::string& tree : tree_documents::DocumentRows(m_connection).trees_made_here())
      add_tree_made_here(tree);
    for (const auto& [tree, tasks] : tree_documents::DocumentRows(m_connection).nodes_without_file())
      add_nodes(tree, &tasks);
    for (const variables::StateHead& state : variables::StateRows(m_connection).all()) add(state);
    for (const checkpoints::SnapshotHead& checkpoint : checkpoints::SnapshotRows(m_connection).all())
      add(checkpoint);
    for (const sources::FileHead& file : files)
      if (!m_value_places.contains(file.place)) add(file);
    for (const loops::LoopHead& loop : loops::LoopRows(m_connection).all()) add(loop);
    for (const workflows::WorkflowHead& head : workflows::WorkflowRows(m_connection).all()) add(head);
    for (const grid::GridHead& head : grid::GridRows(m_connection).all()) add(head);
    list_unwritten();
    return std::move(m_files);
  }

 private:
  /// A database that never had a task has no tasks.json.
  void add_tasks() {
    const bool has_source = sources::ImportRows(m_connection).newest_top_level().has_value();
    if (!has_source && !has_task()) return;
    add(k_tasks_place, k_tasks_place, sources::SourceKind::tasks,
        [&connection = m_connection](const ByteSink& sink) {
          return write_tasks_json(connection, sink, {}, TasksForm::in_project);
        });
  }

  /// The copies of values in files. One that came in at such a place has an older value, or none that a
  /// variable still has.
  void add_values() {
    for (const variables::ValueFile& file : variables::live_value_files(m_connection)) {
      m_value_places.insert(file.place);
      add(file.place, "the value of " + *file.name, sources::SourceKind::value,
          [&connection = m_connection, file](const ByteSink& sink) {
            return write_text(variables::value_of(connection, file).value(), 1, sink);
          });
    }
    records::VariableRows variables(m_connection);
    for (const variables::ValueFile& file : variables::ValueFileRows(m_connection).to_go())
      if (m_kept_places.contains(file.place) && !variables.is_referred_to(file.place))
        m_value_places.insert(file.place);
  }

  [[nodiscard]] bool has_task() {
    records::RecordTexts records(m_connection);
    while (records.next()) {
      if (records.has_store_id()) return true;
    }
    return false;
  }

  void add(const tree_documents::DocumentSourcePath& document) {
    const bool is_tree = document.kind == to_text(sources::SourceKind::tree);
    const auto place = sources::path_in_project(document.source_path);
    const auto make_place = [&] {
      const std::string directory = sources::directory_of({StateScope::tree, name_of(document.tree_id)});
      return directory + (is_tree ? "/tree.json" : "/nodes/" + name_of(document.node_id) + ".json");
    };
    add(place ? *place : make_place(), document.source_path,
        is_tree ? sources::SourceKind::tree : sources::SourceKind::node,
        [&connection = m_connection, document](const ByteSink& sink) {
          const auto text = tree_documents::document_text(connection, document.id);
          ExportReport report =
              write_document(connection, document.source_path, text.compact, text.nodes, sink);
          tree_documents::note_left_out(text, document.tree_id, report);
          return report;
        });
  }

  /// No document says where it lies: it goes where the legacy programs look for it.
  void add_tree_made_here(const std::string& tree) {
    const std::string directory = sources::directory_of({StateScope::tree, name_of(tree)});
    add(directory + "/tree.json", tree, sources::SourceKind::tree,
        [&connection = m_connection, tree](const ByteSink& sink) {
          const auto text = tree_documents::tree_document_text(connection, tree);
          ExportReport report = write_text(text->compact, text->nodes, sink);
          tree_documents::note_left_out(*text, tree, report);
          return report;
        });
    if (!util::is_file_name(tree)) return;
    add_nodes(tree);
    add_report(tree, directory);
  }

  /// Each node of the tree, or each that is `only`, as the file that the legacy programs have of it.
  void add_nodes(const std::string& tree, const std::set<std::int64_t>* only = nullptr) {
    const std::string directory = sources::directory_of({StateScope::tree, name_of(tree)});
    const std::vector<trees::NodeRow>& rows = m_tree_in_work->of(tree).rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (only != nullptr && !only->contains(rows[i].id)) continue;
      const std::string& id = tree_documents::document_id(rows[i]);
      std::string source = tree;
      source.append(" ").append(id);
      add(directory + "/nodes/" + name_of(id) + ".json", source, sources::SourceKind::node,
          [in_work = m_tree_in_work, tree, i](const ByteSink& sink) {
            return write_text(in_work->of(tree).text(i), 1, sink);
          });
    }
  }

  /// One that came in is kept.
  void add_report(const std::string& tree, const std::string& directory) {
    const std::string place = directory + std::string(k_report_name);
    if (m_options.report_text && !m_kept_places.contains(place))
      add(place, tree, sources::SourceKind::kept_text,
          report_writer(m_connection, m_options.report_text, tree));
  }

  void add(const variables::StateHead& state) {
    auto place = state.source_path ? sources::path_in_project(*state.source_path) : std::nullopt;
    const StateScope scope = sources::to_state_scope(state.scope).value_or(StateScope::state);
    if (!place)
      place = sources::path_of({scope, scope == StateScope::global ? state.name : name_of(state.name)});
    add(*place, state.source_path.value_or(state.scope + ":" + state.name), sources::SourceKind::state,
        [&connection = m_connection, state](const ByteSink& sink) {
          variables::StateDocument document = variables::state_document(connection, state);
          (void)variables::ValueFiles(connection).refer(document, state.id);
          return write_document(connection, state.source_path.value_or(""),
                                variables::join_state_document(document), document.variables.size(), sink);
        });
    add_history(state, scope, directory_of(*place));
  }

  static std::string directory_of(const std::string& place) { return place.substr(0, place.rfind('/')); }

  /// The log that the legacy programs keep beside a state document, one entry a line. One that came in is a
  /// file of its own, which goes on here.
  void add_history(const variables::StateHead& state, StateScope scope, const std::string& directory) {
    if (scope == StateScope::global) return;
    if (state.import_id) {
      m_imported_states.emplace(directory, state);
      return;
    }
    const std::string_view metadata = json::find_member(state.outline, "metadata");
    if (json::exact_int64(json::find_member(metadata, "mutation_count")).value_or(0) == 0) return;
    add(directory + "/history.jsonl", state.scope + ":" + state.name, sources::SourceKind::history,
        [&connection = m_connection, state](const ByteSink& sink) {
          const auto entries = variables::mutation_entries(variables::state_mutations(connection, state));
          return write_bytes(lines_of(entries), entries.size(), sink);
        });
  }

  void add(const checkpoints::SnapshotHead& checkpoint) {
    auto place = checkpoint.source_path ? sources::path_in_project(*checkpoint.source_path) : std::nullopt;
    if (!place)
      place =
          directory_of_checkpoint(checkpoint) + "/checkpoints/" + name_of(checkpoint.checkpoint_id) + ".json";
    add(*place, checkpoint.source_path.value_or(checkpoint.checkpoint_id), sources::SourceKind::checkpoint,
        [&connection = m_connection, checkpoint](const ByteSink& sink) {
          const auto variables = static_cast<std::uint64_t>(
              checkpoints::SnapshotRows(connection).count_variables(checkpoint.id));
          return write_document(connection, checkpoint.source_path.value_or(""),
                                checkpoints::checkpoint_text(connection, checkpoint), variables, sink);
        });
  }

  static std::string directory_of_checkpoint(const checkpoints::SnapshotHead& checkpoint) {
    if (checkpoint.tree_id) return sources::directory_of_task({}, name_of(*checkpoint.tree_id));
    const auto scope = sources::to_state_scope(checkpoint.scope);
    if (scope == StateScope::global) return sources::directory_of({});
    if (scope) return sources::directory_of({*scope, name_of(checkpoint.owner)});
    return sources::directory_of_task(name_of(checkpoint.owner), {});
  }

  void add(const sources::FileHead& file) {
    if (!sources::path_in_project(file.source_path)) {
      m_report.left_out.push_back(
          {file.source_path, "no_place", "the file came from no project, so it has no place in one"});
      return;
    }
    const auto old = m_options.report_text ? tree_of_old_report(m_connection, file) : std::nullopt;
    if (old)
      return add(file.place, file.source_path, kind_of(file),
                 report_writer(m_connection, m_options.report_text, *old), file.import_id);
    add(
        file.place, file.source_path, kind_of(file),
        [&connection = m_connection, file, state = state_of(file)](const ByteSink& sink) {
          if (is_json(file)) {
            const std::string compact = sources::compact_of(connection, file);
            return write_document(connection, file.source_path, compact, 1, sink);
          }
          std::string bytes = sources::bytes_of(connection, file);
          // What the log has got since it came in.
          if (state)
            bytes +=
                lines_of(variables::mutation_entries(variables::mutations_since_import(connection, *state)));
          return write_bytes(bytes, 1, sink);
        },
        file.import_id, is_kept(kind_of(file)) ? std::optional(file.modified_ns) : std::nullopt);
  }

  static bool is_json(const sources::FileHead& file) {
    return kind_of(file) == sources::SourceKind::value || kind_of(file) == sources::SourceKind::kept_json;
  }

  /// The state document that a log came in with.
  [[nodiscard]] std::optional<variables::StateHead> state_of(const sources::FileHead& file) const {
    const auto state = m_imported_states.find(directory_of(file.place));
    if (kind_of(file) != sources::SourceKind::history || state == m_imported_states.end())
      return std::nullopt;
    return state->second;
  }

  static sources::SourceKind kind_of(const sources::FileHead& file) {
    for (const sources::SourceKind kind :
         {sources::SourceKind::value, sources::SourceKind::kept_json, sources::SourceKind::kept_text}) {
      if (file.kind == to_text(kind)) return kind;
    }
    return sources::SourceKind::history;
  }

  static bool is_kept(sources::SourceKind kind) {
    return kind == sources::SourceKind::kept_json || kind == sources::SourceKind::kept_text;
  }

  void add(const loops::LoopHead& loop) {
    add(loop.place, loop.source_path.value_or(loop.loop_id), sources::SourceKind::loop,
        [&connection = m_connection, loop](const ByteSink& sink) {
          const loops::LoopDocument document = loops::loop_document(connection, loop);
          return write_document(connection, loop.source_path.value_or(""),
                                loops::join_loop_document(document), loops::count_entries(document), sink);
        });
  }

  void add(const grid::GridHead& head) {
    for (const grid::FileVersion& file : grid::GridRows(m_connection).newest(head.id)) {
      if (!file.sha256) continue;
      const std::string place = head.place + "/" + file.name;
      add(
          place, place, sources::SourceKind::grid,
          [&connection = m_connection, id = head.id, name = file.name](const ByteSink& sink) {
            return write_bytes(grid::GridRows(connection).newest(id, name)->text, 1, sink);
          },
          file.import_id.value_or(0), file.modified_ns);
    }
  }

  /// Packed as its file was.
  void add(const workflows::WorkflowHead& checkpoint) {
    add(
        checkpoint.place, checkpoint.source_path.value_or(checkpoint.owner), sources::SourceKind::workflow,
        [&connection = m_connection, checkpoint](const ByteSink& sink) {
          const std::string bytes = workflows::file_bytes(connection, checkpoint);
          sink(bytes);
          return ExportReport{1,
                              0,
                              bytes.size(),
                              util::sha256_hex(bytes),
                              ExportFormat::checkpoint,
                              util::sha256_hex(workflows::canonical_bytes(connection, checkpoint))};
        },
        checkpoint.import_id.value_or(0));
  }

  /// Of two documents for one place, as a moved project has them or a file that was broken for a while, the
  /// one that was imported last is written.
  void add(const std::string& place, const std::string& source, sources::SourceKind kind,
           std::function<ExportReport(const ByteSink&)> write, std::int64_t import_id = 0,
           std::optional<std::int64_t> modified_ns = {}) {
    if (!is_place(place)) {
      m_report.left_out.push_back(
          {source, "no_file_name", "its id, or a part of its place, cannot be the name of a file"});
      return;
    }
    PlannedFile file{kind, source, import_id, std::move(write), modified_ns};
    const auto [there, is_new] = m_files.try_emplace(place, file);
    if (is_new) return;
    if (import_id > there->second.import_id && there->second.import_id != 0) std::swap(there->second, file);
    m_report.left_out.push_back({file.source, "place_taken", "another document has the place " + place});
  }

  /// What a project needs and no document says.
  void list_unwritten() {
    for (Finding& settings : trees::settings_not_exported(m_connection))
      m_report.left_out.push_back(std::move(settings));
    for (const std::string& path : records::VariableRows(m_connection).references()) {
      if (m_files.contains(path)) continue;
      m_report.left_out.push_back(
          {path, "no_value", "a variable has its value in this file, which is not in the database"});
    }
    for (const checkpoints::PrunedOf& pruned : checkpoints::SnapshotRows(m_connection).pruned())
      m_report.left_out.push_back(
          {pruned.scope + ":" + pruned.owner, "pruned_checkpoints",
           std::to_string(pruned.count) +
               (pruned.count == 1
                    ? " checkpoint that its list names was pruned: its file is not there"
                    : " checkpoints that its list names were pruned: their files are not there")});
  }

  db::Connection& m_connection;
  const ProjectOptions& m_options;
  ProjectExport& m_report;
  std::set<std::string> m_kept_places;   ///< of files that came in
  std::set<std::string> m_value_places;  ///< where values have, or had, a copy, and nothing else is meant
  /// Shared by what writes the files of nodes: as long as those of one tree are written one after the other,
  /// which their places bring with them, each tree is read once.
  std::shared_ptr<tree_documents::TreeInWork> m_tree_in_work =
      std::make_shared<tree_documents::TreeInWork>(m_connection);
  std::map<std::string, PlannedFile> m_files;
  std::map<std::string, variables::StateHead> m_imported_states;  ///< by the directories of their places
};

}  // namespace

std::map<std::string, PlannedFile> plan_project(db::Connection& connection, const ProjectOptions& options,
                                                ProjectExport& report) {
  return ProjectPlan(connection, options, report).make();
}

std::set<std::string> removed_places(db::Connection& connection) {
  std::set<std::string> places;
  grid::GridRows rows(connection);
  for (const grid::GridHead& head : rows.all()) {
    for (const grid::FileVersion& file : rows.newest(head.id))
      if (!file.sha256) places.insert(head.place + "/" + file.name);
  }
  for (const variables::ValueFile& file : variables::ValueFileRows(connection).to_go())
    if (!records::VariableRows(connection).is_referred_to(file.place)) places.insert(file.place);
  return places;
}

}  // namespace rlmdb::exports
