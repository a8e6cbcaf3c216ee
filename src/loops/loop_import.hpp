// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "loops/loop_document.hpp"
#include "loops/loop_rows.hpp"
#include "sources/document_import.hpp"

namespace rlmdb::loops {

/// The state document of one loop on its way into the database.
class LoopImport final : public sources::DocumentImport {
 public:
  LoopImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void find_name();
  void name_by_itself();
  void insert();
  void update_known(LoopHead head);
  [[nodiscard]] bool wins_over(const LoopHead& head);
  void take(LoopHead head, const std::string& before);
  void count_rows();
  void detach(LoopHead head);

  LoopRows m_loops;
  std::string m_compact;
  LoopDocument m_document;
  LoopHead m_named;  ///< what its place, or the document, says of the loop
  std::int64_t m_id = 0;
  bool m_is_held = false;
};

}  // namespace rlmdb::loops
