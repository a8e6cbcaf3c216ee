// SPDX-License-Identifier: MIT
// 1. All rows are looked at: where does the text stand, and which marks are taken?
// 2. Large values go first, because events and other rows name them by their digest.
// 3. Outputs that hold it are put together, because it may stand across two chunks.
// 4. All other values of all rows, whatever table they are in.
// 5. What depends on whole texts follows (whole_texts.hpp).
#include "purging/take_text_out.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/cells.hpp"
#include "grid/grid_document.hpp"
#include "json/json_parts.hpp"
#include "json/packed.hpp"
#include "purging/column_form_rules.hpp"
#include "purging/purge_rows.hpp"
#include "purging/whole_texts.hpp"
#include "records/content_rows.hpp"
#include "records/output_rows.hpp"
#include "rlmdb/error.hpp"
#include "sources/home_rows.hpp"
#include "tree_documents/silent_members.hpp"
#include "util/sha256.hpp"

namespace rlmdb::purging {

namespace {

Error cannot_be_taken_out(const std::string& where) {
  return Error(ErrorCode::usage,
               "the text stands across the punctuation of JSON, and nothing else could take its place", where,
               "give a text that stands within one string or one number");
}

class TextTaker {
 public:
  TextTaker(db::Connection& connection, const PurgedText& text) : m_connection(connection), m_text(text) {}

  void look(PurgeReport& report) {
    look_at_outputs();
    db::rewrite_rows(m_connection, db::RewriteRun::look,
                     [&](const db::WholeRow& row, std::vector<db::CellChange>& changes) {
                       look_at(row, changes);
                       changes.clear();
                     });
    m_mark = mark_after(m_marks);
    report.values.clear();
    for (const auto& [place, values] : m_counts) report.values.push_back({place.first, place.second, values});
    report.mark = report.values.empty() ? std::string() : m_mark;
  }

  void write() {
    rewrite_contents();
    db::rewrite_rows(
        m_connection, db::RewriteRun::write,
        [&](const db::WholeRow& row, std::vector<db::CellChange>& changes) { look_at(row, changes); });
    records::OutputRows outputs(m_connection);
    for (const auto& [task, output] : m_outputs)
      if (output.is_in_chunks) outputs.remove_all(task);
    records::ContentRows(m_connection).remove_unused();
  }

 private:
  struct Output {
    std::vector<Stretch> found;
    std::string text;
    bool is_in_chunks = false;
  };
  struct Content {
    std::string sha256;
    db::ColumnType type = db::ColumnType::text;
  };

  void look_at_outputs() {
    PurgeRows(m_connection).for_each_output([&](std::int64_t task, std::string_view text, bool is_in_chunks) {
      std::vector<Stretch> found = m_text.find(text, ValueForm::text);
      if (!found.empty()) m_outputs[task] = {std::move(found), std::string(text), is_in_chunks};
    });
  }

  void look_at(const db::WholeRow& row, std::vector<db::CellChange>& changes) {
    m_packed_bytes = 0;
    for (std::size_t column = 0; column < row.columns().size(); ++column) {
      const db::ColumnValue value = row.value(column);
      const std::string& name = row.columns()[column];
      // What was appended to an output that is null stands in chunks alone, and is put together in the row.
      const bool is_in_chunks_alone = value.type == db::ColumnType::null && row.table() == "tasks" &&
                                      name == "output" && m_outputs.contains(row.value("id").integer);
      const bool has_bytes = value.type == db::ColumnType::text || value.type == db::ColumnType::blob;
      if (!has_bytes && !is_in_chunks_alone) continue;
      if (m_mark.empty()) m_marks = std::max(m_marks, newest_mark_in(value.bytes));
      if (auto changed = changed_value(row, name, value)) {
        ++m_counts[{std::string(row.table()), name}];
        changes.push_back({column, has_bytes ? value.type : db::ColumnType::text, *std::move(changed)});
      }
    }
    if (row.table() == "workflow_artifacts") drop_copy(row, changes);
    if (row.table() == "workflow_checkpoints") follow_packed(row, changes);
    if (row.table() == "grid_versions" && !changes.empty()) follow_grid_text(row, changes);
  }

  std::optional<std::string> changed_value(const db::WholeRow& row, const std::string& column,
                                           const db::ColumnValue& value) {
    if (row.table() == "tasks" && column == "output") return changed_output(row);
    const ColumnForm form = form_of_column(row.table(), column).value_or(ColumnForm::text);
    switch (form) {
      case ColumnForm::own:
      case ColumnForm::packed_file:
        return std::nullopt;
      case ColumnForm::text:
        if (row.table() == "output_chunks" && m_outputs.contains(row.value("task_id").integer))
          return std::nullopt;  // Part of an output that is put together.
        return changed(value.bytes, ValueForm::text, row, column);
      case ColumnForm::json:
        return changed(value.bytes, ValueForm::json, row, column);
      case ColumnForm::json_inside:
        return changed(value.bytes, ValueForm::json_inside, row, column);
      case ColumnForm::json_or_text:
        return changed_of_either(value.bytes, row, column);
      case ColumnForm::typed: {
        const std::string_view type = row.value(column == "result" ? "result_type" : "value_type").bytes;
        return changed(value.bytes, type == "json" ? ValueForm::json : ValueForm::text, row, column);
      }
      case ColumnForm::earlier:
        return changed_earlier(row, value.bytes);
      case ColumnForm::packed:
        return changed_packed(value.bytes, row, column);
      case ColumnForm::content:
        return column == "body" ? look_at_content(row, value) : std::nullopt;
      case ColumnForm::meta:
        return changed_meta(row, value.bytes);
    }
    return std::nullopt;
  }

  std::optional<std::string> changed(std::string_view bytes, ValueForm form, const db::WholeRow& row,
                                     const std::string& column) const {
    const std::vector<Stretch> found = m_text.find(bytes, form);
    if (form == ValueForm::json && m_text.is_across(bytes, found))
      throw cannot_be_taken_out(std::string(row.table()) + "." + column);
    return found.empty() ? std::nullopt : std::optional(without(bytes, found, m_mark));
  }

  /// The path of the home stays absolute.
  std::optional<std::string> changed_meta(const db::WholeRow& row, std::string_view bytes) const {
    if (row.value("key").bytes != sources::k_home_key) return std::nullopt;
    auto left = changed(bytes, ValueForm::text, row, "value");
    if (left && !left->starts_with('/')) left->insert(0, 1, '/');
    return left;
  }

  std::optional<std::string> changed_of_either(std::string_view bytes, const db::WholeRow& row,
                                               const std::string& column) const {
    if (m_text.find(bytes, ValueForm::text).empty()) return std::nullopt;
    return changed(bytes, json::is_document(bytes) ? ValueForm::json : ValueForm::text, row, column);
  }

  std::optional<std::string> changed_packed(std::string_view bytes, const db::WholeRow& row,
                                            const std::string& column) {
    const std::string unpacked = json::unpack(bytes, json::k_most_unpacked_bytes, column);
    if (m_mark.empty()) m_marks = std::max(m_marks, newest_mark_in(unpacked));
    const auto left = changed_of_either(unpacked, row, column);
    m_packed_bytes = left ? left->size() : 0;
    return left ? std::optional(json::gzip(*left)) : std::nullopt;
  }

  /// All of an output, which a chunk may follow.
  [[nodiscard]] std::optional<std::string> changed_output(const db::WholeRow& row) const {
    const auto known = m_outputs.find(row.value("id").integer);
    if (known == m_outputs.end()) return std::nullopt;
    return without(known->second.text, known->second.found, m_mark);
  }

  std::optional<std::string> changed_earlier(const db::WholeRow& row, std::string_view value) const {
    const std::string_view form = row.value("old_form").bytes;
    if (form == "content") {
      const auto known = m_new_digests.find(std::string(value));
      return known == m_new_digests.end() ? std::nullopt : std::optional(known->second);
    }
    if (form != "length") return changed(value, ValueForm::json, row, "old_value");
    const auto known = m_outputs.find(row.value("owner_id").integer);
    if (known == m_outputs.end() || row.value("member").bytes != "/output") return std::nullopt;
    const std::size_t length = std::stoull(std::string(value));
    const std::size_t moved = place_without(length, known->second.found, m_mark);
    return moved == length ? std::nullopt : std::optional(std::to_string(moved));
  }

  /// A content is only noted here: what names it by its digest must change with it.
  std::optional<std::string> look_at_content(const db::WholeRow& row, const db::ColumnValue& value) {
    if (!m_mark.empty()) return std::nullopt;
    if (auto left = changed_of_either(value.bytes, row, "body")) {
      m_contents[row.value("id").integer] = {std::string(row.value("sha256").bytes), value.type};
      return left;
    }
    return std::nullopt;
  }

  /// The copy of a file goes whole: a file with the mark in it is nobody's.
  void drop_copy(const db::WholeRow& row, std::vector<db::CellChange>& changes) {
    if (m_mark.empty() || row.value("content_id").type != db::ColumnType::integer ||
        !m_contents.contains(row.value("content_id").integer))
      return;
    for (std::size_t column = 0; column < row.columns().size(); ++column)
      if (row.columns()[column] == "content_id" || row.columns()[column] == "mode")
        changes.push_back({column, db::ColumnType::null, {}});
  }

  /// In the names and comments of its packing, or in what it holds, however that is spelt.
  bool is_in_packed_file(std::string_view bytes) {
    const std::string unpacked = json::unpack(bytes, json::k_most_unpacked_bytes, "file_bytes");
    if (m_mark.empty()) m_marks = std::max(m_marks, newest_mark_in(unpacked));
    return !m_text.find(bytes, ValueForm::text).empty() || !m_text.find(unpacked, ValueForm::text).empty() ||
           !m_text.find(unpacked, ValueForm::json).empty();
  }

  /// Nobody unpacks more bytes than the row says that there are. The file as it came in goes with the text.
  void follow_packed(const db::WholeRow& row, std::vector<db::CellChange>& changes) {
    const auto bytes = static_cast<std::int64_t>(std::exchange(m_packed_bytes, 0));
    const db::ColumnValue file = row.value("file_bytes");
    const bool drops_file = file.type != db::ColumnType::null && (bytes > 0 || is_in_packed_file(file.bytes));
    if (drops_file) ++m_counts[{std::string(row.table()), "file_bytes"}];
    for (std::size_t column = 0; column < row.columns().size(); ++column) {
      if (row.columns()[column] == "payload_bytes" && bytes > row.value("payload_bytes").integer)
        changes.push_back({column, db::ColumnType::integer, {}, bytes});
      if (row.columns()[column] == "file_bytes" && drops_file)
        changes.push_back({column, db::ColumnType::null, {}});
    }
  }

  /// What repeats the text of a Grid's file, which is the only column of its row that is looked at.
  void follow_grid_text(const db::WholeRow& row, std::vector<db::CellChange>& changes) {
    const std::string text = changes.front().bytes;
    const bool has_document = row.value("document").type != db::ColumnType::null;
    const std::string name = PurgeRows(m_connection).name_of_grid_file(row.value("file_id").integer);
    const std::string document = grid::read_document(grid::kind_of_name(name), text).json;
    for (std::size_t column = 0; column < row.columns().size(); ++column) {
      if (row.columns()[column] == "sha256")
        changes.push_back({column, db::ColumnType::text, util::sha256_hex(text)});
      if (row.columns()[column] == "document" && has_document)
        changes.push_back({column, document.empty() ? db::ColumnType::null : db::ColumnType::text, document});
    }
  }

  void rewrite_contents() {
    db::CellWriter cells(m_connection);
    PurgeRows rows(m_connection);
    for (const auto& [id, content] : m_contents) {
      const std::string body = records::ContentRows(m_connection).body(id);
      const ValueForm form = json::is_document(body) ? ValueForm::json : ValueForm::text;
      const std::string left = without(body, m_text.find(body, form), m_mark);
      const std::string sha256 = util::sha256_hex(left);
      m_new_digests[content.sha256] = sha256;
      if (const auto same = rows.find_content(sha256)) {
        db::merge_rows(m_connection, "contents", id, *same);
        continue;
      }
      cells.put("contents", "body", id, {content.type, 0, 0, left});
      cells.put("contents", "sha256", id, {db::ColumnType::text, 0, 0, sha256});
    }
  }

  db::Connection& m_connection;
  const PurgedText& m_text;
  std::string m_mark;  ///< empty while it is looked for
  std::size_t m_marks = 0;
  std::size_t m_packed_bytes = 0;  ///< of the document of a row that is packed and changes
  std::map<std::pair<std::string, std::string>, std::int64_t> m_counts;
  std::map<std::int64_t, Content> m_contents;  ///< those that hold the text, by id
  std::unordered_map<std::string, std::string> m_new_digests;
  std::unordered_map<std::int64_t, Output> m_outputs;
};

}  // namespace

void plan_text(db::Connection& connection, const PurgedText& text, PurgeReport& report) {
  constexpr std::size_t k_least_bytes = 4;
  if (text.text().size() < k_least_bytes ||
      (mark_after(0) + mark_after(1)).find(text.text()) != std::string::npos ||
      db::is_in_schema(connection, text.text()))
    throw Error(
        ErrorCode::usage,
        "the text is too short, or the database itself is written with it: it would stand in places that "
        "are not meant",
        {}, "give more of it, so that nothing else can be meant");
  TextTaker(connection, text).look(report);
}

void take_text_out(db::Connection& connection, const PurgedText& text, Force force, PurgeReport& report) {
  TextTaker taker(connection, text);
  taker.look(report);
  if (report.values.empty()) return;
  const WholeTexts before = read_whole_texts(connection);
  tree_documents::SilentMembers silent(connection);
  silent.empty_all();
  {
    const db::WithoutTriggers quiet(connection);
    taker.write();
  }
  silent.fill_all();
  report.records = follow_whole_texts(connection, before, force);
}

}  // namespace rlmdb::purging
