// SPDX-License-Identifier: MIT
#include "tasks/node_move.hpp"

#include <algorithm>
#include <unordered_set>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_moved_metadata = "\"metadata\"";

[[noreturn]] void refuse(ErrorCode code, const records::TaskHead& head, const std::string& why,
                         const std::string& hint) {
  throw Error(code, "task " + head.legacy_id + " is not moved: " + why, head.legacy_id,
              "nothing was changed; " + hint + "; --force sets it as given");
}

}  // namespace

NodeMove::NodeMove(writing::TaskWriter& writer, const records::TaskHead& head, writing::MemberEdit& edit)
    : m_writer(writer), m_head(head), m_edit(edit), m_before(place()) {}

NodeMove::Place NodeMove::place() {
  const std::string_view metadata = m_edit.find(k_moved_metadata).value_or("");
  return {json::text_of(json::find_member(metadata, "tree_id")).value_or(""),
          json::text_of(json::find_member(metadata, "parent_id")),
          std::string(json::find_member(metadata, "depth"))};
}

void NodeMove::put(std::string_view name, const std::string& raw) {
  m_edit.put(std::string(k_moved_metadata), json::with_member(*m_edit.find(k_moved_metadata), name, raw));
}

void NodeMove::prepare(const SetMembers& set, Force force) {
  Place after = place();
  const bool is_withdrawn = std::any_of(set.members.begin(), set.members.end(), [](const auto& member) {
    return member.first == "metadata.parent_id" && member.second.text == "null";
  });
  const bool is_other = after.tree_id != m_before.tree_id || after.parent != m_before.parent;
  if (after.tree_id.empty() || (!is_other && !is_withdrawn)) return;
  m_rows = trees::TreeRows(m_writer.connection()).load(after.tree_id);
  const std::size_t own = own_row(after);
  // What the record was silent on, documents may say.
  if (!after.parent && !m_before.parent && !is_withdrawn) after.parent = m_rows[own].parent_ref;
  if (after.parent) {
    resolve_parent(after, force);
  } else if (force == Force::no) {
    require_one_root(after.tree_id);
  }
  m_rows[own].parent_ref = after.parent;
  plan_depths(own, after.depth == m_before.depth ? OwnDepth::follows : OwnDepth::is_given);
}

std::size_t NodeMove::own_row(const Place& after) {
  const auto own = std::find_if(m_rows.begin(), m_rows.end(),
                                [&](const trees::NodeRow& row) { return row.id == m_head.id; });
  const auto index = static_cast<std::size_t>(own - m_rows.begin());
  if (own == m_rows.end()) {
    m_rows.emplace_back().id = m_head.id;
    m_rows[index].depth = json::exact_int64(after.depth);
  }
  return index;
}

std::optional<records::TaskHead> NodeMove::find_parent(const std::string& name, const std::string& tree_id) {
  const auto find = [&](const std::string& id) -> std::optional<records::TaskHead> {
    try {
      return m_writer.heads().find(id);
    } catch (const Error& error) {
      // Nodes of several trees go by it.
      if (error.code() != ErrorCode::conflict) throw;
      return std::nullopt;
    }
  };
  auto found = find(name);
  if (found && found->tree_id == tree_id) return found;
  if (auto node = find(tree_id + "/" + name)) return node;
  return found;
}

void NodeMove::resolve_parent(Place& place, Force force) {
  const auto parent = find_parent(*place.parent, place.tree_id);
  if (!parent || parent->tree_id != place.tree_id) {
    if (force == Force::yes) return;
    const std::string hint = "`rlmdb tree " + place.tree_id + "` shows the nodes it can lie below";
    if (!parent) refuse(ErrorCode::not_found, m_head, "there is no task " + *place.parent, hint);
    refuse(ErrorCode::conflict, m_head,
           parent->legacy_id + " belongs to " + (parent->tree_id.empty() ? "no tree" : parent->tree_id) +
               ", not to " + place.tree_id,
           hint);
  }
  if (force == Force::no) require_no_circle(*parent);
  if (parent->legacy_id == *place.parent) return;
  place.parent = parent->legacy_id;
  put("parent_id", json::quoted(*place.parent));
}

void NodeMove::require_no_circle(const records::TaskHead& parent) {
  trees::TreeRows rows(m_writer.connection());
  std::unordered_set<std::int64_t> seen;
  for (std::optional<std::int64_t> at = parent.id; at && seen.insert(*at).second; at = rows.parent(*at))
    if (*at == m_head.id)
      refuse(ErrorCode::conflict, m_head,
             parent.id == m_head.id ? "it would lie below itself" : parent.legacy_id + " lies below it",
             "name a parent that does not lie below it");
}

void NodeMove::require_one_root(const std::string& tree_id) {
  for (const trees::NodeRow& row : m_rows)
    if (!row.parent_ref && row.id != m_head.id)
      refuse(ErrorCode::conflict, m_head,
             "a tree has one root, and that of " + tree_id + " is " + row.task_id,
             "`rlmdb task set " + m_head.legacy_id + " metadata.parent_id='\"" + row.task_id +
                 "\"'` puts it below that one, `rlmdb task add --new-tree` begins another tree");
}

void NodeMove::plan_depths(std::size_t own, OwnDepth own_depth) {
  const trees::TreeShape shape = trees::build_tree(m_rows);
  std::size_t top = own;
  while (shape.parent[top] != trees::k_no_node) top = shape.parent[top];
  // Below a parent that is not there nobody knows the depth.
  if (m_rows[top].parent_ref) return;
  std::vector<std::size_t> below{own};
  for (std::size_t i = 0; i < below.size(); ++i) {
    const std::size_t at = below[i];
    below.insert(below.end(), shape.children[at].begin(), shape.children[at].end());
    if (!m_rows[at].depth || m_rows[at].depth == shape.depth[at]) continue;
    if (at != own) {
      m_depths.emplace_back(m_rows[at].id, shape.depth[at]);
    } else if (own_depth == OwnDepth::follows) {
      put("depth", std::to_string(shape.depth[at]));
    }
  }
}

void NodeMove::follow(const writing::Cause& cause) {
  for (const auto& [id, depth] : m_depths) {
    const records::TaskHead head = m_writer.heads().get(id);
    writing::MemberEdit edit(m_writer, head);
    const std::string metadata(edit.find(k_moved_metadata).value_or(""));
    if (!metadata.starts_with('{')) continue;
    edit.put(std::string(k_moved_metadata), json::with_member(metadata, "depth", std::to_string(depth)));
    (void)edit.write(cause);
  }
}

}  // namespace rlmdb::tasks
