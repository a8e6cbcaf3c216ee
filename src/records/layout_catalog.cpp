// SPDX-License-Identifier: MIT
#include "records/layout_catalog.hpp"

#include "records/layout_pool.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::records {

namespace {

/// Calls `visit(reference, level, where)` for every layout of a record; `where()` names the row and column.
template <class Visit>
void for_each_layout(TaskRecord& record, Visit&& visit) {
  const std::string task = std::to_string(record.id);
  visit(record.layout, Level::task, [&] { return "tasks:" + task + " layout_id"; });
  visit(record.metadata_layout, Level::metadata, [&] { return "tasks:" + task + " metadata_layout_id"; });
  visit(record.context_layout, Level::context, [&] { return "tree_nodes:" + task + " context_layout_id"; });
  visit(record.cost_layout, Level::cost, [&] { return "tree_nodes:" + task + " cost_layout_id"; });
  for (VariableRecord& variable : record.variables) {
    const auto row = [&] { return "variables:" + std::to_string(variable.id); };
    visit(variable.layout, Level::variable, [&] { return row() + " layout_id"; });
    visit(variable.metadata_layout, Level::variable_metadata, [&] { return row() + " metadata_layout_id"; });
  }
  std::size_t place = 0;
  for (CheckpointRecord& checkpoint : record.checkpoints) {
    visit(checkpoint.layout, Level::checkpoint, [&] {
      return "task_checkpoints of tasks:" + task + ", element " + std::to_string(place) + ", layout_id";
    });
    ++place;
  }
}

Level level_named(std::string_view name) {
  if (const std::optional<Level> level = named<Level>(name)) return *level;
  throw Error(ErrorCode::corrupt, "a layout has a level that does not exist", "layouts.level",
              "run `rlmdb verify`, then restore the newest backup");
}

}  // namespace

std::shared_ptr<const LayoutCatalog::Layouts> LayoutCatalog::resolve(TaskRecord& record) {
  if (m_layouts->size() > k_most) m_layouts = std::make_shared<Layouts>();
  for_each_layout(record, [this](LayoutRef& reference, Level level, const auto& where) {
    resolve(reference);
    // An object that is written by the layout of the one around it would never end.
    if (reference.layout == nullptr || reference.layout->level == level) return;
    throw Error(
        ErrorCode::corrupt,
        "a row names the layout of another kind of object: " + std::string(to_text(reference.layout->level)) +
            " instead of " + std::string(to_text(level)),
        where(), "run `rlmdb verify`, then set it back or restore the newest backup");
  });
  return m_layouts;
}

void LayoutCatalog::assign(TaskRecord& record) {
  if (m_ids.size() > k_most) m_ids.clear();
  for_each_layout(record, [this](LayoutRef& reference, Level, const auto&) { assign(reference); });
}

void LayoutCatalog::resolve(LayoutRef& reference) {
  if (reference.id == 0) return;
  auto found = m_layouts->find(reference.id);
  if (found == m_layouts->end()) {
    const LayoutText text = m_rows.get(reference.id);
    found = m_layouts->emplace(reference.id, parse_layout(level_named(text.level), text.members_json)).first;
  }
  reference.layout = &found->second;
}

void LayoutCatalog::assign(LayoutRef& reference) {
  if (reference.layout == nullptr) return;
  std::int64_t& id = m_ids[reference.layout];
  if (id == 0) id = m_rows.intern(to_text(reference.layout->level), reference.layout->members_json, m_added);
  reference.id = id;
}

}  // namespace rlmdb::records
