// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "variables/variable_edit.hpp"
#include "variables/variable_holder.hpp"
#include "writing/member_edit.hpp"

namespace rlmdb::variables {

/// The variables of a task that the caller has allowed to change: one that is set in its row, the rest in the
/// record's text (decision 016). The text is read when it is first needed, with an error conflict where it
/// has something else than an object for its variables.
class TaskVariables final : public VariableHolder {
 public:
  TaskVariables(writing::TaskWriter& writer, const records::TaskHead& head);

  [[nodiscard]] const std::string& label() const override { return m_head.legacy_id; }
  [[nodiscard]] std::string option() const override { return "--task " + m_head.legacy_id; }
  /// By its start or its state: a record of another program may be running without a time.
  [[nodiscard]] bool has_started() const override;
  [[nodiscard]] ValueOwner value_owner() const override { return value_owner_of(m_head); }
  [[nodiscard]] db::Connection& connection() override { return m_writer.connection(); }
  [[nodiscard]] std::string_view scope() const override { return {}; }
  [[nodiscard]] std::string find(const std::string& name) override;
  [[nodiscard]] std::size_t count() override;
  [[nodiscard]] ChangeResult put(const std::string& name, const std::string& variable,
                                 const writing::Cause& cause) override;
  [[nodiscard]] ChangeResult put_count(const std::string& name, const std::string& variable,
                                       const writing::Cause& cause) override {
    return put(name, variable, cause);
  }
  [[nodiscard]] ChangeResult remove(const std::string& name, const writing::Cause& cause) override;
  [[nodiscard]] ChangeResult rename(const std::string& name, const std::string& new_name,
                                    const writing::Cause& cause) override;
  /// All variables at once: the text of an object.
  [[nodiscard]] ChangeResult replace(const std::string& state, const writing::Cause& cause);
  /// metadata.rlm_state as it is; "" for none.
  [[nodiscard]] const std::string& state() { return text().state; }

 private:
  struct Text {
    Text(writing::TaskWriter& writer, const records::TaskHead& head) : edit(writer, head) {}

    writing::MemberEdit edit;
    std::string metadata;
    std::string state;
  };
  [[nodiscard]] Text& text();
  [[nodiscard]] bool is_in_row(const std::string& name) const;
  [[nodiscard]] bool put_row(const std::string& name, const std::string& variable, const std::string& before);
  void require_object(const std::string& json, const char* pointer) const;
  [[nodiscard]] ChangeResult write(const std::string& state, const writing::Cause& cause,
                                   const std::string& pointer, const std::string& before);

  writing::TaskWriter& m_writer;
  const records::TaskHead& m_head;
  VariableEdit m_rows;
  bool m_has_rows;
  std::optional<Text> m_text;
};

}  // namespace rlmdb::variables
