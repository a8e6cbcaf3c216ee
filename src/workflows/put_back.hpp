// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/workflow.hpp"
#include "util/atomic_file.hpp"
#include "util/output_place.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// The artifacts of one checkpoint on their way back to their places beneath `root`. Each file that was there
/// stays, as NAME.bak or the next free name. Destruction without keep() undoes all of it. One thread at a
/// time.
class PutBack {
 public:
  PutBack(db::Connection& connection, std::filesystem::path root);
  PutBack(const PutBack&) = delete;
  PutBack& operator=(const PutBack&) = delete;
  ~PutBack();

  /// Writes each that is_put_back beside its place, durably; directories that are missing are made. `copies`
  /// and `checks` are of the same artifacts, in order. Error conflict for all that replace_file() refuses,
  /// corrupt where a copy is damaged, io.
  void prepare(const std::vector<WorkflowArtifact>& copies, const std::vector<ArtifactCheck>& checks);
  /// They take their places, durably; `checks` say where the files that were there lie now. Error conflict
  /// where a place changed since it was looked at, io.
  void exchange(std::vector<ArtifactCheck>& checks);
  void keep() noexcept { m_is_kept = true; }

 private:
  struct Item {
    std::size_t check = 0;  ///< which of the checks it is of
    util::OutputPlace place;
    std::unique_ptr<util::AtomicFile> file;  ///< nullptr: the file is moved away
    std::string kept_name{};                 ///< of the file that was there; "": there was none
    bool is_done = false;
  };

  void keep_previous(Item& item);
  static void undo(const Item& item) noexcept;

  db::Connection& m_connection;
  std::filesystem::path m_root;
  std::vector<Item> m_items;
  bool m_is_kept = false;
};

}  // namespace rlmdb::workflows
