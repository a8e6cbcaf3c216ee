// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <utility>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/input_file.hpp"
#include "frame/locate_database.hpp"
#include "frame/times.hpp"
#include "frame/warnings.hpp"
#include "grid/grid_options.hpp"
#include "grid/mission_columns.hpp"
#include "grid/print_grid.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/replace_file.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

namespace fs = std::filesystem;

/// A directory that is made, and goes again unless it is kept.
class NewDirectory {
 public:
  /// Empty: none.
  explicit NewDirectory(fs::path path) : m_path(std::move(path)) {
    m_is_new = !m_path.empty() && make_directory(m_path);
  }
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;
  ~NewDirectory() {
    if (m_is_new) {
      std::error_code ignored;
      fs::remove(m_path, ignored);
    }
  }
  void keep() noexcept { m_is_new = false; }

 private:
  fs::path m_path;
  bool m_is_new = false;
};

class GridCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "grid",
        "look at Grid missions, resume them, and bring them up to date",
        "VERB [ARGUMENTS] [--grid NAME] [options]",
        "A mission is a .grid/ directory that was imported, or begun here. Each change is\n"
        "one transaction and one event, and changes nothing of a file but what it says.\n"
        "MOMENT is an event's number of history or a TIME. resume offers, where a\n"
        "session died, failed or its state is lost, what can be done: --option NAME does\n"
        "it, --plan FILE writes it down, --apply FILE does what was written down, or\n"
        "nothing (exit 7) where the mission has changed. validate exits 3 where a check\n"
        "failed.",
        {"rlmdb import .grid", "rlmdb grid resume >prompt.md",
         "rlmdb grid init --cluster blog --phases 4 --blocks 3 --waves 3 --write-through",
         "rlmdb grid checkpoint human_verify --awaiting 'Look at the layout'", "rlmdb grid answer approved",
         "# what a session's death left, first on paper", "rlmdb grid resume --plan plan.json",
         "rlmdb grid resume --apply plan.json", "rlmdb grid diff 2026-01-23T15:45:00Z"},
        {{3, "of validate: a check failed"},
         {4, "there is no such database, mission, file, moment, option or blocker"},
         {6,
          "JSON that is none, a word or a number that the schema does not know, a file that is to be changed "
          "and cannot be read, or a cluster that several missions have; nothing was changed"},
         {7,
          "the mission has another version, or its status does not allow it; a checkpoint waits for its "
          "answer; a plan is of an older version; a file of the directory was changed by somebody else; "
          "nothing was changed"}},
        {"import", "export", "events", "loop"},
        grid_verbs()};
    return k_text;
  }

  void setup(Options& options) override { add_grid_options(options, m_options); }
  [[nodiscard]] const Verb* verb() const override { return &verb_of(grid_verb(m_options)); }

  [[nodiscard]] Answers answers() const override { return grid_answers(); }

  ExitCode run(Context& context) override {
    m_verb = grid_verb(m_options);
    m_words = words_of(m_verb, m_options);
    switch (m_verb) {
      case GridVerb::list:
        return list(context);
      case GridVerb::show:
        return show(context);
      case GridVerb::status:
      case GridVerb::validate:
        return look(context);
      case GridVerb::resume:
        return resume(context);
      case GridVerb::history:
        return print_rows(context, "moments", moment_rows(), grid_moments(open(context), name()));
      case GridVerb::diff:
        return compare(context);
      case GridVerb::search:
        return search(context);
      case GridVerb::warmth:
        return warmth(context);
      case GridVerb::init:
        return init(context);
      case GridVerb::restore:
        return restore(context);
      case GridVerb::write_through:
        return write_through(context);
      default:
        break;
    }
    context.out.require_writable();
    const GridStep step = step_of(m_verb, m_options);
    Store& store = open_database(context, Access::read_write);
    return tell(context, change_grid(store, name(), step, condition_of(m_options)));
  }

 private:
  [[nodiscard]] static Store& open(const Context& context) {
    return open_database(context, Access::read_only);
  }
  [[nodiscard]] GridName name() const { return {m_options.grid.value_or("")}; }
  /// Of verbs that take it as an argument too.
  [[nodiscard]] GridName name_given() const {
    if (!m_words.empty() && m_options.grid.has_value()) {
      throw Error(ErrorCode::usage, "a NAME and --grid cannot both be given", m_words.front(), {});
    }
    return m_words.empty() ? name() : GridName{m_words.front()};
  }
  [[nodiscard]] GridLook look_options() const {
    GridLook look;
    look.root = m_options.root.value_or("");
    look.user_feedback = m_options.feedback;
    if (m_verb == GridVerb::resume) {
      look.from_block = m_options.from.value_or("");
    }
    look.now = m_options.timestamp;
    return look;
  }

  [[nodiscard]] GridContext context_of(Context& context, const Store& store, const GridName& grid) const {
    GridContext found = grid_context(store, grid, look_options());
    if (!context.wants_json()) {
      context.talk(text_warnings(found.directory, context.error_terminal));
    }
    for (const Finding& finding : found.directory) {
      keep_warning(finding);
    }
    return found;
  }

  static void print(Context& context, const std::string& json, const std::string& text) {
    context.out.write(context.wants_json() ? json_success("grid", json) : text);
    context.out.flush();
  }

  template <class Row>
  static ExitCode print_rows(Context& context, std::string_view what, const Rows<Row>& rows,
                             const std::vector<Row>& list) {
    print(context, rows.json(what, list), rows.text(list, context.terminal));
    if (list.empty()) {
      context.talk("there are none\n");
    }
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode tell(Context& context, const GridChanged& changed) const {
    const Run run = condition_of(m_options).run;
    context.out.set_failure_hint("the change itself is done");
    print(context, json_changed(changed, run), text_changed(changed, context.terminal));
    context.talk(text_files_changed(changed, run));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode list(Context& context) const {
    std::vector<GridMission> missions = grid_missions(open(context));
    const std::string wanted = name().text;
    if (!wanted.empty()) {
      std::erase_if(missions, [&](const GridMission& mission) { return !is_named(mission, wanted); });
      if (missions.empty()) throw Error(ErrorCode::not_found, "there is no such mission", wanted, {});
    }
    print(context, json_missions(missions), text_missions(missions, context.terminal));
    if (missions.empty()) {
      context.talk("there are no missions; import a .grid/ directory, or begin with `rlmdb grid init`\n");
    }
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode show(Context& context) const {
    const Store& store = open(context);
    std::optional<std::int64_t> at;
    if (m_options.at.has_value()) {
      at = find_grid_moment(store, name(), number_or_utc("--at", *m_options.at));
    }
    const std::vector<GridFileText> files = grid_files(store, name(), at);
    if (m_words.empty()) {
      const GridMission mission = mission_of(store);
      print(context, json_mission(mission, files), text_mission(mission, files, context.terminal));
      return ExitCode::done;
    }
    const auto file = std::find_if(files.begin(), files.end(),
                                   [this](const GridFileText& one) { return one.name == m_words.front(); });
    if (file == files.end()) {
      throw Error(ErrorCode::not_found, "the mission has no such file", m_words.front(),
                  "`rlmdb grid show` lists those there are");
    }
    if (!context.wants_json()) {
      context.show_as(TerminalForm::document);
    }
    print(context, json_file(*file), file->text);
    return ExitCode::done;
  }

  [[nodiscard]] static bool is_named(const GridMission& mission, const std::string& name) {
    return mission.place == name || mission.cluster == name;
  }

  /// The one that `name()` stands for.
  [[nodiscard]] GridMission mission_of(const Store& store) const {
    const std::string wanted = name().text;
    for (const GridMission& mission : grid_missions(store)) {
      if (wanted.empty() || is_named(mission, wanted)) {
        return mission;
      }
    }
    throw Error(ErrorCode::not_found, "there is no such mission", wanted, {});
  }

  [[nodiscard]] ExitCode look(Context& context) const {
    const Store& store = open(context);
    const GridContext found = context_of(context, store, name_given());
    if (m_verb == GridVerb::validate) {
      print(context, json_validation(found), text_validation(found, context.terminal));
      return found.validation.is_valid() ? ExitCode::done : ExitCode::findings;
    }
    const GridPlans plans = grid_plans(store, {found.place}, look_options());
    print(context, json_context(found, plans), text_status(found, context.terminal));
    context.talk(text_plans(plans));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode resume(Context& context) const {
    if (m_options.apply.has_value()) {
      return apply_file(context);
    }
    const GridName grid = name_given();
    if (m_options.option.has_value() && !m_options.plan.has_value()) {
      context.out.require_writable();
      Store& store = open_database(context, Access::read_write);
      return tell(context, apply_grid_plan(store, grid_plans(store, grid, look_options()), *m_options.option,
                                           condition_of(m_options)));
    }
    const Store& store = open(context);
    GridPlans plans = grid_plans(store, grid, look_options());
    if (m_options.plan.has_value()) {
      return write_plan(context, store, std::move(plans));
    }
    const GridContext found = context_of(context, store, {plans.place});
    if (!context.wants_json()) {
      context.show_as(TerminalForm::document);
    }
    const std::size_t most_bytes = most_bytes_of(m_options);
    print(context, json_context(found, plans, most_bytes), prompt_of(found, most_bytes));
    context.talk(text_plans(plans));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode write_plan(Context& context, const Store& store, GridPlans plans) const {
    if (m_options.option.has_value()) {
      std::erase_if(plans.plans, [this](const GridPlan& plan) { return plan.option != *m_options.option; });
    }
    if (plans.plans.empty()) {
      throw Error(ErrorCode::not_found, "there is nothing to plan for the mission " + plans.place,
                  plans.place, "`rlmdb grid resume` says where it goes on");
    }
    const std::string text = grid_plans_text(plans);
    if (*m_options.plan == "-") {
      context.out.write(text);
      context.out.flush();
    } else {
      replace_file(store, fs::path(*m_options.plan), text);
      if (context.wants_json()) {
        print(context, json_plan_file(plans, *m_options.plan), {});
      }
    }
    context.talk(text_plans(plans));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode apply_file(Context& context) const {
    context.out.require_writable();
    const InputFile file(*m_options.apply);
    const GridPlans plans = read_grid_plans(read_all(file), file.name());
    if (plans.plans.size() != 1 && !m_options.option.has_value()) {
      throw Error(ErrorCode::usage, "the file holds several plans", file.name(),
                  "say which with --option NAME");
    }
    Store& store = open_database(context, Access::read_write);
    const std::string option =
        m_options.option.value_or(plans.plans.empty() ? "" : plans.plans.front().option);
    return tell(context, apply_grid_plan(store, plans, option, condition_of(m_options)));
  }

  [[nodiscard]] ExitCode compare(Context& context) const {
    const Store& store = open(context);
    const std::int64_t from = find_grid_moment(store, name(), number_or_utc("MOMENT", m_words.front()));
    std::optional<std::int64_t> to;
    if (m_words.size() > 1) {
      to = find_grid_moment(store, name(), number_or_utc("MOMENT", m_words[1]));
    }
    return print_rows(context, "differences", changed_member_rows(),
                      grid_differences(store, name(), from, to));
  }

  [[nodiscard]] ExitCode search(Context& context) const {
    std::optional<GridName> grid;
    if (m_options.grid.has_value()) {
      grid = name();
    }
    return print_rows(context, "found", found_line_rows(),
                      search_grids(open(context), m_words.front(), grid));
  }

  [[nodiscard]] ExitCode warmth(Context& context) const {
    if (!m_words.empty() && (m_words.front() != "show" || m_words.size() > 1)) {
      throw Error(ErrorCode::usage, "grid warmth knows show and add", m_words.front(),
                  "rlmdb grid warmth add gotchas 'Theme script must stay inlined'");
    }
    std::vector<WarmthItem> items;
    for (const GridWarmthCategory& category : grid_context(open(context), name()).warmth) {
      for (const std::string& item : category.items) {
        items.push_back({category.name, item});
      }
    }
    if (items.empty() || context.wants_json() || !context.terminal.is_terminal) {
      return print_rows(context, "warmth", warmth_rows(), items);
    }
    context.out.write(text_warmth(items, context.terminal));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode init(Context& context) const {
    context.out.require_writable();
    const NewGrid mission = new_grid(m_options);
    NewGridPlace place;
    place.place = m_options.grid.value_or("");
    if (m_options.is_written_through || !m_words.empty()) {
      place.directory = fs::path(m_words.empty() ? "." : m_words.front()) / ".grid";
    }
    NewGridPlace rehearsed = place;
    if (rehearsed.place.empty()) rehearsed.place = ".grid";
    place.is_written_through = m_options.is_written_through;
    const GridCondition condition = condition_of(m_options);
    // First, because the database of a project with a .grid/ lies in there.
    NewDirectory directory(place.is_written_through && condition.run == Run::apply ? place.directory
                                                                                   : fs::path());
    Store& store = open_or_create_database(
        context, [&](Store& first) { static_cast<void>(init_grid(first, rehearsed, mission, condition)); });
    const GridChanged changed = init_grid(store, place, mission, condition);
    directory.keep();
    return tell(context, changed);
  }

  [[nodiscard]] ExitCode restore(Context& context) const {
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    const std::int64_t moment = find_grid_moment(store, name(), number_or_utc("MOMENT", m_words.front()));
    return tell(context, restore_grid(store, name(), moment, {m_words.begin() + 1, m_words.end()},
                                      condition_of(m_options)));
  }

  [[nodiscard]] ExitCode write_through(Context& context) const {
    if (m_words.front() != "on" && m_words.front() != "off") {
      throw Error(ErrorCode::usage, "grid write-through is on or off", m_words.front(), {});
    }
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    const GridChanged changed = set_grid_write_through(store, name(), m_words.front() == "on");
    print(context, json_changed(changed, Run::apply), text_changed(changed, context.terminal));
    context.talk(text_written_through(changed, m_words.front() == "on"));
    return ExitCode::done;
  }

  GridOptions m_options;
  GridVerb m_verb = GridVerb::list;
  std::vector<std::string> m_words;
};

}  // namespace

CommandPtr make_grid_command() {
  return std::make_unique<GridCommand>();
}

}  // namespace rlmdb::cli
