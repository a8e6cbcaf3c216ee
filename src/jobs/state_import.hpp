// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "jobs/document_import.hpp"
#include "legacy/state_document.hpp"
#include "store/state_rows.hpp"

namespace rlmdb::jobs {

/// One state document on its way into the database.
class StateImport final : public DocumentImport {
 public:
  StateImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void find_name();
  void insert();
  void meet(store::StateHead head);
  [[nodiscard]] bool is_newer_than(const store::StateHead& head) const;
  void take(store::StateHead head, const std::string& before);
  void store_rows();
  void detach(store::StateHead head);

  store::StateRows m_states;
  std::string m_compact;
  legacy::StateDocument m_document;
  std::string m_scope;
  std::string m_name;
  std::int64_t m_id = 0;
  bool m_is_held = false;
};

}  // namespace rlmdb::jobs
