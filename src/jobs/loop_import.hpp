// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "jobs/document_import.hpp"
#include "legacy/loop_document.hpp"
#include "store/loop_rows.hpp"

namespace rlmdb::jobs {

/// The state document of one loop on its way into the database.
class LoopImport final : public DocumentImport {
 public:
  LoopImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void find_name();
  void name_by_itself();
  void insert();
  void meet(store::LoopHead head);
  [[nodiscard]] bool wins_over(const store::LoopHead& head) const;
  void take(store::LoopHead head, const std::string& before);
  void count_rows();
  void detach(store::LoopHead head);

  store::LoopRows m_loops;
  std::string m_compact;
  legacy::LoopDocument m_document;
  store::LoopHead m_named;  ///< what its place, or the document, says of the loop
  std::int64_t m_id = 0;
  bool m_is_held = false;
};

}  // namespace rlmdb::jobs
