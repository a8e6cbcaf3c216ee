// SPDX-License-Identifier: MIT
#include "command_var.hpp"

#include "context.hpp"
#include "locate_database.hpp"
#include "moment.hpp"
#include "print_changes.hpp"
#include "print_json.hpp"
#include "print_variables.hpp"
#include "var_changes.hpp"
#include "var_options.hpp"

namespace rlmdb::cli {
namespace {

class VarCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "var",
        "read and change the variables of a task",
        "VERB [NAME...] --task ID [options]",
        "  set NAME [VALUE]  create or overwrite it; VALUE is JSON, with --text a text\n"
        "  get NAME          print its value as JSON, with --text a text bare\n"
        "  list              all of them, expired ones too\n"
        "  delete NAME...    take them away, all of them or none\n"
        "  rename OLD NEW    place, value and times stay\n"
        "  history [NAME]    every change of them that is known, oldest first\n\n"
        "Variables are the members of metadata.rlm_state. Without VALUE, or with - for\n"
        "it, set reads standard input to its end. Verbs that change print the task's id,\n"
        "state and version.",
        {"rlmdb var set risk_count 3 --task task-0001",
         "rlmdb var set notes --text --task task-0001 <notes.md",
         "n=$(rlmdb var get risk_count --task task-0001 --inherit)",
         "# the answer of a task: its Final, and completed with it",
         "rlmdb var set Final '{\"risks\": 3}' --complete --task task-0001",
         "# only if nobody changed the task since version 4 was read",
         "rlmdb var delete draft --task task-0001 --if-version 4 --reason 'not used'",
         "rlmdb var history --task task-0001", "rlmdb var get risk_count --at 1234 --task task-0001"}};
    return k_text;
  }

  void setup(CLI::App& app) override {
    m_app = &app;
    add_var_options(app, m_options);
  }

  ExitCode run(Context& context) override {
    const VarVerb verb = var_verb(m_options.words.front());
    require_options_of(verb, *m_app);
    if (is_change(verb)) {
      change(verb, context);
    } else if (verb == VarVerb::get) {
      get(context);
    } else if (verb == VarVerb::list) {
      list(context);
    } else {
      show_history(context);
    }
    return ExitCode::done;
  }

 private:
  [[nodiscard]] TaskId task() const { return TaskId{*m_options.task}; }

  void change(VarVerb verb, Context& context) const {
    const std::vector<TaskChange> changes = variable_changes(verb, m_options);
    context.out.require_writable();
    Store store = open_database(context, Access::read_write);
    ChangeReport report = apply(store, changes);
    context.out.set_failure_hint("the change itself is done");
    if (context.wants_json()) {
      context.out.write(json_success("var", json_changes(report)));
      return;
    }
    // All changes are of one task: it is told as it is after the last.
    report.results.erase(report.results.begin(), report.results.end() - 1);
    context.out.write(text_changes(report, context.terminal));
    context.out.flush();
    context.talk(text_repeated(report));
  }

  [[nodiscard]] ChangeReport apply(Store& store, const std::vector<TaskChange>& changes) const {
    try {
      return store.change(changes, m_options.change.request_id.value_or(""));
    } catch (const Error& error) {
      throw variable_error(error, m_options);
    }
  }

  [[nodiscard]] Variable find(const Store& store, const std::string& name) const {
    if (!m_options.at.has_value()) {
      return find_variable(store, task(), name, m_options.inherits ? Inherit::yes : Inherit::no);
    }
    if (m_options.inherits) {
      throw Error(ErrorCode::usage, "--at and --inherit exclude each other", {},
                  "ask the task above for it, at that moment");
    }
    for (Variable& variable : variables_at(store, task(), moment_of(*m_options.at))) {
      if (variable.name == name) {
        return std::move(variable);
      }
    }
    throw Error(
        ErrorCode::not_found, "Variable " + name + " was not in " + *m_options.task + " at " + *m_options.at,
        *m_options.task, "`rlmdb var history --task " + *m_options.task + "` says when it came and went");
  }

  void get(Context& context) const {
    const std::string name = names_of(VarVerb::get, m_options, 1, 1).front();
    if (m_options.is_text && context.wants_json()) {
      throw Error(ErrorCode::usage, "get --text and --json exclude each other", {}, "leave one of them out");
    }
    const Variable variable = find(open_database(context, Access::read_only), name);
    if (context.wants_json()) {
      context.out.write(json_success("var", json_variable(variable)));
    } else {
      context.out.write(m_options.is_text ? text_of_value(variable, context.terminal)
                                          : text_value(variable, context.terminal));
    }
  }

  void list(Context& context) const {
    static_cast<void>(names_of(VarVerb::list, m_options, 0, 0));
    const Store store = open_database(context, Access::read_only);
    const std::vector<Variable> variables = m_options.at.has_value()
                                                ? variables_at(store, task(), moment_of(*m_options.at))
                                                : variables_of_task(store, task());
    if (context.wants_json()) {
      context.out.write(json_success("var", json_variables(task(), variables)));
      return;
    }
    context.out.write(text_variables(variables, context.terminal));
    context.out.flush();
    if (variables.empty()) {
      context.talk("the task has no variables\n");
    }
  }

  void show_history(Context& context) const {
    const std::vector<std::string> names = names_of(VarVerb::history, m_options, 0, 1);
    const std::vector<VariableMutation> mutations =
        variable_history(open_database(context, Access::read_only), task(),
                         names.empty() ? std::nullopt : std::optional(names.front()));
    if (context.wants_json()) {
      context.out.write(json_success("var", json_history(task(), mutations)));
      return;
    }
    context.out.write(text_history(mutations, context.terminal));
    context.out.flush();
    if (mutations.empty()) {
      context.talk("no change is known\n");
    }
  }

  CLI::App* m_app = nullptr;
  VarOptions m_options;
};

}  // namespace

CommandPtr make_var_command() {
  return std::make_unique<VarCommand>();
}

}  // namespace rlmdb::cli
