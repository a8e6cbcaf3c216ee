// SPDX-License-Identifier: MIT
// The members of records as the legacy formats have them, and documents made of records.
#include <algorithm>
#include <utility>

#include "store_maker.hpp"

namespace rlmdb::tests {

Node StoreMaker::tree_id() {
  return Node::of(ascii("tree-0000000" + std::to_string(below(3))));
}
Node StoreMaker::strategy() {
  return Node::of(ascii(one_in(2) ? "sequential" : "map-reduce"));
}

Node StoreMaker::variable_metadata() {
  static constexpr Choice k_members[] = {{"read_only", &StoreMaker::boolean},
                                         {"scope", &StoreMaker::some_text},
                                         {"ttl_seconds", &StoreMaker::number}};
  return object_of(k_members);
}

Node StoreMaker::variable() {
  static constexpr Choice k_members[] = {{"name", &StoreMaker::some_text},
                                         {"value", &StoreMaker::any},
                                         {"type", &StoreMaker::some_text},
                                         {"description", &StoreMaker::some_text},
                                         {"source", &StoreMaker::some_text},
                                         {"created_at", &StoreMaker::date},
                                         {"updated_at", &StoreMaker::date},
                                         {"access_count", &StoreMaker::number},
                                         {"metadata", &StoreMaker::variable_metadata}};
  return object_of(k_members);
}

Node StoreMaker::variables() {
  std::vector<Member> members;
  for (std::size_t count = below(4); count > 0; --count) {
    const Text name = one_in(4) ? text() : odd_name();
    Node value = one_in(6) ? any() : variable();
    const bool says_its_name = value.kind == Node::Kind::object && !one_in(3);
    for (Member& member : value.members) {
      if (says_its_name && member.name.units == u"name") member.value = Node::of(text_of(name.units));
    }
    members.push_back({name, std::move(value)});
  }
  disturb(members);
  return Node::object(std::move(members));
}

Node StoreMaker::context() {
  static constexpr Choice k_members[] = {{"type", &StoreMaker::some_text},
                                         {"source", &StoreMaker::some_text},
                                         {"size_tokens", &StoreMaker::number}};
  return object_of(k_members);
}

Node StoreMaker::costs() {
  static constexpr Choice k_members[] = {
      {"input_tokens", &StoreMaker::number},         {"output_tokens", &StoreMaker::number},
      {"total_tokens", &StoreMaker::number},         {"input_cost_usd", &StoreMaker::cost},
      {"output_cost_usd", &StoreMaker::cost},        {"total_cost_usd", &StoreMaker::cost},
      {"subtree_total_cost_usd", &StoreMaker::cost}, {"cache_hits", &StoreMaker::number},
      {"cache_savings_usd", &StoreMaker::cost}};
  return object_of(k_members);
}

Node StoreMaker::checkpoint() {
  static constexpr Choice k_members[] = {{"checkpoint_id", &StoreMaker::some_text},
                                         {"name", &StoreMaker::some_text},
                                         {"snapshot_path", &StoreMaker::some_text},
                                         {"timestamp", &StoreMaker::date},
                                         {"description", &StoreMaker::some_text}};
  return one_in(m_oddness) ? any() : object_of(k_members);
}

Node StoreMaker::checkpoints() {
  std::vector<Node> elements(below(3));
  for (Node& element : elements) element = checkpoint();
  return Node::array(std::move(elements));
}

Node StoreMaker::metadata() {
  static constexpr Choice k_members[] = {{"tree_id", &StoreMaker::tree_id},
                                         {"node_id", &StoreMaker::some_text},
                                         {"parent_id", &StoreMaker::some_text},
                                         {"depth", &StoreMaker::number},
                                         {"decomposition_strategy", &StoreMaker::strategy},
                                         {"merge_strategy", &StoreMaker::some_text},
                                         {"rlm_state", &StoreMaker::variables},
                                         {"context_reference", &StoreMaker::context},
                                         {"cost_tracking", &StoreMaker::costs},
                                         {"checkpoints", &StoreMaker::checkpoints}};
  if (one_in(5)) return Node::object({});
  return object_of(k_members);
}

Text StoreMaker::id() {
  if (!m_ids.empty() && one_in(m_oddness * 2)) return text_of(m_ids[below(m_ids.size())]);
  Text id = one_in(m_oddness) ? text() : ascii("task-" + std::to_string(1000 + m_ids.size()));
  m_ids.push_back(id.units);
  return id;
}

Node StoreMaker::record(Text id) {
  static constexpr Choice k_members[] = {
      {"prompt", &StoreMaker::some_text}, {"agent", &StoreMaker::some_text},
      {"priority", &StoreMaker::number},  {"state", &StoreMaker::state},
      {"createdAt", &StoreMaker::date},   {"startedAt", &StoreMaker::date},
      {"completedAt", &StoreMaker::date}, {"pid", &StoreMaker::number},
      {"result", &StoreMaker::any},       {"error", &StoreMaker::some_text},
      {"output", &StoreMaker::some_text}, {"metadata", &StoreMaker::metadata}};
  Node record = object_of(k_members);
  Member member{ascii("id"), Node::of(std::move(id))};
  record.members.insert(record.members.begin(), std::move(member));
  if (one_in(m_oddness)) shuffle_members(record.members);
  return record;
}

Node StoreMaker::element() {
  if (!one_in(m_oddness * 4)) return record(id());
  if (one_in(2)) return value(2);
  Node bad = record(id());
  std::erase_if(bad.members, [](const Member& member) { return member.name.units == u"id"; });
  if (one_in(2)) bad.members.push_back({ascii("id"), one_in(2) ? nothing() : small_integer()});
  return bad;
}

std::vector<Node> StoreMaker::records() {
  std::vector<Node> records(below(7));
  for (Node& each : records) each = element();
  return records;
}

Node StoreMaker::document(std::vector<Node> records, bool is_plain) {
  std::vector<Member> members;
  const auto add = [&](std::string_view name, Node value) {
    members.push_back({ascii(name), std::move(value)});
  };
  if (!one_in(m_oddness)) add("version", one_in(m_oddness) ? any() : Node::of("1"));
  if (!one_in(m_oddness))
    add("updatedAt", one_in(m_oddness) ? any() : Node::of(ascii("2026-02-28T00:00:00.000Z")));
  if (is_plain || !one_in(m_oddness * 10)) add("tasks", Node::array(std::move(records)));
  if (!is_plain) {
    disturb(members);
    if (one_in(m_oddness * 10)) add("tasks", any());
    if (one_in(m_oddness * 10)) add("tasks", Node::array(this->records()));
  }
  return Node::object(std::move(members));
}

Node StoreMaker::store() {
  if (one_in(m_oddness * 20)) return any();
  return document(records(), false);
}

Node StoreMaker::plain_store() {
  std::vector<Node> good(below(7));
  for (Node& each : good) {
    do each = record(id());
    while (id_of(without_repeats(each)) == nullptr);
  }
  return document(std::move(good), true);
}

Node StoreMaker::later(const Node& store) {
  const Node clean = without_repeats(store);
  std::vector<Node> elements;
  for (const Node& element : find(clean, u"tasks")->elements) {
    const Text* const id = id_of(element);
    if (id == nullptr || one_in(2)) {
      elements.push_back(element);
      continue;
    }
    Node changed = record(text_of(id->units));
    if (id_of(without_repeats(changed)) == nullptr || id_of(without_repeats(changed))->units != id->units) {
      changed = element;
    }
    elements.push_back(std::move(changed));
  }
  for (std::size_t count = below(3); count > 0; --count) {
    elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(below(elements.size() + 1)), element());
  }
  if (one_in(2)) {
    for (std::size_t i = elements.size(); i > 1; --i) std::swap(elements[i - 1], elements[below(i)]);
  }
  return document(std::move(elements), true);
}

}  // namespace rlmdb::tests
