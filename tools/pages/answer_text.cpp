// SPDX-License-Identifier: MIT
#include "pages/answer_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pages/roff.hpp"

namespace rlmdb::pages {
namespace {

using cli::Answer;
using cli::Answers;
using cli::Shape;

constexpr std::string_view k_signs =
    "A ? stands behind what may be null, ( ) around what is left out at times, [ ] around what is a list.";

class Teller {
 public:
  explicit Teller(std::vector<ToldObject>& told) : m_told(told) {}

  /// One object, and those within it that are new behind it.
  void tell(const std::string& name, const std::string& of, const Shape& shape) {
    const std::size_t place = m_told.size();
    m_told.push_back({name, of, {}, {}});
    std::vector<std::string> members;
    std::vector<std::pair<std::string, const Shape*>> within;
    for (const Shape::Member& member : shape.members) {
      std::string text = member.name;
      const std::string kind = kind_of(member.shape, member.name, within);
      if (kind == "?") text += kind;
      if (!kind.empty() && kind != "?") text += ": " + kind;
      members.push_back(member.is_optional ? fmt::format("({})", text) : text);
      if (!member.about.empty()) m_told[place].meanings.emplace_back(member.name, member.about);
    }
    m_told[place].members = fmt::format("{{{}}}", fmt::join(members, ", "));
    for (const auto& [inner, its_shape] : within) tell(inner, {}, *its_shape);
  }

 private:
  using Within = std::vector<std::pair<std::string, const Shape*>>;

  /// "[task]", "claim?"; "?" of a plain value that may be null, "" of any other.
  std::string kind_of(const Shape& shape, const std::string& member, Within& within) {
    std::string null = shape.is_nullable ? "?" : "";
    switch (shape.kind) {
      case Shape::Kind::list:
        return shape.parts.empty() ? "[ ]" + null
                                   : fmt::format("[{}]{}", kind_of(shape.parts[0], member, within), null);
      case Shape::Kind::object:
        return shape.is_open ? "{ }" + null : name_of(shape, member, within) + null;
      case Shape::Kind::one_of: {
        std::vector<std::string> each;
        for (const Shape& part : shape.parts) each.push_back(kind_of(part, member, within));
        return fmt::format("{}", fmt::join(each, " or "));
      }
      default:
        return null;
    }
  }

  std::string name_of(const Shape& shape, const std::string& member, Within& within) {
    cli::ShapeNames::Name name = m_names.of(shape, member);
    if (name.is_new) within.emplace_back(name.text, &shape);
    return std::move(name.text);
  }

  std::vector<ToldObject>& m_told;
  cli::ShapeNames m_names;
};

/// "`a`: x. `b`: y."
std::string meanings_text(const ToldObject& told, std::string (*mark)(std::string_view)) {
  std::vector<std::string> each;
  for (const auto& [member, meaning] : told.meanings) {
    each.push_back(fmt::format("{}: {}", mark(member), mark == &bold ? roff_text(meaning) : meaning));
  }
  return each.empty() ? "" : fmt::format("{}.", fmt::join(each, ". "));
}

std::string code(std::string_view text) {
  return fmt::format("`{}`", text);
}

}  // namespace

std::vector<ToldObject> told_objects(const Answers& answers) {
  std::vector<ToldObject> told;
  Teller teller(told);
  const std::string name = answers.form == Answers::Form::lines ? "line" : "data";
  for (const Answer& answer : answers.all) {
    std::string of(answer.name);
    std::replace(of.begin(), of.end(), '_', ' ');
    if (!answer.about.empty()) of += of.empty() ? answer.about : fmt::format(": {}", answer.about);
    teller.tell(name, of, answer.data);
  }
  return told;
}

std::string markdown_of_answers(const Answers& answers) {
  std::string text;
  for (const ToldObject& told : told_objects(answers)) {
    text +=
        fmt::format("- {}{}`{}`: `{}`{}{}\n", told.of,
                    told.of.empty()          ? ""
                    : told.of.ends_with('.') ? " "
                                             : ". ",
                    told.name, told.members, told.meanings.empty() ? "" : ". ", meanings_text(told, &code));
  }
  return text;
}

std::string roff_of_answers(const Answers& answers) {
  std::string text = roff_text(fmt::format("{} {}", answers.about, k_signs)) + "\n";
  for (const ToldObject& told : told_objects(answers)) {
    text += fmt::format(".TP\n{}\n", bold(told.name));
    if (!told.of.empty()) text += roff_text(told.of) + "\n.br\n";
    text += roff_text(told.members) + "\n";
    if (!told.meanings.empty()) text += ".br\n" + meanings_text(told, &bold) + "\n";
  }
  return text;
}

}  // namespace rlmdb::pages
