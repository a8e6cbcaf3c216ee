// SPDX-License-Identifier: MIT
// 1. The owner's list names the checkpoint, with an event.
// 2. Each variable becomes a reference to its text, which is kept once: what has not changed since an earlier
//    checkpoint costs a row of numbers.
// 3. Of a tree also the records of its nodes are kept, without what checkpoints themselves change in them.
// 4. Where it was asked for by a setting, the least recently used go.
#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/checkpoint_list.hpp"
#include "checkpoints/prune_plan.hpp"
#include "checkpoints/snapshot_rows.hpp"
#include "db/connections.hpp"
#include "db/meta_rows.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "json/json_layout.hpp"
#include "json/object_text.hpp"
#include "records/content_rows.hpp"
#include "retention/retention_setting_rows.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "trees/tree_rows.hpp"
#include "util/clock.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_reader.hpp"
#include "writing/given_json.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::checkpoints {

namespace {

constexpr std::string_view k_prefix = "ckpt-";

/// Of the newest id that was given out here. That of a checkpoint is not given out again when it is gone.
constexpr std::string_view k_newest = "newest_checkpoint";

/// Milliseconds since 1970, above the newest, and raised until no checkpoint and no list has the id.
std::string new_id(db::Connection& connection) {
  SnapshotRows snapshots(connection);
  records::CheckpointRows lists(connection);
  db::MetaRows meta(connection);
  const std::int64_t newest = meta.find_text(k_newest) ? meta.counter(k_newest) : 0;
  std::int64_t number = std::max(util::now_ms(), newest + 1);
  for (;; ++number) {
    std::string id = std::string(k_prefix) + std::to_string(number);
    if (snapshots.has_checkpoint(id) || lists.is_named(id)) continue;
    meta.raise_counter(k_newest, number);
    return id;
  }
}

class Taking {
 public:
  Taking(writing::TaskWriter& writer, const NewCheckpoint& asked)
      : m_writer(writer), m_asked(asked), m_rows(writer.connection()), m_states(writer.connection()) {
    m_created.checkpoint_id = new_id(writer.connection());
  }

  CheckpointCreated operator()(const TaskId& id) {
    const records::TaskHead task = variables::get_task(m_writer.connection(), id);
    const std::vector<variables::StoredVariable> variables = m_states.of_task(task.id);
    name_in(task, variables::snapshot_path(task, m_created.checkpoint_id));
    const auto tree = task.tree_id.empty() ? std::nullopt : std::optional(task.tree_id);
    keep(insert("task", task.legacy_id, tree), "", variables);
    return m_created;
  }

  CheckpointCreated operator()(const TreeId& tree) {
    variables::require_tree(m_writer.connection(), tree);
    const std::vector<trees::NodeRow> nodes = trees::TreeRows(m_writer.connection()).load(tree.text);
    const auto document = variables::StateRows(m_writer.connection()).find("tree", tree.text);
    const std::vector<SnapshotNode> records = records_of(nodes, document.has_value());
    const std::string path = variables::snapshot_path(tree, m_created.checkpoint_id);
    if (document) name_in(*document, path);
    if (!nodes.empty()) name_in(m_writer.heads().get(root_of(nodes).id), path);
    const std::int64_t id = insert("tree", tree.text, tree.text);
    for (const trees::NodeRow& node : nodes) keep(id, trees::name_of(node), m_states.of_task(node.id));
    if (document) keep(id, "", m_states.of_document(document->id));
    m_rows.insert_nodes(id, records);
    return m_created;
  }

  CheckpointCreated operator()(const StateName& name) {
    const variables::StateHead state = variables::get_checkpointed_state(m_writer.connection(), name);
    name_in(state, variables::snapshot_path(name, m_created.checkpoint_id));
    keep(insert(state.scope, state.name, std::nullopt), "", m_states.of_document(state.id));
    return m_created;
  }

  /// What the call of one of these wrote.
  [[nodiscard]] const SnapshotHead& head() const noexcept { return m_head; }

 private:
  static const trees::NodeRow& root_of(const std::vector<trees::NodeRow>& nodes) {
    const auto root =
        std::find_if(nodes.begin(), nodes.end(), [](const trees::NodeRow& node) { return !node.parent_ref; });
    return root == nodes.end() ? nodes.front() : *root;
  }

  /// The state document stands among them without a name, so that an empty one is told from none.
  [[nodiscard]] std::vector<SnapshotNode> records_of(const std::vector<trees::NodeRow>& nodes,
                                                     bool has_document) {
    std::vector<SnapshotNode> records;
    for (const trees::NodeRow& node : nodes) {
      std::string record;
      json::append_compact(record, m_writer.texts().find(node.id, 0));
      std::string metadata(json::find_member(record, "metadata"));
      if (!json::find_member(metadata, "rlm_state").empty())
        metadata = json::with_member(metadata, "rlm_state", "{}");
      metadata = json::with_member(metadata, "checkpoints", {});
      records.push_back({trees::name_of(node), json::with_member(record, "metadata", metadata)});
    }
    if (has_document) records.push_back({"", "{}"});
    return records;
  }

  template <class Head>
  void name_in(const Head& head, const std::string& path) {
    m_created.snapshot_path = path;
    const records::ListedCheckpoint listed{m_created.checkpoint_id, m_asked.name, m_writer.now(),
                                           m_asked.description, path};
    m_created.event_seq =
        add_to_list(m_writer, head, listed, {.kind = EventKind::checkpoint_created, .reason = m_asked.name});
    if constexpr (std::is_same_v<Head, records::TaskHead>) m_writer.heads().start_from_newest(head.id);
  }

  std::int64_t insert(std::string scope, std::string owner, std::optional<std::string> tree) {
    SnapshotHead head;
    head.scope = std::move(scope);
    head.owner = std::move(owner);
    head.checkpoint_id = m_created.checkpoint_id;
    head.name = m_asked.name;
    head.timestamp = m_writer.now();
    head.description = m_asked.description;
    head.tree_id = std::move(tree);
    head.event_seq = m_created.event_seq;
    head.is_pinned = m_asked.is_pinned;
    head.last_used_at = m_writer.now();
    head.id = m_rows.insert(head);
    m_head = head;
    return head.id;
  }

  void keep(std::int64_t id, const std::string& member,
            const std::vector<variables::StoredVariable>& variables) {
    records::ContentRows contents(m_writer.connection());
    const std::int64_t before = contents.last_id();
    m_rows.insert_variables(id, member, variables);
    m_created.new_contents += contents.last_id() - before;
    m_created.variables += static_cast<std::int64_t>(variables.size());
  }

  writing::TaskWriter& m_writer;
  const NewCheckpoint& m_asked;
  SnapshotRows m_rows;
  variables::StateReader m_states;
  CheckpointCreated m_created;
  SnapshotHead m_head;
};

/// More than the schema allows are kept, but somebody should know.
void warn_of_many(db::Connection& connection, const SnapshotHead& head, CheckpointCreated& created) {
  if (!SnapshotRows(connection).has_more_than(head.scope, head.owner, k_most_checkpoints)) return;
  const std::string owner = to_text(variables::owner_of(head));
  created.warnings.push_back(
      {owner, "max_checkpoints",
       fmt::format("{} has more than the {} checkpoints that its schema allows", owner, k_most_checkpoints)});
}

/// Writes a checkpoint, and lets older ones go where a retention of them is set. REQUIRES: an open write
/// transaction, which the caller gives up when this throws.
CheckpointCreated take_checkpoint(writing::TaskWriter& writer, const NewCheckpoint& checkpoint) {
  if (checkpoint.name.empty()) throw Error(ErrorCode::usage, "a checkpoint needs a name", "checkpoint.name");
  writing::require_utf8(checkpoint.name, "checkpoint.name");
  if (checkpoint.description) writing::require_utf8(*checkpoint.description, "checkpoint.description");
  Taking taking(writer, checkpoint);
  CheckpointCreated created = std::visit([&](const auto& owner) { return taking(owner); }, checkpoint.owner);
  db::Connection& connection = writer.connection();
  const auto keep = retention::RetentionSettingRows(connection).checkpoints_kept();
  if (!keep) {
    warn_of_many(connection, taking.head(), created);
    return created;
  }
  PrunePlan plan = plan_eviction(connection, taking.head(), *keep);
  apply_prune(writer, plan, taking.head().tree_id);
  created.removed = std::move(plan.report.removed);
  return created;
}

}  // namespace

}  // namespace rlmdb::checkpoints

namespace rlmdb {

CheckpointCreated create_checkpoint(Store& store, const NewCheckpoint& checkpoint) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  CheckpointCreated created;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    created = checkpoints::take_checkpoint(writer, checkpoint);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return created;
}

Checkpoint pin_checkpoint(Store& store, const CheckpointName& name, bool is_pinned) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  db::WriteTransaction transaction(connection);
  checkpoints::FoundCheckpoint found = checkpoints::find_checkpoint(connection, name);
  if (found.head.is_pinned != is_pinned) {
    checkpoints::SnapshotRows(connection).set_pinned(found.head.id, is_pinned);
    found.head.is_pinned = is_pinned;
    transaction.commit();
  }
  return checkpoints::checkpoint_of(connection, found.head);
}

}  // namespace rlmdb
