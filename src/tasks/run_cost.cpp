// SPDX-License-Identifier: MIT
#include "tasks/run_cost.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "rlmdb/change_fields.hpp"
#include "rlmdb/error.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "trees/cost.hpp"
#include "trees/node_cost_rules.hpp"
#include "writing/member_edit.hpp"
#include "writing/member_path.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_metadata_member = "\"metadata\"";
constexpr std::string_view k_tracking = "cost_tracking";
constexpr std::string_view k_total = "total_cost_usd";

[[noreturn]] void refuse_negative(std::string_view name, const std::string& where) {
  throw Error(ErrorCode::invalid_input, fmt::format("{} cannot be below 0", name), where,
              "nothing was changed");
}

/// The cost so far, with what is added to it.
class Tracking {
 public:
  Tracking(std::string_view json, const std::string& task, const std::string& where)
      : m_json(json.empty() ? "{}" : json), m_task(task), m_where(where) {
    if (!m_json.starts_with('{')) refuse(k_tracking, m_json);
  }

  void add(std::string_view name, const std::optional<std::int64_t>& count) {
    if (!count) return;
    if (*count < 0) refuse_negative(name, m_where);
    const std::string_view before = value(name);
    std::int64_t sum = 0;
    const std::optional<std::int64_t> known = before.empty() ? 0 : json::exact_int64(before);
    if (!known) return add(name, std::optional<double>(static_cast<double>(*count)));
    if (__builtin_add_overflow(*known, *count, &sum))
      throw Error(ErrorCode::invalid_input, fmt::format("{} would be more than 2^63 - 1", name), m_where,
                  "nothing was changed");
    m_json = json::with_member(m_json, name, std::to_string(sum));
  }

  void add(std::string_view name, const std::optional<double>& amount) {
    if (!amount) return;
    if (!(*amount >= 0) || !std::isfinite(*amount)) refuse_negative(name, m_where);
    put(name, number(name) + *amount);
  }

  /// A total that input and output say together stands as such from now on.
  void write_known_total() {
    if (has(k_total)) return;
    if (const auto known = trees::cost_in_object(m_json)) put(k_total, *known);
  }

  [[nodiscard]] bool has(std::string_view name) const { return !value(name).empty(); }
  [[nodiscard]] std::string take() { return std::move(m_json); }

 private:
  void put(std::string_view name, double usd) {
    char buffer[json::k_number_text_size];
    m_json = json::with_member(m_json, name, json::shortest_text(trees::without_noise(usd), buffer));
  }

  /// "" where there is none, or it is null.
  [[nodiscard]] std::string_view value(std::string_view name) const {
    const std::string_view raw = json::find_member(m_json, name);
    return raw == "null" ? std::string_view() : raw;
  }

  [[nodiscard]] double number(std::string_view name) const {
    const std::string_view raw = value(name);
    if (raw.empty()) return 0;
    const std::optional<double> known = json::number_of(raw);
    if (!known) refuse(name, raw);
    return *known;
  }

  [[noreturn]] void refuse(std::string_view name, std::string_view raw) const {
    constexpr std::size_t k_most_shown = 40;
    throw Error(
        ErrorCode::conflict,
        fmt::format("{} of the task is {}, to which nothing can be added", name, raw.substr(0, k_most_shown)),
        m_task, "nothing was changed; set it first: `rlmdb task set ID metadata.cost_tracking={}`");
  }

  std::string m_json;
  const std::string& m_task;
  const std::string& m_where;
};

bool names_dollars(const RunCost& cost) {
  return cost.total_cost_usd || cost.input_cost_usd || cost.output_cost_usd;
}

/// What a run adds to a total that there is.
std::optional<double> added_usd(const RunCost& cost) {
  if (cost.total_cost_usd || !names_dollars(cost)) return cost.total_cost_usd;
  return cost.input_cost_usd.value_or(0) + cost.output_cost_usd.value_or(0);
}

}  // namespace

bool is_given(const RunCost& cost) {
  return !(cost == RunCost{});
}

std::string with_cost(std::string_view tracking, const RunCost& cost, const std::string& task,
                      const std::string& where) {
  Tracking sums(tracking, task, where);
  if (names_dollars(cost)) sums.write_known_total();
  RunCost used = cost;
  if (sums.has(k_total)) used.total_cost_usd = added_usd(cost);
  for_each_field(k_run_cost_fields, used,
                 [&](const RunCostField& field, const auto& value) { sums.add(field.name, value); });
  if (names_dollars(cost)) sums.write_known_total();
  if (sums.has("total_tokens") && (cost.input_tokens || cost.output_tokens)) {
    sums.add("total_tokens", cost.input_tokens);
    sums.add("total_tokens", cost.output_tokens);
  }
  return sums.take();
}

ChangeResult add_cost(writing::TaskWriter& writer, const records::TaskHead& head, const TaskChange& change,
                      const RunCost& cost, const std::string& where) {
  writing::MemberEdit edit(writer, head);
  const std::string_view metadata = edit.find(k_metadata_member).value_or("");
  const std::array<std::string, 1> path{std::string(k_tracking)};
  const std::string_view tracking =
      metadata.starts_with('{') ? json::find_member(metadata, k_tracking) : std::string_view();
  const std::vector<std::string> nodes =
      tree_documents::DocumentRows(writer.connection()).nodes_of_task(head.id);
  const std::string known = tree_documents::known_object(k_tracking, tracking, nodes);
  const std::string sums = with_cost(known == "null" ? "" : known, cost, head.legacy_id, where);
  edit.put(
      std::string(k_metadata_member),
      writing::with_member(metadata, path, tree_documents::replacing_object(k_tracking, sums, nodes), where));
  return edit.write({.kind = EventKind::task_cost, .token = change.only_if.token.value_or(0)});
}

}  // namespace rlmdb::tasks
