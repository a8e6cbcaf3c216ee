// SPDX-License-Identifier: MIT
// 1. The nodes of the imported document, each with what its task says by now.
// 2. Nodes of the tree that the document lacks, under their parents.
// 3. All of them in the order of the document.
#include "tree_documents/tree_document_text.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/kept_text.hpp"
#include "records/record_text.hpp"
#include "rlmdb/error.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "tree_documents/node_documents.hpp"
#include "tree_documents/tree_document.hpp"
#include "tree_documents/tree_metadata.hpp"
#include "tree_documents/tree_node.hpp"
#include "trees/cost.hpp"
#include "trees/node_cost_rules.hpp"
#include "trees/tree_build.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_setting_rows.hpp"
#include "util/instant.hpp"

namespace rlmdb::tree_documents {

namespace {

constexpr std::size_t k_none = static_cast<std::size_t>(-1);

/// US dollars that the document says of a node, as it came in.
struct SaidCost {
  double own_usd = 0;
  std::optional<double> subtree_usd;
  double sum_usd = 0;     ///< of the node and all below it, by what each says of itself
  double beyond_usd = 0;  ///< what `subtree_usd` says beyond that sum
};

SaidCost said_cost(std::string_view node_json) {
  const std::string_view cost = json::find_member(node_json, "cost");
  if (!cost.starts_with('{')) return {};
  return {trees::cost_in_object(cost).value_or(0),
          json::number_of(json::find_member(cost, "subtree_total_cost_usd"))};
}

/// A node of the document to be, and the one that encloses it.
struct Piece {
  std::size_t parent = k_none;
  std::size_t ordinal = 0;
  std::string node_id;
  std::string json;
  std::vector<std::size_t> children = {};
  bool is_new = false;      ///< no document says it
  bool is_touched = false;  ///< rlmdb changed its task since its document came in
  bool is_changed = false;  ///< it is not what a document says: so are the sums of all that enclose it
  SaidCost said = {};
};

constexpr const char* k_gone_hint =
    "something else than rlmdb removed it; import the document again, or restore a backup";

/// A node stands in one that stands before it, and is a task.
void require_whole(const StoredNode& node, std::size_t open_levels) {
  if (node.version_now != 0 && node.level >= 0 && static_cast<std::size_t>(node.level) <= open_levels) return;
  throw Error(ErrorCode::corrupt,
              node.version_now == 0 ? "the task of a document's node is gone"
                                    : "the node that encloses a document's node is gone",
              "document_nodes:" + std::to_string(node.id), k_gone_hint);
}

/// When the document says that the tree was made; "": it does not.
std::string created_at_in(std::string_view outline) {
  const std::string_view metadata = json::find_member(outline, "metadata");
  return metadata.starts_with('{') ? json::text_member(metadata, "created_at").value_or("") : std::string();
}

/// The outline with a mode and a session that the tree was given here.
std::string with_settings(db::Connection& connection, const std::string& tree_id, std::string_view outline) {
  const trees::TreeSettings settings = trees::TreeSettingRows(connection).find(tree_id);
  return with_mode(outline, settings.execution_mode, settings.session_id);
}

class Composer {
 public:
  Composer(db::Connection& connection, const std::string& tree_id)
      : m_tree_id(tree_id),
        m_documents(connection),
        m_finder(connection),
        m_tree_rows(connection),
        m_connection(connection) {}

  [[nodiscard]] bool has_rows() {
    load_rows();
    return !m_rows.empty();
  }

  void add_document(const StoredDocument& document) {
    m_document.outline = document.outline;
    if (document.kind == "tree-json")
      records::require_kept_text(document.outline, records::KeptShape::object,
                                 "tree_documents:" + std::to_string(document.id) + " outline");
    std::vector<std::size_t> open;
    for (StoredNode& node : m_documents.nodes(document.id)) {
      require_whole(node, open.size());
      open.resize(static_cast<std::size_t>(node.level));
      m_said.add(node.json);
      const SaidCost said = said_cost(node.json);
      Text text = current(node);
      const std::size_t piece = add(open.empty() ? k_none : open.back(), node.node_id, std::move(text.json));
      m_pieces[piece].said = said;
      m_pieces[piece].is_changed = text.is_changed;
      m_pieces[piece].is_touched = node.version_now != node.task_version;
      m_has_touched = m_has_touched || m_pieces[piece].is_touched;
      open.push_back(piece);
      m_piece_of.emplace(node.task_id, piece);
    }
    note_unexplained_costs();
    if (m_pieces.empty() && !has_node_list(document.outline))
      throw Error(ErrorCode::corrupt, "the nodes of a document are gone",
                  "tree_documents:" + std::to_string(document.id), k_gone_hint);
  }

  /// Rows of the tree that have no piece yet, of them only `only` where that is given. Those without a parent
  /// here become outermost where `may_be_outermost`.
  void add_rest(bool may_be_outermost, const std::set<std::int64_t>* only = nullptr) {
    if (only != nullptr && only->empty()) return;
    load_rows();
    for (const std::size_t index : m_shape.order) {
      const trees::NodeRow& row = m_rows[index];
      if (m_piece_of.contains(row.id) || (only != nullptr && !only->contains(row.id))) continue;
      const std::size_t above = m_shape.parent[index];
      const auto parent = above == trees::k_no_node ? m_piece_of.end() : m_piece_of.find(m_rows[above].id);
      if (parent == m_piece_of.end() && !may_be_outermost) {
        m_left_out.push_back(document_id(row));
        continue;
      }
      m_has_changed = true;
      const std::size_t enclosing = parent == m_piece_of.end() ? k_none : parent->second;
      const std::string& node_id = document_id(row);
      std::optional<std::string> parent_id;
      if (enclosing != k_none) parent_id = m_pieces[enclosing].node_id;
      const std::string json = node_of_record(m_finder.find(row.id, 0), node_id, parent_id);
      const std::size_t piece = add(enclosing, node_id, json);
      m_pieces[piece].is_new = true;
      m_pieces[piece].is_changed = true;
      m_piece_of.emplace(row.id, piece);
    }
  }

  /// One node by itself, without its children. False: the tree has no such node.
  bool add_alone(const std::string& node_id) {
    load_rows();
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const trees::NodeRow& row) {
      return row.node_id == node_id || row.task_id == node_id;
    });
    if (found == m_rows.end()) return false;
    const auto index = static_cast<std::size_t>(found - m_rows.begin());
    const std::string& id = document_id(*found);
    add(k_none, id,
        known_json(found->id).value_or(
            node_of_record(m_finder.find(found->id, 0), id, parent_id(m_rows, m_shape, index))));
    return true;
  }

  void make_outline() {
    m_document.is_list = m_outermost.size() != 1;
    const TreeTotals said = totals();
    m_document.outline = new_outline(said, m_document.is_list);
    m_said = {said.cost_usd, said.tokens};
  }

  [[nodiscard]] TreeDocumentText finish(TreeDocumentKind kind) {
    m_document.kind = kind;
    move_nodes();
    if (kind == TreeDocumentKind::tree) {
      m_document.is_list = has_node_list(m_document.outline);
      m_document.outline = with_settings(m_connection, m_tree_id, m_document.outline);
      if (m_has_changed) m_document.outline = with_totals(m_document.outline, totals(), m_said);
    }
    put_subtree_costs();
    put_in_order();
    return {join_tree_document(m_document), m_document.nodes.size(), std::move(m_left_out)};
  }

 private:
  /// Once, and not for a document that nothing changed: a tree may have as many files as nodes.
  void load_rows() {
    if (m_has_loaded) return;
    m_has_loaded = true;
    m_rows = m_tree_rows.load(m_tree_id);
    m_shape = trees::build_tree(m_rows);
  }

  std::size_t add(std::size_t parent, const std::string& node_id, std::string json) {
    const std::size_t piece = m_pieces.size();
    std::vector<std::size_t>& siblings = parent == k_none ? m_outermost : m_pieces[parent].children;
    m_pieces.push_back(
        {.parent = parent, .ordinal = siblings.size(), .node_id = node_id, .json = std::move(json)});
    (parent == k_none ? m_outermost : m_pieces[parent].children).push_back(piece);
    return piece;
  }

  /// What some document says of the task, with what has changed since.
  std::optional<std::string> known_json(std::int64_t task_id) {
    for (const StoredDocument& document : m_documents.of_tree(m_tree_id)) {
      for (StoredNode& node : m_documents.nodes(document.id)) {
        if (node.task_id == task_id) return current(node).json;
      }
    }
    return std::nullopt;
  }

  /// A node that was given another parent here stands there.
  void move_nodes() {
    if (!m_has_touched) return;
    load_rows();
    std::unordered_map<std::size_t, std::size_t> row_of_piece;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
      if (const auto found = m_piece_of.find(m_rows[i].id); found != m_piece_of.end())
        row_of_piece.emplace(found->second, i);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const auto found = m_piece_of.find(m_rows[i].id);
      const std::size_t above = m_shape.parent[i];
      if (found == m_piece_of.end() || above == trees::k_no_node || !m_pieces[found->second].is_touched)
        continue;
      const std::size_t before = m_pieces[found->second].parent;
      const auto enclosing = row_of_piece.find(before);
      if (before == k_none || enclosing == row_of_piece.end() ||
          is_parent(m_rows[enclosing->second], m_rows[i]))
        continue;
      const auto parent = m_piece_of.find(m_rows[above].id);
      if (parent != m_piece_of.end()) move(found->second, parent->second);
    }
  }

  /// Whether the node names it as its parent, by either of its ids.
  static bool is_parent(const trees::NodeRow& parent, const trees::NodeRow& node) {
    return node.parent_ref == parent.task_id || node.parent_ref == parent.node_id;
  }

  void move(std::size_t piece, std::size_t parent) {
    Piece& moved = m_pieces[piece];
    moved.json = json::with_member(moved.json, "parent_id", json::quoted(m_pieces[parent].node_id));
    std::erase(m_pieces[moved.parent].children, piece);
    m_pieces[moved.parent].is_changed = true;
    moved.parent = parent;
    moved.ordinal = m_pieces[parent].children.size();
    moved.is_changed = true;
    m_pieces[parent].children.push_back(piece);
    m_has_changed = true;
  }

  /// A node stands behind the one that encloses it.
  void note_unexplained_costs() {
    for (std::size_t i = m_pieces.size(); i-- > 0;) {
      SaidCost& said = m_pieces[i].said;
      said.sum_usd += said.own_usd;
      if (said.subtree_usd && trees::without_noise(*said.subtree_usd - said.sum_usd) > 0)
        said.beyond_usd = *said.subtree_usd - said.sum_usd;
      if (m_pieces[i].parent != k_none) m_pieces[m_pieces[i].parent].said.sum_usd += said.sum_usd;
    }
  }

  /// The sums of a node with one below it that has changed; where nothing has, they are as given, and where nobody
  /// knows a cost there is none.
  void put_subtree_costs() {
    if (!m_has_changed) return;
    load_rows();
    for (const Piece& piece : m_pieces)
      for (std::size_t above = piece.parent;
           piece.is_changed && above != k_none && !m_pieces[above].is_changed; above = m_pieces[above].parent)
        m_pieces[above].is_changed = true;
    const std::vector<SubtreeSum> sums = trees::subtree_sums(m_rows, m_shape);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const auto found = m_piece_of.find(m_rows[i].id);
      if (found == m_piece_of.end()) continue;
      Piece& piece = m_pieces[found->second];
      if (!piece.is_changed || (!sums[i].cost_usd && !piece.said.subtree_usd)) continue;
      const double sum_usd = sums[i].cost_usd.value_or(0);
      const bool is_other_sum = trees::without_noise(sum_usd) != trees::without_noise(piece.said.sum_usd);
      const bool has_news = piece.is_new || (is_other_sum && !piece.children.empty());
      piece.json = with_subtree_cost(piece.json, has_news ? SumOfNode::always : SumOfNode::where_given,
                                     sum_usd + piece.said.beyond_usd);
    }
  }

  struct Text {
    std::string json;
    bool is_changed = false;
  };

  Text current(StoredNode& node) {
    records::require_kept_text(node.json, records::KeptShape::object,
                               "document_nodes:" + std::to_string(node.id) + " json");
    const std::string& record = m_finder.find(node.task_id, 0);
    if (digest_of_record(record) == node.task_digest) return {std::move(node.json)};
    m_has_changed = true;
    const std::string known = with_known_members(node.json, m_documents.nodes_of_task(node.task_id));
    return {with_record(known, record), true};
  }

  void put_in_order() {
    struct Next {
      std::size_t piece;
      std::size_t level;
    };
    std::vector<Next> stack;
    for (auto piece = m_outermost.rbegin(); piece != m_outermost.rend(); ++piece)
      stack.push_back({*piece, 0});
    while (!stack.empty()) {
      const Next next = stack.back();
      stack.pop_back();
      Piece& piece = m_pieces[next.piece];
      m_document.nodes.push_back({next.level, piece.ordinal, std::move(piece.json)});
      for (auto child = piece.children.rbegin(); child != piece.children.rend(); ++child)
        stack.push_back({*child, next.level + 1});
    }
  }

  [[nodiscard]] TreeTotals totals() {
    load_rows();
    TreeTotals totals;
    totals.tree_id = m_tree_id;
    const trees::TreeMode mode = m_tree_rows.mode(m_tree_id);
    totals.execution_mode = mode.execution_mode;
    totals.session_id = mode.session_id;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const trees::NodeRow& row = m_rows[i];
      ++totals.nodes;
      totals.completed += row.state == TaskState::completed ? 1 : 0;
      totals.failed += row.state == TaskState::failed ? 1 : 0;
      totals.cost_usd += row.cost_usd.value_or(0);
      totals.tokens += row.input_tokens.value_or(0) + row.output_tokens.value_or(0);
      totals.max_depth = std::max(totals.max_depth, m_shape.depth[i]);
    }
    put_times(totals);
    if (!m_shape.order.empty()) {
      const trees::NodeRow& root = m_rows[m_shape.order.front()];
      totals.root_prompt = root.prompt;
    }
    return totals;
  }

  void put_times(TreeTotals& totals) {
    std::optional<std::int64_t> begin_ms;
    std::optional<std::int64_t> first_start_ms;
    std::optional<std::int64_t> end_ms;
    bool has_ended = true;
    for (const trees::NodeRow& row : m_rows) {
      if (row.created_at_ms && (!begin_ms || *row.created_at_ms < *begin_ms)) begin_ms = row.created_at_ms;
      if (row.started_at_ms && (!first_start_ms || *row.started_at_ms < *first_start_ms))
        first_start_ms = row.started_at_ms;
      if (row.completed_at_ms && (!end_ms || *row.completed_at_ms > *end_ms)) end_ms = row.completed_at_ms;
      has_ended = has_ended && (row.state == TaskState::completed || row.state == TaskState::cancelled);
    }
    if (begin_ms) totals.created_at = m_tree_rows.first_created_at(m_tree_id);
    if (!has_ended || !end_ms) return;
    totals.completed_at = m_tree_rows.last_completed_at(m_tree_id);
    if (!begin_ms) begin_ms = util::instant_ms(created_at_in(m_document.outline));
    if (!begin_ms) begin_ms = first_start_ms;
    if (begin_ms) totals.duration_ms = std::max<std::int64_t>(0, *end_ms - *begin_ms);
  }

  std::string m_tree_id;
  DocumentRows m_documents;
  records::RecordTextFinder m_finder;
  trees::TreeRows m_tree_rows;
  db::Connection& m_connection;
  bool m_has_loaded = false;
  std::vector<trees::NodeRow> m_rows;
  trees::TreeShape m_shape;
  TreeDocument m_document;
  std::vector<Piece> m_pieces;
  std::vector<std::size_t> m_outermost;
  std::unordered_map<std::int64_t, std::size_t> m_piece_of;  ///< by tasks.id
  NodeSums m_said;                                           ///< by the nodes of the document, as it came
  std::vector<std::string> m_left_out;
  bool m_has_changed = false;
  bool m_has_touched = false;
};

bool begins_with(const std::vector<StoredNode>& nodes, const std::string& node_id) {
  return !nodes.empty() && nodes.front().node_id == node_id;
}

}  // namespace

void note_left_out(const TreeDocumentText& text, const std::string& tree_id, ExportReport& report) {
  report.left_out += text.left_out.size();
  for (const std::string& node : text.left_out)
    report.missing.push_back({std::string(tree_id).append(" ").append(node), "node_left",
                              "its parent is not in the document of its tree, so it has no place there"});
}

std::optional<TreeDocumentText> tree_document_text(db::Connection& connection, const std::string& tree_id) {
  Composer composer(connection, tree_id);
  for (const StoredDocument& document : DocumentRows(connection).of_tree(tree_id)) {
    if (document.kind != "tree-json") continue;
    composer.add_document(document);
    composer.add_rest(false);
    return composer.finish(TreeDocumentKind::tree);
  }
  if (!composer.has_rows()) return std::nullopt;
  composer.add_rest(true);
  composer.make_outline();
  return composer.finish(TreeDocumentKind::tree);
}

TreeDocumentText document_text(db::Connection& connection, std::int64_t document_id) {
  DocumentRows documents(connection);
  const auto document = documents.find(document_id);
  if (!document)
    throw Error(ErrorCode::corrupt, "a document is gone", "tree_documents:" + std::to_string(document_id),
                k_gone_hint);
  Composer composer(connection, document->tree_id);
  composer.add_document(*document);
  if (document->kind != "tree-json") return composer.finish(TreeDocumentKind::node);
  const std::set<std::int64_t> made_here = documents.made_here(*document);
  composer.add_rest(false, &made_here);
  return composer.finish(TreeDocumentKind::tree);
}

bool is_changed_before(db::Connection& connection, const std::string& source_path,
                       std::int64_t first_import_id) {
  DocumentRows documents(connection);
  const auto document = documents.find(source_path);
  if (!document) return false;
  records::RecordTextFinder finder(connection);
  for (const auto& [task_id, digest] : documents.nodes_of_imports_before(document->id, first_import_id))
    if (digest_of_record(finder.find(task_id, 0)) != digest) return true;
  if (document->kind != "tree-json") return false;
  return !documents.made_here(*document).empty() ||
         with_settings(connection, document->tree_id, document->outline) != document->outline;
}

std::optional<TreeDocumentText> node_document_text(db::Connection& connection, const std::string& tree_id,
                                                   const std::string& node_id) {
  DocumentRows documents(connection);
  for (const StoredDocument& document : documents.of_tree(tree_id)) {
    if (document.kind != "node-json" || !begins_with(documents.nodes(document.id), node_id)) continue;
    Composer composer(connection, tree_id);
    composer.add_document(document);
    return composer.finish(TreeDocumentKind::node);
  }
  Composer composer(connection, tree_id);
  if (!composer.add_alone(node_id)) return std::nullopt;
  return composer.finish(TreeDocumentKind::node);
}

}  // namespace rlmdb::tree_documents
