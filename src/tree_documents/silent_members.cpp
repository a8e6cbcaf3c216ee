// SPDX-License-Identifier: MIT
#include "tree_documents/silent_members.hpp"

#include <vector>

#include "json/object_text.hpp"
#include "records/document_values.hpp"
#include "rlmdb/error.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "tree_documents/tree_node.hpp"

namespace rlmdb::tree_documents {

SilentMembers::SilentMembers(db::Connection& connection)
    : m_finder(connection), m_tasks(connection), m_nodes(connection), m_documents(connection) {}

void SilentMembers::fill_document(std::int64_t document_id) {
  const auto document = m_documents.find(document_id);
  const std::set<std::int64_t> may_be_silent = m_documents.may_be_silent(document_id);
  if (!document || may_be_silent.empty()) return;
  std::vector<std::string> enclosing;
  for (const StoredNode& node : m_documents.nodes(document_id)) {
    enclosing.resize(static_cast<std::size_t>(node.level));
    if (may_be_silent.contains(node.task_id))
      fill(node.task_id, document->tree_id,
           enclosing.empty() ? std::nullopt : std::optional(enclosing.back()));
    enclosing.push_back(node.node_id);
  }
}

void SilentMembers::fill_import(std::int64_t import_id) {
  for (const std::int64_t document : m_documents.of_tasks_of(import_id)) fill_document(document);
}

void SilentMembers::empty_all() {
  for (const std::int64_t task_id : m_tasks.ids_with_document_values())
    if (m_finder.find(task_id, m_record, records::Chunks::left_out)) write({});
}

void SilentMembers::fill_all() {
  for (const DocumentSourcePath& document : m_documents.all()) fill_document(document.id);
}

void SilentMembers::fill(std::int64_t task_id, const std::string& tree_id,
                         const std::optional<std::string>& parent_node_id) {
  const std::vector<std::string> nodes = m_documents.nodes_of_task(task_id);
  if (!m_finder.find(task_id, m_record, records::Chunks::left_out)) return;
  if (nodes.empty()) return write({});
  const std::string known = known_node(nodes);
  const auto parent = parent_node_id ? parent_node_id : identity_of_node(known).parent_id;
  std::string said =
      record_of_node(known, {tree_id, parent ? std::optional(public_id(tree_id, *parent)) : std::nullopt});
  if (json::find_member(known, "status").empty()) said = json::with_member(said, "state", {});
  write(said);
}

void SilentMembers::write(const std::string& record_of_documents) {
  m_arena.clear();
  const std::string before(m_record.residue);
  records::drop_document_values(m_record, m_arena);
  if (!record_of_documents.empty()) {
    records::TaskRecord said;
    (void)m_reader.read(record_of_documents, m_arena, m_overflow, said);
    records::put_document_values(m_record, said, m_arena);
  }
  if (m_record.residue == before) return;
  m_tasks.put_document_values(m_record);
  m_nodes.put_document_values(m_record);
}

std::string SilentMembers::public_id(const std::string& tree_id, const std::string& node_id) {
  if (m_tree_id != tree_id) {
    m_public_ids.clear();
    for (const TreeMember& member : m_documents.members_of_tree(tree_id))
      m_public_ids.emplace(member.node_id, member.store_id.value_or(member.node_id));
    m_tree_id = tree_id;
  }
  const auto known = m_public_ids.find(node_id);
  return known == m_public_ids.end() ? node_id : known->second;
}

}  // namespace rlmdb::tree_documents
