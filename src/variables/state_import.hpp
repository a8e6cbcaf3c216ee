// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sources/document_import.hpp"
#include "variables/state_document.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::variables {

/// One state document on its way into the database.
class StateImport final : public sources::DocumentImport {
 public:
  StateImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void find_name();
  void insert();
  void update_known(StateHead head);
  [[nodiscard]] std::string text_here(const StateHead& head);
  void take(StateHead head, const std::string& before);
  void store_rows();
  void detach(StateHead head);

  StateRows m_states;
  std::string m_compact;
  StateDocument m_document;
  std::string m_scope;
  std::string m_name;
  std::int64_t m_id = 0;
  bool m_is_held = false;
  bool m_is_referring = false;  ///< the source says what is here, with references to files of values
};

}  // namespace rlmdb::variables
