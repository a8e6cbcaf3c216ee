// SPDX-License-Identifier: MIT
#include "imports/import_prove.hpp"

#include "rlmdb/words.hpp"
#include "sources/canonical_document.hpp"
#include "sources/tasks_text.hpp"
#include "util/sha256_thread.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb {}  // namespace rlmdb

namespace rlmdb::imports {

namespace {

using Element = std::function<void(std::string_view)>;
using ElementOfTask =
    std::function<void(std::int64_t task_id, std::string_view text, std::optional<std::string_view> beside)>;

/// `beside`: what else is read of each record; nullptr: nothing.
void for_each_element(db::Connection& connection, const ProofRows& rows,
                      const records::RecordTexts::Beside& beside, const ElementOfTask& element) {
  if (rows.ids == nullptr) {
    records::RecordTexts records(connection, rows.first_id, beside);
    while (records.next()) element(records.record().id, records.text(), records.beside());
    return;
  }
  records::RecordTextFinder finder(connection);
  for (const std::int64_t id : *rows.ids) {
    const std::string& text = finder.find(id, 2);
    const bool refers = rows.referring != nullptr && rows.referring->contains(id);
    const auto referring = refers ? rows.value_files->record_text(id, text) : std::nullopt;
    element(id, referring ? *referring : text, beside ? beside(id) : std::nullopt);
  }
}

/// Thrown out of the comparison to end it at the first difference.
struct Found {
  std::uint64_t document_offset = 0;
  std::string message;
  std::string pointer;
};

/// JSON pointer, relative to the record, of the innermost value in which the byte `offset` of `text` lies:
/// that is where the scanner stops on the text up to there. A number, which could end anywhere, is left out
/// from its first digit on.
std::string pointer_at(std::string_view text, std::size_t offset) {
  const std::size_t last = text.substr(0, offset).find_last_not_of("0123456789+-.eE");
  const std::size_t cut = last == std::string_view::npos ? 0 : last + 1;
  return json::scan_value(text.substr(0, cut), 0, json::ScanOptions{}, nullptr).pointer;
}

std::size_t first_different_byte(std::string_view left, std::string_view right) {
  std::size_t at = 0;
  while (at < left.size() && at < right.size() && left[at] == right[at]) ++at;
  return at;
}

/// The canonical texts of the source's records one by one.
class SourceTexts {
 public:
  SourceTexts(const sources::SourceFile& source, const sources::SourceReaderOptions& how)
      : m_how(how), m_reader(source, how) {}

  /// nullptr at the end.
  const sources::SourceRecord* next() {
    for (;;) {
      if (m_batch && m_next < m_batch->records.size()) {
        const sources::SourceRecord& record = m_batch->records[m_next++];
        if (m_how.left_out == nullptr || !m_how.left_out->contains(record.ordinal)) return &record;
        continue;
      }
      m_batch = m_reader.next();
      m_next = 0;
      if (!m_batch) return nullptr;
    }
  }

 private:
  sources::SourceReaderOptions m_how;
  sources::SourceReader m_reader;
  std::unique_ptr<sources::Batch> m_batch;
  std::size_t m_next = 0;
};

std::string canonical_text(const sources::SourceFile& source, const sources::SourceRecord& record) {
  const std::string raw = source.read_at(record.byte_offset, record.byte_count);
  std::string canonical;
  json::ScanOptions layout;
  layout.indent_depth = 2;
  layout.max_depth = 1U << 30;
  (void)json::scan_value(raw, 0, layout, &canonical);
  return canonical;
}

}  // namespace

std::string digest_of_rows(db::Connection& connection, const ProofRows& rows, const std::string& top_level,
                           const std::function<void(std::uint64_t)>& progress) {
  util::Sha256Thread sha256;
  sources::CanonicalDocument document([&](std::string_view bytes) { sha256.update(bytes); });
  sources::write_document(document, top_level, std::nullopt, [&](const Element& element) {
    std::uint64_t count = 0;
    for_each_element(connection, rows, nullptr, [&](std::int64_t, std::string_view text, auto) {
      element(text);
      if (++count % 1024 == 0) progress(count);
    });
  });
  return sha256.finish_hex();
}

std::string digest_as_written(db::Connection& connection, const ProofRows& rows,
                              const std::string& top_level) {
  util::Sha256Thread sha256;
  sources::TasksText written(connection);
  const auto add = [&](std::string_view bytes) { sha256.update(bytes); };
  written.write(add, top_level, std::nullopt, [&](const auto& element) {
    for_each_element(connection, rows, written.kept_texts(),
                     [&](std::int64_t task_id, std::string_view text, auto kept) {
                       element(task_id, written.element(task_id, text, kept));
                     });
  });
  return sha256.finish_hex();
}

Error first_difference(db::Connection& connection, const ProofRows& rows, const sources::SourceFile& source,
                       const sources::SourceReaderOptions& how, const sources::SourceDigests& digests) {
  std::uint64_t offset = digests.top_level.size();
  try {
    SourceTexts expected(source, how);
    const auto compare = [&](std::int64_t, std::string_view text, auto) {
      const sources::SourceRecord* record = expected.next();
      if (record == nullptr) throw Found{offset, "the rows hold a record too many", "/tasks"};
      const std::string canonical = canonical_text(source, *record);
      const std::size_t at = first_different_byte(text, canonical);
      if (at < text.size() || at < canonical.size()) {
        const std::string pointer = "/tasks/" + std::to_string(record->ordinal) + pointer_at(canonical, at);
        throw Found{record->byte_offset, "byte " + std::to_string(at) + " of the record differs", pointer};
      }
      offset = record->byte_offset;
    };
    for_each_element(connection, rows, nullptr, compare);
    if (const sources::SourceRecord* record = expected.next()) {
      throw Found{record->byte_offset, "the rows lack a record", "/tasks/" + std::to_string(record->ordinal)};
    }
    throw Found{0, "the top level differs", ""};
  } catch (const Found& found) {
    return Error(ErrorCode::internal, "the proof failed: " + found.message + "; nothing was imported",
                 util::byte_place(source.given_path, found.document_offset) + " " + found.pointer,
                 "this is a fault of rlmdb; keep the file and report it");
  }
}

}  // namespace rlmdb::imports
