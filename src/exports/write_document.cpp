// SPDX-License-Identifier: MIT
#include "exports/write_document.hpp"

#include "sources/document_source.hpp"
#include "sources/source_text.hpp"
#include "util/sha256.hpp"

namespace rlmdb::exports {

ExportReport write_text(const std::string& compact, std::uint64_t records, const ByteSink& sink) {
  const std::string bytes = sources::pretty(compact);
  sink(bytes);
  return {records, 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::tree};
}

ExportReport write_document(db::Connection& connection, const std::string& source_path,
                            const std::string& compact, std::uint64_t records, const ByteSink& sink) {
  const auto bytes = sources::text_as_written(connection, source_path, compact);
  if (!bytes) return write_text(compact, records, sink);
  sink(*bytes);
  return {records,
          0,
          bytes->size(),
          util::sha256_hex(*bytes),
          ExportFormat::tree,
          util::sha256_hex(sources::pretty(compact))};
}

ExportReport write_bytes(const std::string& bytes, std::uint64_t records, const ByteSink& sink) {
  sink(bytes);
  return {records, 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::tree};
}

std::string lines_of(const std::vector<std::string>& entries) {
  std::string lines;
  for (const std::string& entry : entries) lines += entry + "\n";
  return lines;
}

}  // namespace rlmdb::exports
