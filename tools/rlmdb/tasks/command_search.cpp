// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/nearest_word.hpp"
#include "rlmdb/search.hpp"
#include "tasks/time_options.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_room_for_place = 30;

std::string place_of_found(const Found& found) {
  return found.variable.empty() ? std::string(to_text(found.in)) : "variable " + found.variable;
}

/// «match» between what stands around it.
std::string marked(const Found& found) {
  return found.before + "«" + found.match + "»" + found.after;
}

/// The same on a screen, which has less room before it.
TableCell marked_cell(const Found& found, const Terminal& terminal) {
  constexpr std::size_t k_most_before = 24;
  std::size_t begin = found.before.size() - std::min(found.before.size(), k_most_before);
  while (begin < found.before.size() && (static_cast<unsigned char>(found.before[begin]) & 0xC0U) == 0x80U)
    ++begin;
  const std::string dots(begin > 0 ? ellipsis_of(terminal) : std::string_view());
  return {dots + found.before.substr(begin) + "«" + found.match + "»" + found.after};
}

Tint tint_of_found(const Found& found) {
  return tint_of(state_named(found.state));
}

const Rows<Found>& found_rows() {
  static const Rows<Found> k_rows(
      {{"id",
        about("of the task; of a variable of no task whose it is", &Found::id),
        {"ID", 16},
        tint_of_found},
       {"in", &Found::in},
       {"variable", about("its name", unless_empty(&Found::variable))},
       {"state", about("of the task", unless_empty(&Found::state))},
       {"created_at", about("of the task", as_time(&Found::created_at)), {"CREATED", time_width()}},
       {"tree_id", &Found::tree_id, {"TREE", 13}},
       {"times", about("how often it stands there", &Found::times)},
       {"at_byte", about("where the first one begins", &Found::at_byte)},
       {"before", about("at most 80 bytes", &Found::before)},
       {"match", about("the first one as it is written", &Found::match)},
       {"after", about("at most 80 bytes", &Found::after)}},
      {{"place", place_of_found, {"IN", 6}}, {"text", marked, {"TEXT", 8, k_room_for_place}, marked_cell}},
      {.screen = "id place created_at tree_id text",
       .lines = "id place created_at tree_id times text",
       .gives_way = "created_at tree_id",
       .may_lack = "tree_id"});
  return k_rows;
}

class SearchCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "search",
        "find text in prompts, results, errors, outputs, notes, variables",
        "TEXT... [options]",
        "Those of the newest task first, each text that holds it once, with its first\n"
        "place marked «so». Upper and lower case of A to Z are the same. Several words\n"
        "are one text with spaces between them. All texts are read: there is no index.",
        {"rlmdb search billing", "# in one tree, which errors speak of a timeout",
         "rlmdb search timed out --tree tree-12345678 --in error", "# the tasks to look at",
         "rlmdb search billing --json | jq -r '.data.found[].id' | sort -u"},
        {{4, "there is no such database or tree"}},
        {"list", "show", "sql"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("TEXT", m_words, 1, Options::k_most_words, "what to look for");
    options.text(
        "--tree", [this](const std::string& id) { m_request.tree = TreeId{id}; }, "ID",
        "only tasks of this tree, and variables of its own");
    options.add(
        Option::Kind::texts, "--in", fmt::format("{}", fmt::join(k_words_of<SearchedText>, "|")),
        "only in these texts; repeatable", [this](const Words& words) {
          for (const std::string& word : words) {
            m_request.only.push_back(member_named<SearchedText>(word, "there is no text '" + word + "'"));
          }
        });
    m_created.setup(options);
    options.number("--limit", {}, m_limit, "end after N; {} (default): all");
    options.number("--after", {}, m_after, "leave the first N out, `next` of the part before").initially("0");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"Texts that hold what was looked for, those of the newest task first.",
            {{"search", "", shape_of([] { return document({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    m_request.created = m_created.span();
    m_request.text = fmt::format("{}", fmt::join(m_words, " "));
    const Store& store = open_database(context, Access::read_only);
    std::vector<Found> all;
    bool has_more = false;
    std::int64_t passed = 0;
    search(store, m_request, [&](const Found& found) {
      if (passed < m_after) {
        ++passed;
        return true;
      }
      has_more = (m_limit > 0 && static_cast<std::int64_t>(all.size()) == m_limit) ||
                 rows_shown(all.size() + 1, context.terminal) == all.size();
      if (!has_more) all.push_back(found);
      return !has_more;
    });
    const std::int64_t end = m_after + static_cast<std::int64_t>(all.size());
    const NumberedPart part{m_limit, has_more ? std::optional(end) : std::nullopt};
    context.out.write(context.wants_json() ? json_success("search", document(all, part))
                                           : found_rows().text(all, context.terminal));
    if (has_more && m_limit == 0) context.out.write(rest_of_list({}, context.terminal));
    context.out.flush();
    if (all.empty()) context.talk("nothing holds it\n");
    if (has_more && m_limit > 0) context.talk("there is more: --limit ended it\n");
    return ExitCode::done;
  }

 private:
  static std::string document(const std::vector<Found>& all, const NumberedPart& part) {
    JsonObject object;
    object.add_array("found", all, found_rows()).add("count", all.size());
    add_part(object, part);
    return object.text();
  }

  Words m_words;
  SearchRequest m_request;
  CreatedOptions m_created;
  std::int64_t m_limit = 0;
  std::int64_t m_after = 0;
};

}  // namespace

CommandPtr make_search_command() {
  return std::make_unique<SearchCommand>();
}

}  // namespace rlmdb::cli
