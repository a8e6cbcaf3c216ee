// SPDX-License-Identifier: MIT
#include "frame/other_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "frame/parse.hpp"

namespace rlmdb::cli {
namespace {

struct Taken {
  std::string_view word;
  std::string_view meant;  ///< words that take its place
};

struct Said {
  std::string_view word;
  std::string_view what_to_type;
};

constexpr std::array k_commands = std::to_array<Taken>({
    {"ls", "list"},
    {"add", "task add"},
    {"new", "task add"},
    {"create", "task add"},
    {"start", "task start"},
    {"done", "task complete"},
    {"finish", "task complete"},
    {"complete", "task complete"},
    {"close", "task complete"},
    {"fail", "task fail"},
    {"cancel", "task cancel"},
    {"retry", "task retry"},
    {"note", "task note"},
    {"comment", "task note"},
    {"rerun", "task retry"},
    {"append", "task append"},
    {"set", "task set"},
    {"depend", "task depend"},
    {"dep", "task depend"},
    {"link", "task depend"},
    {"get", "show"},
    {"info", "show"},
    {"cat", "show"},
    {"open", "show"},
    {"print", "show"},
    {"view", "show"},
    {"log", "events"},
    {"logs", "events"},
    {"history", "events"},
    {"tail", "events --follow"},
    {"count", "stats"},
    {"stat", "stats"},
    {"top", "progress --watch"},
    {"watch", "progress --watch"},
    {"next", "ready"},
    {"todo", "ready"},
    {"todos", "ready"},
    {"queue", "ready"},
    {"why", "ready --explain"},
    {"blocked", "ready --explain"},
    {"check", "verify"},
    {"doctor", "verify"},
    {"csv", "list --csv"},
    {"find", "search"},
    {"grep", "search"},
    {"version", "--version"},
});

constexpr std::string_view k_remove =
    "`rlmdb task remove ID` takes a task out for good, `rlmdb task cancel ID` only ends it, `rlmdb cleanup` "
    "takes out "
    "what is old";
constexpr std::string_view k_change =
    "`rlmdb task set ID FIELD=JSON` changes what a task says, `rlmdb task complete ID` and its like the "
    "state";
constexpr std::string_view k_undo =
    "nothing undoes a change: `rlmdb events --task ID --changes` shows what there was before, for `rlmdb "
    "task set`; "
    "`rlmdb restore FILE` puts back a whole backup";
constexpr std::string_view k_compare =
    "`rlmdb verify FILE` compares with a legacy file, `rlmdb checkpoint diff A B` two checkpoints; "
    "`rlmdb events --changes` shows what was changed";
constexpr std::string_view k_tidy =
    "`rlmdb cleanup --dry-run` says what is old enough to go, `rlmdb vacuum` makes the file smaller";
constexpr std::string_view k_go_on =
    "`rlmdb recover --dry-run` says what a crash has left running, `rlmdb recover` queues it again; `rlmdb "
    "ready` has "
    "what can be claimed";
constexpr std::string_view k_end =
    "`rlmdb task cancel ID` ends a task, `rlmdb release ID --token T` gives a claim back";
constexpr std::string_view k_mend =
    "`rlmdb verify` says what is wrong, `rlmdb recover` queues again what a crash has left running, `rlmdb "
    "restore "
    "FILE` puts back a backup";
constexpr std::string_view k_note =
    R"(`rlmdb task note ID TEXT` keeps it with the task, `rlmdb task set ID metadata.label='"TEXT"'` under any name)";
constexpr std::string_view k_fetch = "`rlmdb import FILE|DIR` takes in what is new in legacy files";
constexpr std::string_view k_run = "`rlmdb work -- COMMAND` runs a command for each task that it claims";
constexpr std::string_view k_wait =
    "`rlmdb claim --wait 30s` waits for a task, `rlmdb progress --watch` until a tree has ended";

constexpr std::array k_said_of_commands = std::to_array<Said>({
    {"rm", k_remove},
    {"del", k_remove},
    {"delete", k_remove},
    {"remove", k_remove},
    {"update", k_change},
    {"edit", k_change},
    {"modify", k_change},
    {"change", k_change},
    {"assign", R"(`rlmdb task set ID agent='"NAME"'` gives a task to an agent)"},
    {"move",
     R"(`rlmdb task set ID FIELD=JSON` changes what a task says; `rlmdb backup FILE` copies the database)"},
    {"undo", k_undo},
    {"redo", k_undo},
    {"revert", k_undo},
    {"rollback", k_undo},
    {"diff", k_compare},
    {"compare", k_compare},
    {"prune", k_tidy},
    {"gc", k_tidy},
    {"clean", k_tidy},
    {"compact", k_tidy},
    {"resume", k_go_on},
    {"continue", k_go_on},
    {"stop", k_end},
    {"kill", k_end},
    {"abort", k_end},
    {"end", k_end},
    {"block", "`rlmdb task depend add ID --on ID` makes a task wait for another"},
    {"fix", k_mend},
    {"repair", k_mend},
    {"dump", "`rlmdb export -o FILE` writes the tasks as JSON, `rlmdb backup FILE` copies the database"},
    {"sync", k_fetch},
    {"pull", k_fetch},
    {"push", "`rlmdb export --format project -o DIR` writes all legacy files"},
    {"tag", k_note},
    {"label", k_note},
    {"due", "`rlmdb ready` goes by priority: `rlmdb task set ID priority=9` brings a task forward"},
    {"run", k_run},
    {"exec", k_run},
    {"wait", k_wait},
    {"save",
     "every change is saved; `rlmdb checkpoint create` keeps a tree's state, `rlmdb backup FILE` all"},
});

struct VerbTaken {
  std::string_view command;
  std::string_view word;
  std::string_view meant;  ///< with the command: "task complete"
};

constexpr std::array k_verbs = std::to_array<VerbTaken>({
    {"task", "new", "task add"},        {"task", "create", "task add"},
    {"task", "done", "task complete"},  {"task", "finish", "task complete"},
    {"task", "close", "task complete"}, {"task", "comment", "task note"},
    {"task", "rerun", "task retry"},    {"task", "requeue", "task retry"},
    {"task", "list", "list"},           {"task", "ls", "list"},
    {"task", "show", "show"},           {"task", "get", "show"},
    {"task", "info", "show"},           {"task", "view", "show"},
    {"task", "claim", "claim"},         {"task", "heartbeat", "heartbeat"},
    {"task", "release", "release"},     {"task", "ready", "ready"},
    {"task", "next", "ready"},          {"task", "history", "events"},
    {"task", "log", "events"},          {"task", "dep", "task depend"},
});

/// Of any command that has the verb behind it, and where that only reads.
constexpr std::array k_verbs_anywhere = std::to_array<Taken>({
    {"ls", "list"},
    {"info", "show"},
    {"get", "show"},
    {"cat", "get"},
    {"show", "get"},
    {"log", "history"},
    {"compare", "diff"},
});

/// Of any command that has one of the verbs behind it.
constexpr std::array k_said_of_verbs = std::to_array<Said>({
    {"rm", "remove delete drop prune"},
    {"del", "remove delete drop prune"},
    {"delete", "remove drop prune"},
    {"remove", "delete drop prune"},
    {"unset", "delete"},
    {"clean", "prune"},
    {"new", "create start add"},
    {"add", "create start"},
    {"save", "create"},
    {"create", "start add"},
    {"update", "set"},
    {"edit", "set"},
    {"modify", "set"},
    {"change", "set"},
    {"put", "set"},
    {"stop", "cancel pause"},
    {"kill", "cancel"},
    {"abort", "cancel"},
    {"rollback", "restore"},
    {"revert", "restore"},
    {"load", "restore"},
    {"mv", "rename"},
    {"move", "rename"},
    {"end", "complete"},
});

struct OptionTaken {
  std::string_view command;  ///< with its verb, where that matters
  std::string_view option;
  std::string_view meant;
};

constexpr std::array k_options = std::to_array<OptionTaken>({
    {"list", "--status", "--state"},
    {"list", "-n", "--limit"},
    {"ready", "-n", "--limit"},
    {"events", "-n", "--limit"},
    {"claim", "--worker", "--owner"},
    {"claim", "--by", "--owner"},
    {"task add", "-p", "--priority"},
    {"task add", "--title", "--prompt"},
    {"task add", "--text", "--prompt"},
    {"task fail", "--reason", "--error"},
    {"task fail", "--message", "--error"},
    {"task complete", "--output", "--result"},
});

constexpr std::array k_said_of_options = std::to_array<OptionTaken>({
    {"task", "--description", "the prompt says all that is to be done: --prompt 'TITLE: what to do'"},
    {"task", "--title", "the prompt says what is to be done: `rlmdb task add --prompt TEXT`"},
    {"task", "--label", R"(`rlmdb task add --metadata '{"label": "NAME"}'` keeps it with the task)"},
    {"task", "--tag", R"(`rlmdb task add --metadata '{"tag": "NAME"}'` keeps it with the task)"},
    {"task", "--due", "a task has a priority, and no date by which it is due: --priority 9"},
    {"task", "--state", "`rlmdb task start`, complete, fail, cancel and retry change the state"},
    {"task", "--status", "`rlmdb task start`, complete, fail, cancel and retry change the state"},
    {"list", "--failed", "that is --state failed"},
    {"list", "--running", "that is --state running"},
    {"list", "--queued", "that is --state queued"},
    {"list", "--completed", "that is --state completed"},
});

Words split_at_spaces(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

template <class Row, std::size_t Count>
const Row* row_of(const std::array<Row, Count>& rows, std::string_view word) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.word == word; });
  return found == rows.end() ? nullptr : &*found;
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

/// The first word that is no option and no value of one.
std::size_t place_of_command(const Words& words, const Options& program) {
  std::size_t place = 0;
  while (place < words.size() && is_option(words[place])) {
    const Option* option = option_named(program, words[place]);
    const bool has_value =
        option != nullptr && !option->type.empty() && words[place].find('=') == std::string::npos;
    place += has_value ? 2 : 1;
  }
  return place;
}

void replace(Words& words, std::size_t place, std::size_t count, std::string_view meant) {
  const auto at = words.begin() + static_cast<std::ptrdiff_t>(place);
  const Words instead = split_at_spaces(meant);
  words.insert(words.erase(at, at + static_cast<std::ptrdiff_t>(count)), instead.begin(), instead.end());
}

const Command* command_named(const std::vector<CommandPtr>& commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const CommandPtr& one) { return one->text().name == name; });
  return found == commands.end() ? nullptr : found->get();
}

const Verb* verb_named(const Verbs& verbs, std::string_view word) {
  const auto found =
      std::find_if(verbs.all.begin(), verbs.all.end(), [&](const Verb& verb) { return verb.word() == word; });
  return found == verbs.all.end() ? nullptr : &*found;
}

/// "task complete" for "task done".
std::string verb_meant(const Verbs& verbs, std::string_view word) {
  for (const VerbTaken& row : k_verbs) {
    if (row.command == verbs.command && row.word == word) return std::string(row.meant);
  }
  const Taken* row = row_of(k_verbs_anywhere, word);
  const Verb* verb = row == nullptr ? nullptr : verb_named(verbs, row->meant);
  return verb == nullptr || verb->changes ? std::string{} : fmt::format("{} {}", verbs.command, verb->word());
}

/// "task add" of "rlmdb task add", "list" of "rlmdb list".
std::string call_at(const Words& words, std::size_t place, const Command& command) {
  const std::string name(command.text().name);
  const bool has_verb = !command.text().verbs.all.empty() && place + 1 < words.size();
  return has_verb ? name + " " + words[place + 1] : name;
}

void take_options(Words& words, std::size_t place, const std::string& call) {
  for (auto word = words.begin() + static_cast<std::ptrdiff_t>(place); word != words.end() && *word != "--";
       ++word) {
    for (const OptionTaken& row : k_options) {
      const std::string_view name = std::string_view(*word).substr(0, word->find('='));
      if (row.command == call && name == row.option) word->replace(0, name.size(), row.meant);
    }
  }
}

/// `task depend A B`, where the tasks are named at once.
void take_depend(Words& words, std::size_t place) {
  constexpr std::array<std::string_view, 3> k_what{"add", "remove", "list"};
  const bool is_bare = place + 3 < words.size() && words[place] == "task" && words[place + 1] == "depend" &&
                       !is_option(words[place + 2]) && !is_option(words[place + 3]) &&
                       std::find(k_what.begin(), k_what.end(), words[place + 2]) == k_what.end();
  if (is_bare) words.insert(words.begin() + static_cast<std::ptrdiff_t>(place) + 2, "add");
}

}  // namespace

Words in_own_words(Words words, const Options& program, const std::vector<CommandPtr>& commands) {
  const std::size_t place = place_of_command(words, program);
  if (place >= words.size()) return words;
  if (command_named(commands, words[place]) == nullptr) {
    const Taken* row = row_of(k_commands, words[place]);
    if (row == nullptr) return words;
    replace(words, place, 1, row->meant);
  }
  const Command* command = command_named(commands, words[place]);
  if (command == nullptr) return words;
  const Verbs& verbs = command->text().verbs;
  if (place + 1 < words.size() && !verbs.all.empty() && verb_named(verbs, words[place + 1]) == nullptr) {
    const std::string meant = verb_meant(verbs, words[place + 1]);
    if (!meant.empty()) replace(words, place, 2, meant);
  }
  take_options(words, place, call_at(words, place, *command_named(commands, words[place])));
  take_depend(words, place);
  return words;
}

std::optional<std::string> instead_of_command(std::string_view word) {
  if (const Said* row = row_of(k_said_of_commands, word)) return std::string(row->what_to_type);
  if (const Taken* row = row_of(k_commands, word))
    return fmt::format("`rlmdb {}` is `rlmdb {}`", word, row->meant);
  return std::nullopt;
}

std::optional<std::string> instead_of_verb(const Verbs& command, std::string_view word) {
  if (const Said* row = row_of(k_said_of_verbs, word)) {
    for (const std::string& meant : split_at_spaces(row->what_to_type)) {
      if (const Verb* verb = verb_named(command, meant)) {
        return fmt::format("that is `rlmdb {} {}`: {}", command.command, verb->call(), verb->summary);
      }
    }
  }
  if (command.command != "task") return std::nullopt;
  const Said* row = row_of(k_said_of_commands, word);
  return row == nullptr ? std::nullopt : std::optional<std::string>(row->what_to_type);
}

std::optional<std::string> instead_of_option(std::string_view command, std::string_view option) {
  for (const OptionTaken& row : k_said_of_options) {
    if (row.command == command && row.option == option) return std::string(row.meant);
  }
  return std::nullopt;
}

}  // namespace rlmdb::cli
