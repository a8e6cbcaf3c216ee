// SPDX-License-Identifier: MIT
#include <algorithm>
#include <tuple>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_members.hpp"
#include "loops/loop_detail_rows.hpp"
#include "loops/loop_text.hpp"
#include "rlmdb/loop.hpp"
#include "util/instant.hpp"

namespace rlmdb {

namespace {

/// Active ones first, the one started last first of all; those without a time behind the others.
bool comes_before(const loops::ShownLoop& a, const loops::ShownLoop& b) {
  const auto a_started = util::instant_ms(a.loop.started_at.value_or(""));
  const auto b_started = util::instant_ms(b.loop.started_at.value_or(""));
  return std::tie(b.loop.is_active, b_started, a.loop.loop_id, a.loop.place) <
         std::tie(a.loop.is_active, a_started, b.loop.loop_id, b.loop.place);
}

std::optional<JsonText> member_of(const loops::LoopHead& head, std::string_view name) {
  const std::string_view raw = json::find_member(head.outline, name);
  if (raw.empty() || raw == "null") return std::nullopt;
  return JsonText{std::string(raw)};
}

LoopDetails details_of(db::Connection& connection, const LoopId& loop) {
  const loops::LoopHead head = loops::get_loop(connection, loop.text);
  loops::LoopDetailRows rows(connection);
  LoopDetails details;
  details.loop = rows.get(head.id);
  details.iterations = rows.iterations(head.id, to_text(loops::LoopList::iteration_history));
  for (const LoopIteration& one : details.iterations)
    if (one.quality_score) details.loop.scores.push_back(*one.quality_score);
  if (details.iterations.empty())
    details.iterations = rows.iterations(head.id, to_text(loops::LoopList::iterations));
  details.regressions = rows.regressions(head.id);
  details.reinforcements = rows.reinforcements(head.id);
  details.recoveries = rows.recoveries(head.id);
  details.patterns = rows.patterns(head.id);
  details.baseline_metrics = member_of(head, "baseline_metrics");
  details.persistence_metrics = member_of(head, "persistence_metrics");
  details.metrics = member_of(head, "metrics");
  return details;
}

}  // namespace

std::vector<Loop> list_loops(const Store& store, LoopsShown shown, std::size_t most) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  loops::LoopDetailRows rows(use.connection());
  std::vector<loops::ShownLoop> all = rows.all();
  if (shown == LoopsShown::active)
    std::erase_if(all, [](const loops::ShownLoop& one) { return !one.loop.is_active; });
  std::sort(all.begin(), all.end(), comes_before);
  if (most != 0 && all.size() > most) all.erase(all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
  std::vector<Loop> loops;
  loops.reserve(all.size());
  for (loops::ShownLoop& one : all) {
    one.loop.scores = rows.newest_scores(one.id, k_listed_scores);
    loops.push_back(std::move(one.loop));
  }
  return loops;
}

LoopDetails loop_details(const Store& store, const LoopId& loop) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return details_of(use.connection(), loop);
}

std::pair<LoopDetails, LoopDetails> compare_loops(const Store& store, const LoopId& first,
                                                  const LoopId& second) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  LoopDetails one = details_of(use.connection(), first);
  return {std::move(one), details_of(use.connection(), second)};
}

}  // namespace rlmdb
