// SPDX-License-Identifier: MIT
#include "grid/decisions_text.hpp"

#include "grid/labelled_text.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::grid {

namespace {

std::string option_json(const GridOption& option) {
  json::ObjectText object;
  object.add("key", json::quoted(option.key));
  object.add("text", json::quoted(option.text));
  return object.finish();
}

/// `vercel: "Native Astro support"`, or a key alone.
GridOption option_in(const std::string& value) {
  const std::string whole = unquoted(value);
  if (whole != value) return {whole, {}};
  const std::size_t colon = value.find(": ");
  if (colon != std::string::npos)
    return {unquoted(value.substr(0, colon)), unquoted(trimmed(std::string_view(value).substr(colon + 1)))};
  return {value.ends_with(':') ? value.substr(0, value.size() - 1) : value, {}};
}

std::string options_json(const LabelledValue& label) {
  std::vector<std::string> options;
  if (!label.value.empty()) options.push_back(option_json(option_in(label.value)));
  for (const std::string& bullet : label.bullets) options.push_back(option_json(option_in(bullet)));
  return as_array(options);
}

std::string member_of_decision(const std::string& name) {
  if (name == "user_choice") return "choice";
  if (name == "options_presented") return "options";
  return name;
}

std::string read_decision(const Section& section, const NumberedHeading& heading) {
  MemberList members;
  members.set("number", json::quoted(heading.number));
  if (!heading.rest.empty()) members.set("at", json::quoted(heading.rest));
  for (const LabelledValue& label : labels_of(section)) {
    const std::string member = member_of_decision(label.name);
    if (member == "number" || member == "at") continue;
    members.set(member, member == "options" ? options_json(label) : json::quoted(text_of(label)));
  }
  return members.finish();
}

void require_key(const std::string& key, const std::string& where) {
  require_plain(key, where);
  const bool is_clear = !key.empty() && trimmed(key) == key && key.find('\n') == std::string::npos &&
                        key.find(": ") == std::string::npos && !key.ends_with(':') && key.front() != '"' &&
                        key.front() != '\'';
  if (!is_clear)
    throw Error(ErrorCode::invalid_input,
                where +
                    " has to be one line without spaces around it, quotes at its beginning or a colon "
                    "with a space behind it",
                where, "nothing was changed; give the option a short key, and say more in its text");
}

void require_decision(const NewGridDecision& decision) {
  require_plain(decision.question, "question");
  require_plain(decision.choice, "choice");
  require_plain(decision.rationale, "rationale");
  require_plain(decision.affects, "affects");
  if (decision.question.empty() || decision.choice.empty())
    throw Error(ErrorCode::invalid_input, "a decision needs a question and a choice",
                decision.question.empty() ? "question" : "choice", "nothing was changed");
  for (std::size_t i = 0; i < decision.options.size(); ++i) {
    require_key(decision.options[i].key, "options/" + std::to_string(i) + "/key");
    require_plain(decision.options[i].text, "options/" + std::to_string(i) + "/text");
  }
}

}  // namespace

std::vector<std::string> read_decisions(std::string_view text, std::size_t begin) {
  std::vector<std::string> decisions;
  SectionReader reader(text, begin);
  for (Section section; reader.next(section);) {
    if (const auto heading = numbered_heading(section, "Decision"))
      decisions.push_back(read_decision(section, *heading));
  }
  return decisions;
}

std::string decision_section(const NewGridDecision& decision, std::int64_t number, std::string_view at,
                             std::string_view line_end) {
  require_decision(decision);
  std::string section = "## Decision " + std::to_string(number) + ": ";
  section.append(at).append(line_end);
  section += label_line("Question", decision.question, Quotes::where_needed, line_end);
  if (!decision.options.empty()) section.append("**Options Presented:**").append(line_end);
  for (const GridOption& option : decision.options) {
    section.append("- ").append(option.key);
    if (!option.text.empty()) section.append(": ").append(as_value(option.text, Quotes::always, line_end));
    section.append(line_end);
  }
  section += label_line("User Choice", decision.choice, Quotes::where_needed, line_end);
  if (!decision.rationale.empty())
    section += label_line("Rationale", decision.rationale, Quotes::always, line_end);
  if (!decision.affects.empty())
    section += label_line("Affects", decision.affects, Quotes::where_needed, line_end);
  return section;
}

std::string decision_json(const NewGridDecision& decision, std::int64_t number, std::string_view at) {
  std::vector<std::string> options;
  for (const GridOption& option : decision.options) options.push_back(option_json(option));
  json::ObjectText object;
  object.add("number", json::quoted(std::to_string(number)));
  object.add("at", json::quoted(at));
  object.add("question", json::quoted(decision.question));
  if (!options.empty()) object.add("options", as_array(options));
  object.add("choice", json::quoted(decision.choice));
  if (!decision.rationale.empty()) object.add("rationale", json::quoted(decision.rationale));
  if (!decision.affects.empty()) object.add("affects", json::quoted(decision.affects));
  return object.finish();
}

}  // namespace rlmdb::grid
