// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/final.hpp"
#include "rlmdb/json_text.hpp"
#include "rlmdb/reference.hpp"
#include "tasks/print_changes.hpp"
#include "variables/print_variables.hpp"
#include "variables/var_changes.hpp"
#include "variables/var_documents.hpp"
#include "variables/var_options.hpp"
#include "variables/var_store.hpp"

namespace rlmdb::cli {
namespace {

class VarCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "var",
        "read and change variables, of a task or beside it",
        "VERB [NAME...] OWNER [options]",
        "OWNER is --task ID, --global, --session ID, --tree ID, --temp ID or --state ID.\n"
        "Variables are members of a task's metadata.rlm_state, or of a state document: of\n"
        "the project, a session, a tree, or a temporary one. The first set makes it.\n"
        "Without VALUE, or with - for it, set reads standard input to its end. Verbs\n"
        "that change print the id, state and version.",
        {"rlmdb var set risk_count 3 --task task-0001",
         "rlmdb var set notes --text --task task-0001 <notes.md",
         "n=$(rlmdb var get risk_count --task task-0001 --inherit)",
         "# the answer of a task: its Final, and completed with it",
         "rlmdb var set Final '{\"risks\": 3}' --complete --task task-0001",
         "# only if nobody changed the task since version 4 was read",
         "rlmdb var delete draft --task task-0001 --if-version 4 --reason 'not used'",
         "# what an agent starts with, files read",
         "rlmdb var dump --resolve --tree tree-12345678 >state.json",
         "# for all tasks of a project, and of a session for an hour",
         "rlmdb var set default_model --text sonnet --global --read-only",
         "rlmdb var set cache '{}' --temp state-7e3f0001 --ttl 1h", "rlmdb var history --task task-0001",
         "rlmdb var get risk_count --at 1234 --task task-0001"},
        {{4,
          "there is no such database, task, state document, variable or file, or it has expired; with "
          "`--inherit` also where no task above has it"},
         {6,
          "a name, a JSON value or a text is refused, there are 1,000 variables, or `get --text` found a "
          "value that is no text, or a file is not to be read: it leads out of the root, is no regular file, "
          "is too large, or is no JSON; nothing was changed"},
         {7,
          "a version, token or request id does not allow it, the variable is read-only, the new name is "
          "taken, or the task cannot be completed; nothing was changed"}},
        {"task", "show", "events", "explain"},
        var_verbs()};
    return k_text;
  }

  void setup(Options& options) override { add_var_options(options, m_options); }
  [[nodiscard]] const Verb* verb() const override {
    return &var_verbs().all[var_verbs().find(m_options.words)];
  }

  [[nodiscard]] Answers answers() const override {
    return {
        "Variables of a task or of a state document. Values stand as they are stored, absent ones are null.",
        {{"change", "Of set, delete, rename and status: what came of each change.",
          shape_of([] { return json_variable_changes({}); })},
         {"get", "", shape_of([] { return json_variable({}, {}); })},
         {"list", "In the order of the state.", shape_of([] { return json_variables({}, {}); })},
         {"dump", "", shape_of([] { return json_dump({}, {}); })},
         {"history", "", shape_of([] { return json_history({}, {}); })},
         {"states", "", shape_of([] { return json_states({}); })},
         {"drop", "The state document that goes.", shape_of([] { return json_dropped({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const auto verb = static_cast<VarVerb>(var_verbs().find(m_options.words));
    if (verb == VarVerb::states) {
      list_documents(m_options, context);
      return ExitCode::done;
    }
    m_owner = owner_of(m_options.owner, "var");
    if (verb == VarVerb::drop) {
      return drop_document(m_owner, m_options, context);
    } else if (verb == VarVerb::status) {
      set_document_status(m_owner, m_options, context);
    } else if (verb_of(verb).changes) {
      return change(verb, context);
    } else if (verb == VarVerb::get) {
      get(context);
    } else if (verb == VarVerb::list) {
      list(context);
    } else if (verb == VarVerb::dump) {
      dump(context);
    } else {
      show_history(context);
    }
    return ExitCode::done;
  }

 private:
  [[nodiscard]] ExitCode change(VarVerb verb, Context& context) const {
    std::vector<TaskAction> actions = variable_actions(verb, m_options);
    context.out.require_writable();
    // A variable of a task needs the task; a state document begins with its first.
    const bool adds = verb == VarVerb::set && std::holds_alternative<StateName>(m_owner);
    Store& store = adds ? open_or_create_database(
                              context, [&](Store& first) { static_cast<void>(apply(first, actions)); })
                        : open_database(context, Access::read_write);
    if (m_options.spills) {
      spill(context, store, std::get<SetVariable>(actions.front()));
    }
    ChangeReport report = apply(store, actions);
    context.out.set_failure_hint("the change itself is done");
    const std::optional<std::string> root =
        m_options.spills ? std::optional(find_root(context, m_options.root).string()) : m_options.root;
    const ExitCode exit_code = settle_files(store, m_owner, root, context);
    const std::size_t own = report.results.size();
    const std::optional<std::string> ended = propagate(store, report);
    const std::vector<Finding> hints = hints_of(verb, actions.front(), report.results.back());
    if (context.wants_json()) {
      std::for_each(hints.begin(), hints.end(), keep_warning);
      write_success(context.out, "var", json_variable_changes(report, ended));
      return exit_code;
    }
    // All changes are of one owner: it is told as it is after the last.
    report.results.erase(report.results.begin(),
                         report.results.begin() + static_cast<std::ptrdiff_t>(own) - 1);
    context.out.write(text_changes(report, context.terminal));
    context.out.flush();
    context.talk(text_repeated(report.repeated));
    if (ended.has_value()) {
      context.talk(*ended + "\n");
    }
    context.talk(text_warnings(hints, context.error_terminal));
    return exit_code;
  }

  /// A Final says that the task is done; whoever sets it alone may not know that it is not completed by that.
  [[nodiscard]] std::vector<Finding> hints_of(VarVerb verb, const TaskAction& action,
                                              const ChangeResult& result) const {
    const auto* set = verb == VarVerb::set ? std::get_if<SetVariable>(&action) : nullptr;
    if (set == nullptr || set->name != "Final" || json_kind(set->value.text) == JsonKind::null ||
        m_options.completes || result.state != "running" || !std::holds_alternative<TaskId>(m_owner)) {
      return {};
    }
    const std::string& id = result.id.text;
    return {{id, "still_running",
             "it has a Final and still runs: `rlmdb task complete " + id +
                 "` ends it, set --complete does both at once"}};
  }

  /// Completes nodes above, whose results come behind the own ones; why it ended.
  [[nodiscard]] std::optional<std::string> propagate(Store& store, ChangeReport& report) const {
    if (!m_options.propagates) {
      return std::nullopt;
    }
    FinalReport above = propagate_final(store, std::get<TaskId>(m_owner));
    std::move(above.completed.begin(), above.completed.end(), std::back_inserter(report.results));
    return std::move(above.reason);
  }

  /// The value gets a copy in a file; that it could not is said before anything is changed.
  void spill(const Context& context, const Store& store, SetVariable& set) const {
    set.in_file = true;
    if (set.type == "file_path") {
      set.type.reset();
    }
    require_file_of(store, m_owner, set.name, find_root(context, m_options.root));
  }

  [[nodiscard]] ChangeReport apply(Store& store, const std::vector<TaskAction>& actions) const {
    try {
      return change_variables(store, m_owner, actions, precondition_of(m_options.change),
                              m_options.change.request_id.value_or(""));
    } catch (const Error& error) {
      throw variable_error(error, m_options);
    }
  }

  [[nodiscard]] std::optional<Moment> moment() const {
    return m_options.at.has_value() ? std::optional(moment_of(*m_options.at)) : std::nullopt;
  }

  [[nodiscard]] Variable find(const Store& store, const std::string& name) const {
    if (!m_options.at.has_value()) {
      return read_variable(store, m_owner, name, m_options.inherits ? Inherit::yes : Inherit::no);
    }
    if (m_options.inherits) {
      throw Error(ErrorCode::usage, "--at and --inherit exclude each other", {},
                  "ask the task above for it, at that moment");
    }
    for (Variable& variable : list_variables(store, m_owner, moment())) {
      if (variable.name == name) {
        return std::move(variable);
      }
    }
    const std::string owner = to_text(m_owner);
    throw Error(ErrorCode::not_found, "Variable " + name + " was not in " + owner + " at " + *m_options.at,
                owner, "`rlmdb var history " + option_of(m_owner) + "` says when it came and went");
  }

  void get(Context& context) const {
    const std::string name = names_of(VarVerb::get, m_options).front();
    if (m_options.is_stored && m_options.root.has_value()) {
      throw Error(ErrorCode::usage, "--stored and --root exclude each other", {}, "leave one of them out");
    }
    if (m_options.is_text && context.wants_json()) {
      throw Error(ErrorCode::usage, "get --text and --json exclude each other", {}, "leave one of them out");
    }
    if (m_options.is_counted && m_options.at.has_value()) {
      throw Error(ErrorCode::usage, "--at and --count exclude each other", {}, "what was is not read now");
    }
    if (m_options.is_counted) {
      context.out.require_writable();
    }
    Store& store = open_database(context, m_options.is_counted ? Access::read_write : Access::read_only);
    Variable variable = find(store, name);
    std::optional<JsonText> content;
    if (!m_options.is_stored && is_reference(variable)) {
      content = read_reference(store, variable, {find_root(context, m_options.root)});
    }
    std::string shown = context.wants_json() ? std::string() : shown_value(variable, content, context);
    if (m_options.is_counted) {
      count_read(store, variable);
      context.out.set_failure_hint("the read is counted");
    }
    if (context.wants_json()) {
      shown = json_success("var", json_variable(variable, content));
    }
    context.out.write(shown);
  }

  /// Error where it is no text and --text asks for one.
  [[nodiscard]] std::string shown_value(Variable variable, const std::optional<JsonText>& content,
                                        const Context& context) const {
    variable.value = content.value_or(variable.value);
    if (m_options.is_stored && variable.file.has_value()) {
      variable.value.text = to_json("file:" + *variable.file);
    }
    return m_options.is_text ? text_of_value(variable, context.terminal)
                             : text_value(variable, context.terminal);
  }

  /// Counts it where it was found, which `--inherit` may have led to.
  static void count_read(Store& store, Variable& variable) {
    static_cast<void>(change_variables(store, variable.owner, {CountReads{variable.name, 1}}, {}, {}));
    variable.access_count = variable.access_count.value_or(0) + 1;
  }

  void list(Context& context) const {
    static_cast<void>(names_of(VarVerb::list, m_options));
    const Store& store = open_database(context, Access::read_only);
    const std::vector<Variable> variables = list_variables(store, m_owner, moment());
    if (context.wants_json()) {
      write_success(context.out, "var", json_variables(m_owner, variables));
      return;
    }
    context.out.write(variable_rows().text(variables, context.terminal));
    context.out.flush();
    if (variables.empty()) {
      context.talk(std::holds_alternative<TaskId>(m_owner) ? "the task has no variables\n"
                                                           : "the state document has no variables\n");
    }
  }

  void dump(Context& context) const {
    static_cast<void>(names_of(VarVerb::dump, m_options));
    if (!m_options.resolves && m_options.root.has_value()) {
      throw Error(ErrorCode::usage, "--root goes with --resolve", {}, "leave it out");
    }
    const Store& store = open_database(context, Access::read_only);
    std::vector<Variable> variables = list_variables(store, m_owner, moment());
    if (m_options.resolves) {
      for (Variable& variable : variables) {
        if (!variable.is_expired && is_reference(variable)) {
          variable.value = read_reference(store, variable, {find_root(context, m_options.root)});
        }
      }
    }
    context.out.write(context.wants_json() ? json_success("var", json_dump(m_owner, variables))
                                           : text_dump(variables, context.terminal));
  }

  void show_history(Context& context) const {
    const std::vector<std::string> names = names_of(VarVerb::history, m_options);
    const std::vector<VariableMutation> mutations =
        list_mutations(open_database(context, Access::read_only), m_owner,
                       names.empty() ? std::nullopt : std::optional(names.front()));
    if (context.wants_json()) {
      write_success(context.out, "var", json_history(m_owner, mutations));
      return;
    }
    context.out.write(mutation_rows().text(mutations, context.terminal));
    context.out.flush();
    if (mutations.empty()) {
      context.talk("no change is known\n");
    }
  }

  VariableOwner m_owner;
  VarOptions m_options;
};

}  // namespace

CommandPtr make_var_command() {
  return std::make_unique<VarCommand>();
}

}  // namespace rlmdb::cli
