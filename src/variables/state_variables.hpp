// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "rlmdb/variable.hpp"
#include "variables/state_rows.hpp"
#include "variables/variable_edit.hpp"
#include "variables/variable_holder.hpp"

namespace rlmdb::variables {

/// The variables of a state document, which the first one makes.
class StateVariables final : public VariableHolder {
 public:
  /// Error conflict where its version is not the expected one, usage for a token.
  StateVariables(writing::TaskWriter& writer, const StateName& state, const Precondition& only_if);

  [[nodiscard]] const std::string& label() const override { return m_label; }
  [[nodiscard]] std::string option() const override;
  [[nodiscard]] bool has_started() const override { return false; }
  [[nodiscard]] ValueOwner value_owner() const override { return value_owner_of(m_state, m_head.id); }
  [[nodiscard]] db::Connection& connection() override { return m_writer.connection(); }
  [[nodiscard]] std::string_view scope() const override;
  [[nodiscard]] std::string find(const std::string& name) override;
  [[nodiscard]] std::size_t count() override;
  [[nodiscard]] ChangeResult put(const std::string& name, const std::string& variable,
                                 const writing::Cause& cause) override;
  [[nodiscard]] ChangeResult put_count(const std::string& name, const std::string& variable,
                                       const writing::Cause& cause) override;
  [[nodiscard]] ChangeResult remove(const std::string& name, const writing::Cause& cause) override;
  [[nodiscard]] ChangeResult rename(const std::string& name, const std::string& new_name,
                                    const writing::Cause& cause) override;
  /// All variables at once: the text of an object. REQUIRES: the document exists.
  [[nodiscard]] ChangeResult replace(const std::string& state, const writing::Cause& cause);
  /// REQUIRES: the document exists.
  [[nodiscard]] ChangeResult set_completion(const std::string& status, const writing::Cause& cause);
  /// The variables as the text of an object.
  [[nodiscard]] std::string state();
  /// Error not_found where the document does not exist.
  void require_there() const;

 private:
  [[nodiscard]] records::VariablesOf owner() const { return {.state_id = m_head.id}; }
  void make();
  /// `before`: what find() gave.
  void put_row(const std::string& name, const std::string& variable, const std::string& before);
  void require_place() const;
  void follow_final();
  /// The document has been worked on: its metadata says so.
  [[nodiscard]] ChangeResult finish(const writing::Cause& cause, const std::string& pointer,
                                    const std::optional<std::string>& before, std::int64_t mutations = 1);
  /// `before` is what there is: each caller has read it already.
  [[nodiscard]] ChangeResult exchange(const std::string& before, const std::string& after,
                                      const writing::Cause& cause, std::int64_t mutations);
  /// Writes the event, what it changed, and the row.
  [[nodiscard]] ChangeResult write(const writing::Cause& cause, const std::string& pointer,
                                   const std::optional<std::string>& before);

  writing::TaskWriter& m_writer;
  StateName m_state;
  std::string m_label;
  StateRows m_rows;
  VariableEdit m_variables;
  StateHead m_head;
  bool m_is_there = false;
};

}  // namespace rlmdb::variables
