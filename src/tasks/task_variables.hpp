// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "jobs/variable_edit.hpp"
#include "tasks/member_edit.hpp"
#include "tasks/variable_holder.hpp"

namespace rlmdb::tasks {

/// The variables of a task that the caller has allowed to change: one that is set in its row, the rest in the
/// record's text (decision 016). The text is read when it is first needed, with an error conflict where it
/// has something else than an object for its variables.
class TaskVariables final : public VariableHolder {
 public:
  TaskVariables(TaskWriter& writer, const store::TaskHead& head);

  [[nodiscard]] const std::string& label() const override { return m_head.legacy_id; }
  [[nodiscard]] std::string option() const override { return "--task " + m_head.legacy_id; }
  [[nodiscard]] bool has_started() const override { return m_head.started_at.has_value(); }
  [[nodiscard]] std::string_view scope() const override { return {}; }
  [[nodiscard]] std::string find(const std::string& name) override;
  [[nodiscard]] std::size_t count() override;
  [[nodiscard]] ChangeResult put(const std::string& name, const std::string& variable,
                                 const Cause& cause) override;
  [[nodiscard]] ChangeResult put_count(const std::string& name, const std::string& variable,
                                       const Cause& cause) override {
    return put(name, variable, cause);
  }
  [[nodiscard]] ChangeResult remove(const std::string& name, const Cause& cause) override;
  [[nodiscard]] ChangeResult rename(const std::string& name, const std::string& new_name,
                                    const Cause& cause) override;
  /// All variables at once: the text of an object.
  [[nodiscard]] ChangeResult replace(const std::string& state, const Cause& cause);
  /// metadata.rlm_state as it is; "" for none.
  [[nodiscard]] const std::string& state() { return text().state; }

 private:
  struct Text {
    MemberEdit edit;
    std::string metadata;
    std::string state;
  };
  [[nodiscard]] Text& text();
  [[nodiscard]] bool is_in_row(const std::string& name) const;
  [[nodiscard]] bool put_row(const std::string& name, const std::string& variable, const std::string& before);
  void require_object(const std::string& json, const char* pointer) const;
  [[nodiscard]] ChangeResult write(const std::string& state, const Cause& cause, const std::string& pointer,
                                   const std::string& before);

  TaskWriter& m_writer;
  const store::TaskHead& m_head;
  jobs::VariableEdit m_rows;
  bool m_has_rows;
  std::optional<Text> m_text;
};

}  // namespace rlmdb::tasks
