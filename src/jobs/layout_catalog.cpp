// SPDX-License-Identifier: MIT
#include "jobs/layout_catalog.hpp"

#include "legacy/layout_pool.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::jobs {

namespace {

template <class Visit>
void for_each_layout(model::TaskRecord& record, Visit&& visit) {
  visit(record.layout);
  visit(record.metadata_layout);
  visit(record.context_layout);
  visit(record.cost_layout);
  for (model::VariableRecord& variable : record.variables) {
    visit(variable.layout);
    visit(variable.metadata_layout);
  }
  for (model::CheckpointRecord& checkpoint : record.checkpoints) visit(checkpoint.layout);
}

model::Level level_named(std::string_view name) {
  for (std::size_t level = 0; level < model::k_level_count; ++level) {
    if (model::to_text(static_cast<model::Level>(level)) == name) return static_cast<model::Level>(level);
  }
  throw Error(ErrorCode::corrupt, "a layout has a level that does not exist", "layouts.level",
              "run `rlmdb verify`, then restore the newest backup");
}

}  // namespace

std::shared_ptr<const LayoutCatalog::Layouts> LayoutCatalog::resolve(model::TaskRecord& record) {
  if (m_layouts->size() > k_most) m_layouts = std::make_shared<Layouts>();
  for_each_layout(record, [this](model::LayoutRef& reference) { resolve(reference); });
  return m_layouts;
}

void LayoutCatalog::assign(model::TaskRecord& record) {
  if (m_ids.size() > k_most) m_ids.clear();
  for_each_layout(record, [this](model::LayoutRef& reference) { assign(reference); });
}

void LayoutCatalog::resolve(model::LayoutRef& reference) {
  if (reference.id == 0) return;
  auto found = m_layouts->find(reference.id);
  if (found == m_layouts->end()) {
    const store::LayoutText text = m_rows.get(reference.id);
    found = m_layouts->emplace(reference.id, legacy::parse_layout(level_named(text.level), text.members_json))
                .first;
  }
  reference.layout = &found->second;
}

void LayoutCatalog::assign(model::LayoutRef& reference) {
  if (reference.layout == nullptr) return;
  std::int64_t& id = m_ids[reference.layout];
  if (id == 0)
    id = m_rows.intern(model::to_text(reference.layout->level), reference.layout->members_json, m_added);
  reference.id = id;
}

}  // namespace rlmdb::jobs
