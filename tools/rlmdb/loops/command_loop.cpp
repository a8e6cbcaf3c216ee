// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "loops/loop_options.hpp"
#include "loops/print_loops.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/replace_file.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class LoopCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "loop",
        "look at Ralph loops, and bring them up to date",
        "VERB [ID] [JSON] [options]",
        "Without JSON, or with - for it, it is read from standard input. Each change is\n"
        "one transaction and one event; a regression that record notes has its own.",
        {"id=$(rlmdb loop start 'Fix all tests' --completion 'npm test passes')",
         R"(rlmdb loop record "$id" '{"quality_score": 72, "artifacts": []}')",
         "# the score is computed: 30, 25, 25, 10 and 10 per cent",
         "rlmdb loop record \"$id\" <breakdown.json", "rlmdb loop regression \"$id\" <regression.json",
         "rlmdb loop best \"$id\"", "rlmdb loop report \"$id\" --html -o loop.html"},
        {{4, "there is no such database, loop or regression"},
         {6,
          "the JSON is none, or a member is missing, of a wrong type or out of its range; a score and its "
          "breakdown disagree; nothing was changed"},
         {7,
          "the loop's status or version does not allow it, it is archived, its id is taken, or four are "
          "active, or FILE may not be overwritten: see rlmdb-export(1); nothing was changed"}},
        {"checkpoint", "import", "export", "events"},
        loop_verbs()};
    return k_text;
  }

  void setup(Options& options) override { add_loop_options(options, m_options); }
  [[nodiscard]] const Verb* verb() const override {
    return &loop_verbs().all[loop_verbs().find(m_options.words)];
  }

  [[nodiscard]] Answers answers() const override {
    Answers answers{"Loops as their documents have them; what a document does not say is null.",
                    {{"list", "", shape_of([] { return json_loops({}); })},
                     {"show", "", shape_of([] { return json_loop({}); })},
                     {"compare", "Two loops side by side.", shape_of([] { return json_compared({}, {}); })},
                     {"written", "Of report and export, which need -o: the file that was written.",
                      shape_of([] { return json_written({}, {}, {}, {}); })},
                     {"change", "Of the verbs that change a loop: what the change has come to.",
                      shape_of([] { return json_changed({}); })}}};
    for (const LoopVerb verb : {LoopVerb::iterations, LoopVerb::best, LoopVerb::regressions,
                                LoopVerb::recoveries, LoopVerb::levels, LoopVerb::patterns}) {
      answers.all.push_back({verb_of(verb).name, "", shape_of([verb] { return json_entries(verb, {}); })});
    }
    return answers;
  }

  ExitCode run(Context& context) override {
    m_verb = static_cast<LoopVerb>(loop_verbs().find(m_options.words));
    if (verb_of(m_verb).changes) {
      change(context);
    } else if (m_verb == LoopVerb::list) {
      list(context);
    } else if (m_verb == LoopVerb::compare) {
      compare(context);
    } else if (m_verb == LoopVerb::export_state) {
      write_document(context);
    } else {
      read(context);
    }
    return ExitCode::done;
  }

 private:
  [[nodiscard]] std::string id() const { return words_of(m_verb, m_options).front(); }

  static void print(Context& context, const std::string& json, const std::string& text) {
    context.out.write(context.wants_json() ? json_success("loop", json) : text);
    context.out.flush();
  }

  void change(Context& context) const {
    context.out.require_writable();
    const LoopChanged changed = m_verb == LoopVerb::start ? start(context) : change_one(context);
    context.out.set_failure_hint("the change itself is done");
    print(context, json_changed(changed), text_changed(m_verb, changed, context.terminal));
    context.talk(text_consequences(changed));
  }

  [[nodiscard]] LoopChanged start(Context& context) const {
    const NewLoop loop = new_loop(m_options);
    Store& store =
        open_or_create_database(context, [&](Store& first) { static_cast<void>(start_loop(first, loop)); });
    return start_loop(store, loop);
  }

  [[nodiscard]] LoopChanged change_one(Context& context) const {
    Store& store = open_database(context, Access::read_write);
    return change_loop(store, m_verb, m_options);
  }

  void list(Context& context) const {
    static_cast<void>(words_of(m_verb, m_options));
    const auto limit = static_cast<std::size_t>(m_options.limit);
    // One more than is shown tells whether there are more.
    std::vector<Loop> loops =
        list_loops(open_database(context, Access::read_only),
                   m_options.shows_all ? LoopsShown::all : LoopsShown::active, limit == 0 ? 0 : limit + 1);
    const bool has_more = limit != 0 && loops.size() > limit;
    if (has_more) {
      loops.pop_back();
    }
    print(context, json_loops(loops), text_loops(loops, context.terminal));
    if (loops.empty()) {
      context.talk(m_options.shows_all ? "there are no loops\n"
                                       : "no loop is active; --all shows the others\n");
    }
    if (has_more) {
      context.talk(fmt::format("there are more than {}; --limit 0 shows all\n", limit));
    }
  }

  void compare(Context& context) const {
    const std::vector<std::string> ids = words_of(m_verb, m_options);
    const auto [first, second] = compare_loops(open_database(context, Access::read_only), {ids[0]}, {ids[1]});
    print(context, json_compared(first, second), text_compared(first, second, context.terminal));
  }

  void read(Context& context) const {
    const std::string name = id();
    check_output(context);
    const Store& store = open_database(context, Access::read_only);
    LoopDetails details = loop_details(store, {name});
    if (m_verb == LoopVerb::report) {
      write_report(context, store, details);
      return;
    }
    if (m_verb == LoopVerb::show) {
      print(context, json_loop(details), text_loop(details, context.terminal));
      return;
    }
    if (m_options.only_open) {
      std::erase_if(details.regressions, [](const LoopRegression& one) { return !one.is_open; });
    }
    print(context, json_entries(m_verb, details), text_entries(m_verb, details, context.terminal));
    if (count_entries(m_verb, details) == 0) {
      context.talk("there are none\n");
    }
  }

  [[nodiscard]] bool is_to_stdout() const {
    return !m_options.output.has_value() || *m_options.output == "-";
  }

  void check_output(const Context& context) const {
    if (m_options.output.has_value() && m_options.output->empty()) {
      throw Error(ErrorCode::usage, "-o names no file", {}, "give it a path, or - for standard output");
    }
    const bool is_document = m_verb == LoopVerb::report || m_verb == LoopVerb::export_state;
    if (is_document && is_to_stdout() && context.wants_json()) {
      throw Error(ErrorCode::usage, "with --json standard output would hold two documents", {},
                  "give it a file with -o FILE, or leave --json out");
    }
  }

  void tell_written(Context& context, const std::string& name, std::string_view format,
                    std::size_t bytes) const {
    const std::string file = m_options.output.value_or("");
    if (context.wants_json()) {
      context.out.set_failure_hint("the file itself is complete");
      write_success(context.out, "loop", json_written(name, file, format, bytes));
      return;
    }
    context.talk(fmt::format("{}: loop {}, {}\n", make_visible(file), make_visible(name), bytes_text(bytes)));
  }

  void write_report(Context& context, const Store& store, const LoopDetails& details) const {
    const std::string document =
        m_options.is_html ? html_loop_report(details) : markdown_loop_report(details);
    if (is_to_stdout()) {
      context.show_as(TerminalForm::document);
      context.out.write(document);
      return;
    }
    replace_file(store, std::filesystem::path(*m_options.output), document);
    tell_written(context, details.loop.loop_id, m_options.is_html ? "html" : "markdown", document.size());
  }

  void write_document(Context& context) const {
    const std::string name = id();
    check_output(context);
    const Store& store = open_database(context, Access::read_only);
    if (is_to_stdout()) {
      context.show_as(TerminalForm::json);
      static_cast<void>(
          export_loop(store, name, [&context](std::string_view piece) { context.out.write(piece); }));
      return;
    }
    const ExportReport report = export_loop(store, name, std::filesystem::path(*m_options.output));
    tell_written(context, name, "loop", report.bytes);
  }

  LoopOptions m_options;
  LoopVerb m_verb = LoopVerb::list;
};

}  // namespace

CommandPtr make_loop_command() {
  return std::make_unique<LoopCommand>();
}

}  // namespace rlmdb::cli
