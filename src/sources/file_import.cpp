// SPDX-License-Identifier: MIT
#include "sources/file_import.hpp"

#include "records/content_rows.hpp"
#include "records/kept_text.hpp"
#include "sources/home_rows.hpp"
#include "sources/rlm_place.hpp"
#include "util/file_time.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::sources {

namespace {

/// Where a file that lies in no project would lie from a state's directory on.
std::string place_in_state(const std::filesystem::path& file, SourceKind kind) {
  const std::string name = file.filename().string();
  return kind == SourceKind::value ? "variables/" + name : name;
}

std::string tree_of(const std::filesystem::path& file) {
  const auto place = place_of(file);
  const bool is_of_tree = place && place->owner && place->owner->scope == StateScope::tree;
  return is_of_tree ? place->owner->id : std::string();
}

}  // namespace

FileImport::FileImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options,
                       SourceKind kind)
    : DocumentImport(connection, source, options, kind), m_kind(kind), m_files(connection) {}

void FileImport::write() {
  DocumentSource read = read_document_of_kind(m_source, m_kind, m_options.max_depth);
  for (const Finding& remark : read.remarks) m_findings.warn(remark.where, remark.code, remark.message);
  begin(read);
  if (!takes(read.compact)) {
    ++m_report.records.kept;
    write_event({.tree_id = tree_of(m_source.real_path)});
    return finish(false);
  }
  const bool is_known = m_files.find(m_path).has_value();
  if (!is_known) {
    ++m_report.records.added;
  } else if (is_unchanged_there()) {
    ++m_report.records.unchanged;
  } else {
    ++m_report.records.changed;
  }
  keep_file(m_connection, m_source, m_kind, m_import_id, read.compact);
  m_report.tables["files"] = 1;
  write_event({.tree_id = tree_of(m_source.real_path)});
  finish(true);
}

void keep_file(db::Connection& connection, const SourceFile& source, SourceKind kind, std::int64_t import_id,
               const std::string& content) {
  FileHead file;
  file.kind = to_text(kind);
  file.place = path_in_project(source.real_path).value_or(place_in_state(source.real_path, kind));
  file.source_path = known_as(connection, source.real_path);
  file.import_id = import_id;
  records::ContentRows contents(connection);
  const bool is_text = !util::find_invalid_utf8(content);
  file.content_id = is_text ? contents.keep(content) : contents.keep_bytes(content);
  file.modified_ns = util::nanoseconds_of(source.identity.st_mtim);
  FileRows(connection).put(file);
}

std::string FileImport::bytes_of_rows() {
  const auto file = m_files.find(m_path);
  return file ? bytes_of(m_connection, *file) : std::string();
}

std::string bytes_of(db::Connection& connection, const FileHead& file) {
  const bool is_compact =
      file.kind == to_text(SourceKind::value) || file.kind == to_text(SourceKind::kept_json);
  return is_compact ? pretty(compact_of(connection, file))
                    : records::ContentRows(connection).body(file.content_id);
}

std::string compact_of(db::Connection& connection, const FileHead& file) {
  std::string body = records::ContentRows(connection).body(file.content_id);
  records::require_kept_text(body, records::KeptShape::any, "files of " + file.source_path);
  return body;
}

}  // namespace rlmdb::sources
