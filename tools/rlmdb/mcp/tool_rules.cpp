// SPDX-License-Identifier: MIT
#include "mcp/tool_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "format/json_writer.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

namespace fs = std::filesystem;

Error outside(std::string_view given, std::string_view why) {
  return Error(ErrorCode::usage, fmt::format("the path '{}' {}", given, why), std::string(given),
               "name a file beneath the project, by a path from its directory");
}

/// One value, or each of a list. Anything but a text stays as it is: the call says what it takes.
template <class Change>
std::string each_text(std::string_view value, const Change& change) {
  if (json_kind(value) == JsonKind::array) {
    std::string list = "[";
    for (const std::string_view element : split_json_array(value)) {
      if (list.size() > 1) list += ',';
      list += each_text(element, change);
    }
    return list + "]";
  }
  const std::optional<std::string> text = json_string_text(value);
  return text.has_value() ? to_json(change(*text)) : std::string(value);
}

/// A number is a text as well where an id is taken.
void require_of_tree(std::string_view value, const TreeId& tree, Session& session) {
  if (value == "null") return;
  if (json_kind(value) == JsonKind::array) {
    for (const std::string_view element : split_json_array(value)) require_of_tree(element, tree, session);
    return;
  }
  const std::string id = json_string_text(value).value_or(std::string(value));
  const std::optional<TaskSummary> task = session.reader().find_task(TaskId{id});
  if (!task.has_value() || task->tree_id != tree) {
    throw Error(ErrorCode::not_found, fmt::format("there is no task '{}' in {}", id, tree.text), id,
                "`list` shows the ids there are");
  }
}

class Members {
 public:
  void add(std::string_view name, std::string_view value) {
    m_json += m_json.empty() ? '{' : ',';
    append_json(m_json, name);
    m_json.append(":").append(value);
  }
  void add_switch(std::string_view name) {
    if (!name.empty()) add(name, "true");
  }
  [[nodiscard]] std::string json() const { return m_json.empty() ? m_json : m_json + "}"; }

 private:
  std::string m_json;
};

/// As the arguments of a call that adds one task: `tree` is the agent's own, and other tasks are of it.
std::string object_of_tree(std::string_view task, const ToolOfTree& rules, const TreeId& tree,
                           Session& session) {
  Members members;
  for (const JsonMember& member : split_json_object(task)) {
    const bool names_tasks = has_word(rules.tasks, member.name);
    if (names_tasks) require_of_tree(member.value, tree, session);
    if (!names_tasks && !has_word(rules.arguments, member.name) && member.name != "backoff_ms") {
      throw Error(ErrorCode::usage, fmt::format("a task of {} has no member '{}'", tree.text, member.name),
                  "tasks/" + member.name, fmt::format("it has {}, {}", rules.arguments, rules.tasks));
    }
    members.add(member.name, member.value);
  }
  members.add("tree", to_json(std::string_view(tree.text)));
  return members.json();
}

std::string objects_of_tree(std::string_view tasks, const ToolOfTree& rules, const TreeId& tree,
                            Session& session) {
  if (json_kind(tasks) != JsonKind::array) return std::string(tasks);
  std::string list = "[";
  for (const std::string_view task : split_json_array(tasks)) {
    if (list.size() > 1) list += ',';
    list += object_of_tree(task, rules, tree, session);
  }
  return list + "]";
}

std::string in_project(std::string_view value, bool is_opened, Session& session) {
  return each_text(value, [&](const std::string& given) {
    if (given == "-") return given;
    const fs::path path = path_in_project(session.project(), given);
    return is_opened ? path.string() : given;
  });
}

}  // namespace

fs::path path_in_project(const fs::path& root, std::string_view given) {
  if (given.empty() || given.find('\0') != std::string_view::npos) throw outside(given, "names nothing");
  fs::path path = fs::path(given).lexically_normal();
  if (path.is_absolute()) path = path.lexically_relative(root);
  if (path.empty() || *path.begin() == "..") throw outside(given, "leads out of the project");
  fs::path whole = root;
  for (const fs::path& name : path) {
    whole /= name;
    std::error_code failure;
    if (fs::is_symlink(fs::symlink_status(whole, failure))) {
      throw outside(given, "leads through a symbolic link");
    }
  }
  return path == "." ? root : root / path;
}

std::string params_of_call(const Tool& tool, std::string_view given, const McpRights& rights,
                           Session& session, std::int64_t own_pid) {
  const ToolRow& row = *tool.row;
  Members params;
  bool has_project = false;
  bool names_tree = false;
  bool has_pid = false;
  for (const JsonMember& member : given.empty() ? std::vector<JsonMember>{} : split_json_object(given)) {
    const auto param = std::find_if(tool.params.begin(), tool.params.end(),
                                    [&](const MethodParam& one) { return one.name == member.name; });
    const bool is_objects = member.name == "tasks" && member.value != "null";
    names_tree = names_tree || is_objects || (member.name == "task" && member.value != "null");
    has_pid = has_pid || (member.name == row.own_pid && member.value != "null");
    has_project = has_project || (member.name == row.at_project && member.value != "null");
    if (rights.tree.has_value() && has_word(row.of_tree.tasks, member.name)) {
      require_of_tree(member.value, TreeId{*rights.tree}, session);
    }
    if (rights.tree.has_value() && is_objects) {
      params.add(member.name, objects_of_tree(member.value, row.of_tree, TreeId{*rights.tree}, session));
    } else if (param != tool.params.end() && (param->is_file || param->type == k_place_type)) {
      params.add(member.name, in_project(member.value, !param->is_only_noted, session));
    } else {
      params.add(member.name, member.value);
    }
  }
  params.add_switch(row.fixed);
  if (rights.tree.has_value()) {
    params.add_switch(row.of_tree.fixed);
    if (!row.of_tree.forced.empty() && !names_tree)
      params.add(row.of_tree.forced, to_json(std::string_view(*rights.tree)));
  }
  if (!row.at_project.empty() && !has_project) {
    params.add(row.at_project, to_json(session.project().string()));
  }
  if (!row.own_pid.empty() && !has_pid) params.add(row.own_pid, std::to_string(own_pid));
  return params.json();
}

}  // namespace rlmdb::cli
