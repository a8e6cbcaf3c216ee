// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "purging/purged_text_rules.hpp"
#include "rlmdb/purge.hpp"

namespace rlmdb::purging {

/// The files that a purge does not change: the sources of its imports with what outputs left of them, and
/// those beside the database; in a project all of its `.aiwg/`, and the copies that adopt() made of it. They
/// are only read.
class Copies {
 public:
  /// `sources`: their paths, before a purge changes them. `text` is null where records are purged.
  Copies(std::filesystem::path database, std::vector<std::string> sources, const PurgedText* text);

  /// Adds those that hold the text, or may hold it, to the report.
  void find(PurgeReport& report) const;
  /// Whether the database's own files still hold the text.
  [[nodiscard]] bool is_in_database(db::Connection& connection) const;

 private:
  void look_at(const std::filesystem::path& file, const char* kind, PurgeReport& report) const;
  [[nodiscard]] std::vector<std::filesystem::path> files_beside(PurgeReport& report) const;

  std::filesystem::path m_database;
  const PurgedText* m_text;
  std::vector<std::string> m_sources;
};

}  // namespace rlmdb::purging
