// SPDX-License-Identifier: MIT
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid_resume.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb {

namespace grid {

namespace {

constexpr std::string_view k_format = "1";
constexpr const char* k_hint = "nothing was changed; make the plan anew with `rlmdb grid resume --plan FILE`";

/// Reads the members of a document that somebody may have changed, and says where one is not as it was
/// written.
class Reader {
 public:
  Reader(std::string_view json, std::string pointer, const std::string& name)
      : m_json(json), m_pointer(std::move(pointer)), m_name(name) {}

  [[nodiscard]] std::string text(std::string_view member) const {
    const auto value = json_string_text(raw(member));
    if (!value) refuse(member, "it is no text");
    return *value;
  }
  [[nodiscard]] std::int64_t number(std::string_view member) const {
    const auto value = json::exact_int64(raw(member));
    if (!value) refuse(member, "it is no whole number");
    return *value;
  }
  [[nodiscard]] bool boolean(std::string_view member) const {
    const std::string_view value = raw(member);
    if (value != "true" && value != "false") refuse(member, "it is neither true nor false");
    return value == "true";
  }
  void each(std::string_view member, const std::function<void(const Reader&)>& use) const {
    const std::string_view list = raw(member);
    if (json_kind(list) != JsonKind::array) refuse(member, "it is no list");
    std::size_t place = 0;
    for (const std::string_view element : split_json_array(list))
      use(Reader(element, m_pointer + "/" + std::string(member) + "/" + std::to_string(place++), m_name));
  }
  [[nodiscard]] std::string text() const {
    const auto value = json_string_text(m_json);
    if (!value) refuse("", "it is no text");
    return *value;
  }

  [[noreturn]] void refuse(std::string_view member, const std::string& why) const {
    throw Error(ErrorCode::invalid_input, "the plan is not as it was written: " + why,
                m_name + " " + m_pointer + (member.empty() ? "" : "/" + std::string(member)), k_hint);
  }

 private:
  [[nodiscard]] std::string_view raw(std::string_view member) const {
    const auto value = find_json_member(m_json, member);
    if (!value) refuse(member, "the member is missing");
    return *value;
  }

  std::string_view m_json;
  std::string m_pointer;
  const std::string& m_name;
};

void append_list(std::string& json, const std::vector<std::string>& texts) {
  json += '[';
  for (const std::string& text : texts)
    json.append(&text == texts.data() ? "" : ", ").append(json::quoted(text));
  json += ']';
}

void append_plan(std::string& json, const GridPlan& plan) {
  json.append("    {\n      \"option\": ").append(json::quoted(plan.option));
  json.append(",\n      \"what\": ").append(json::quoted(plan.what)).append(",\n      \"commands\": ");
  append_list(json, plan.commands);
  json.append(",\n      \"edits\": [");
  for (const GridFileEdit& edit : plan.edits) {
    json.append(&edit == plan.edits.data() ? "\n" : ",\n")
        .append("        {\"name\": ")
        .append(json::quoted(edit.name));
    json.append(", \"is_removed\": ").append(edit.is_removed ? "true" : "false");
    json.append(", \"text\": ").append(json::quoted(edit.text)).append("}");
  }
  json.append(plan.edits.empty() ? "]\n    }" : "\n      ]\n    }");
}

GridPlan read_plan(const Reader& reader) {
  GridPlan plan;
  plan.option = reader.text("option");
  plan.what = reader.text("what");
  reader.each("commands", [&](const Reader& command) { plan.commands.push_back(command.text()); });
  reader.each("edits", [&](const Reader& edit) {
    plan.edits.push_back({edit.text("name"), edit.text("text"), edit.boolean("is_removed")});
  });
  return plan;
}

}  // namespace

}  // namespace grid

std::string grid_plans_text(const GridPlans& plans) {
  std::string json = "{\n  \"rlmdb_grid_plans\": " + std::string(grid::k_format);
  json.append(",\n  \"place\": ").append(json::quoted(plans.place));
  json.append(",\n  \"version\": ").append(std::to_string(plans.version)).append(",\n  \"plans\": [");
  for (const GridPlan& plan : plans.plans) {
    json.append(&plan == plans.plans.data() ? "\n" : ",\n");
    grid::append_plan(json, plan);
  }
  return json + (plans.plans.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

GridPlans read_grid_plans(const std::string& text, const std::string& name) {
  const grid::Reader reader(text, "", name);
  if (!is_json(text)) reader.refuse("", "it is no JSON");
  if (std::to_string(reader.number("rlmdb_grid_plans")) != grid::k_format)
    reader.refuse("rlmdb_grid_plans", "this rlmdb does not know plans of that kind");
  GridPlans plans;
  plans.place = reader.text("place");
  plans.version = reader.number("version");
  reader.each("plans", [&](const grid::Reader& plan) { plans.plans.push_back(grid::read_plan(plan)); });
  return plans;
}

}  // namespace rlmdb
