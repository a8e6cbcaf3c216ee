// SPDX-License-Identifier: MIT
// 1. Every node gets a store id and a node id.
// 2. Its record is rewritten: ids, parent and dependencies are those of the copies.
// 3. The records are taken apart into rows like imported ones.
#include "checkpoints/fork_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "db/meta_rows.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::checkpoints {

namespace {

using Names = std::unordered_map<std::string, std::string>;  ///< new by old

std::string_view metadata_of(const ForkSource& node) {
  return json::find_member(node.record, "metadata");
}

class Fork {
 public:
  Fork(writing::TaskWriter& writer, const TreeId& tree, const std::vector<ForkSource>& nodes,
       const ForkOrigin& origin)
      : m_writer(writer), m_tree(tree), m_nodes(nodes), m_origin(origin) {
    m_report.tree_id = tree;
  }

  ForkReport run() {
    give_ids();
    records::TaskRows ids(m_writer.connection());
    std::int64_t key = ids.next_id();
    for (const ForkSource& node : m_nodes) insert(node, key++);
    ids.use_ids(key);
    m_writer.node_counts().forget();
    return std::move(m_report);
  }

 private:
  void give_ids() {
    db::MetaRows meta(m_writer.connection());
    records::TaskRows rows(m_writer.connection());
    std::int64_t number = meta.counter(db::k_next_task_number);
    for (const ForkSource& node : m_nodes) {
      const auto is_taken = [&] {
        return rows.is_id_taken(store_id(number)) || m_writer.node_ids().is_taken(m_tree.text, number);
      };
      while (is_taken()) ++number;
      m_store_ids[node.member] = store_id(number);
      const std::string node_id = m_writer.node_ids().id(number);
      m_node_ids[node.member] = node_id;
      if (const auto old = json::text_of(json::find_member(metadata_of(node), "node_id")))
        m_new_node_ids.emplace(*old, node_id);
      m_report.nodes.emplace_back(node.member, TaskId{store_id(number)});
      ++number;
    }
    meta.raise_counter(db::k_next_task_number, number);
  }

  static std::string store_id(std::int64_t number) { return fmt::format("task-{:04}", number); }

  void insert(const ForkSource& node, std::int64_t key) {
    const bool is_root = !has_copied_parent(node);
    if (is_root && m_report.root.text.empty()) m_report.root.text = m_store_ids[node.member];
    const std::string record = with_id(node, copied(node, is_root));
    const std::int64_t seq = m_writer.events().next_seq();
    if (!m_writer.records().insert(key, record, {.event_seq = seq}))
      throw Error(ErrorCode::internal, "a new task has an id that is taken", m_store_ids[node.member]);
    copy_settings(node, key);
    records::TaskHead created;
    created.id = key;
    created.tree_id = m_tree.text;
    const auto state = json::text_of(json::find_member(record, "state"));
    (void)m_writer.note(created, state.value_or(""),
                        {.kind = EventKind::task_created, .reason = m_origin.checkpoint_id});
  }

  /// No record says it; of a node that is gone nobody knows it.
  void copy_settings(const ForkSource& node, std::int64_t key) {
    const auto source = m_origin.tree_id ? m_writer.heads().find_member(node.member, *m_origin.tree_id)
                                         : m_writer.heads().find(node.member);
    if (source) m_writer.heads().copy_settings(key, source->id);
  }

  /// A record of a node that had no store id has no place for one: it comes first.
  [[nodiscard]] std::string with_id(const ForkSource& node, const std::string& record) const {
    const std::string id = json::quoted(m_store_ids.at(node.member));
    if (!json::find_member(record, "id").empty()) return json::with_member(record, "id", id);
    return "{\"id\":" + id + (record.size() > 2 ? "," : "") + record.substr(1);
  }

  [[nodiscard]] std::string copied(const ForkSource& node, bool is_root) const {
    std::string record = json::with_member(node.record, "metadata", metadata(node, is_root));
    if (json::text_of(json::find_member(record, "state")) == "completed") return record;
    record = json::with_member(record, "state", "\"queued\"");
    record = json::with_member(record, "createdAt", json::quoted(m_writer.now()));
    for (const char* name : {"startedAt", "completedAt", "pid", "result", "error"})
      record = json::with_member(record, name, "null");
    return json::with_member(record, "output", "\"\"");
  }

  [[nodiscard]] std::string metadata(const ForkSource& node, bool is_root) const {
    std::string metadata(metadata_of(node));
    const auto put = [&](std::string_view name, const std::string& raw) {
      metadata = json::with_member(metadata, name, raw);
    };
    put("tree_id", json::quoted(m_tree.text));
    put("node_id", json::quoted(m_node_ids.at(node.member)));
    put("parent_id", parent_of(node));
    if (!node.state.empty()) put("rlm_state", node.state);
    if (const std::string ids = dependencies_of(node); !ids.empty()) put("depends_on", ids);
    if (is_root) put("forked_from", origin());
    return metadata;
  }

  [[nodiscard]] bool has_copied_parent(const ForkSource& node) const {
    const auto old = json::text_of(json::find_member(metadata_of(node), "parent_id"));
    return old && (m_store_ids.contains(*old) || m_new_node_ids.contains(*old));
  }

  /// Named by the kind of id that it was named by; one that is no node of the tree stays.
  [[nodiscard]] std::string parent_of(const ForkSource& node) const {
    const std::string_view raw = json::find_member(metadata_of(node), "parent_id");
    const auto old = json::text_of(raw);
    if (!old) return "null";
    if (const auto found = m_store_ids.find(*old); found != m_store_ids.end())
      return json::quoted(found->second);
    if (const auto found = m_new_node_ids.find(*old); found != m_new_node_ids.end())
      return json::quoted(found->second);
    return std::string(raw);
  }

  [[nodiscard]] std::string dependencies_of(const ForkSource& node) const {
    const std::string_view raw = json::find_member(metadata_of(node), "depends_on");
    if (!raw.starts_with('[')) return {};
    std::vector<std::string_view> elements;
    json::split_elements(raw, elements);
    std::string ids;
    for (const std::string_view element : elements) {
      const auto old = json::text_of(element);
      const auto found = old ? m_store_ids.find(*old) : m_store_ids.end();
      ids += ids.empty() ? "[" : ",";
      ids += found == m_store_ids.end() ? std::string(element) : json::quoted(found->second);
    }
    return ids.empty() ? "[]" : ids + "]";
  }

  [[nodiscard]] std::string origin() const {
    json::ObjectText text;
    text.add("tree_id", m_origin.tree_id ? json::quoted(*m_origin.tree_id) : "null");
    if (m_origin.task_id) text.add("task_id", json::quoted(*m_origin.task_id));
    text.add("checkpoint_id", json::quoted(m_origin.checkpoint_id));
    text.add("forked_at", json::quoted(m_writer.now()));
    return text.finish();
  }

  writing::TaskWriter& m_writer;
  const TreeId& m_tree;
  const std::vector<ForkSource>& m_nodes;
  const ForkOrigin& m_origin;
  Names m_store_ids;     ///< by member
  Names m_node_ids;      ///< by member
  Names m_new_node_ids;  ///< by old node id
  ForkReport m_report;
};

}  // namespace

ForkReport write_fork(writing::TaskWriter& writer, const TreeId& tree, const std::vector<ForkSource>& nodes,
                      const ForkOrigin& origin) {
  return Fork(writer, tree, nodes, origin).run();
}

}  // namespace rlmdb::checkpoints
