// SPDX-License-Identifier: MIT
#include "shadow/print_shadow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "format/units_text.hpp"
#include "rlmdb/words.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

enum class ShadowOutcome { imported, unchanged, skipped };

}  // namespace
}  // namespace rlmdb::cli

template <>
inline constexpr std::array<std::string_view, 3> rlmdb::k_words_of<rlmdb::cli::ShadowOutcome>{
    "imported", "unchanged", "skipped"};

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_ids_on_screen = 5;
constexpr std::size_t k_ids_listed = 10;

ShadowOutcome shadow_outcome(const ShadowLook& look) {
  if (look.skipped.has_value()) return ShadowOutcome::skipped;
  return look.round->source.already_imported ? ShadowOutcome::unchanged : ShadowOutcome::imported;
}

auto compared_records(std::uint64_t RecordCounts::*count) {
  return [count](const ShadowLook& look) {
    return look.round.has_value() ? std::optional(look.round->source.records.*count) : std::nullopt;
  };
}

std::optional<std::uint64_t> warning_count_of(const ShadowLook& look) {
  return look.round.has_value() ? std::optional(look.round->source.warning_count) : std::nullopt;
}

std::optional<std::uint64_t> drift_of(const ShadowLook& look) {
  return look.round.has_value() ? std::optional(look.round->drift) : std::nullopt;
}

/// The first so many that drift.
std::vector<DriftingTask> first_of(const ShadowLook& look, std::size_t most) {
  if (!look.round.has_value()) {
    return {};
  }
  const std::vector<DriftingTask>& all = look.round->drifting;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most))};
}

/// "task-0001 task-0002"
std::string ids_of(const ShadowLook& look, std::size_t most, std::string_view between) {
  std::string text;
  for (const DriftingTask& task : first_of(look, most)) {
    text += text.empty() ? "" : between;
    text += task.id.has_value() ? task.id->text : task.finding.where;
  }
  return text;
}

void add_drifting(JsonObject& object, const DriftingTask& task) {
  object.add("id", task.id)
      .add("code", task.finding.code)
      .add("where", task.finding.where)
      .add("message", task.finding.message);
}

std::vector<DriftingTask> listed_drifting(const ShadowLook& look) {
  return first_of(look, k_ids_listed);
}

void add_skipped(JsonObject& object, const Error& why) {
  object.add("code", why.code()).add("message", std::string_view(why.what())).add("where", why.where());
}

/// "15 read, 2 new, 1 kept back, no drift"
std::string sentence(const ShadowRound& round) {
  const RecordCounts& counts = round.source.records;
  const std::array<std::pair<std::uint64_t, std::string_view>, 5> others = {
      {{counts.added, "new"},
       {counts.changed, "changed"},
       {counts.kept, "kept back"},
       {counts.missing, "missing"},
       {counts.removed, "removed here"}}};
  std::string text = round.source.already_imported ? "already imported" : count_text(counts.read) + " read";
  for (const auto& [count, words] : others) {
    text += count > 0 ? fmt::format(", {} {}", count_text(count), words) : "";
  }
  if (round.source.warning_count > 0) {
    text += ", " + counted(round.source.warning_count, "warning", "warnings");
  }
  return text;
}

}  // namespace

const Rows<ShadowLook>& shadow_rows() {
  static const Rows<ShadowLook> k_rows(
      {{"at", &ShadowLook::at},
       {"outcome", shadow_outcome},
       {"read", about("of the file; this and the other counts are null where the look was skipped",
                      compared_records(&RecordCounts::read))},
       {"new", compared_records(&RecordCounts::added)},
       {"changed", compared_records(&RecordCounts::changed)},
       {"unchanged", compared_records(&RecordCounts::unchanged)},
       {"kept", compared_records(&RecordCounts::kept)},
       {"missing", compared_records(&RecordCounts::missing)},
       {"removed", compared_records(&RecordCounts::removed)},
       {"warnings", warning_count_of},
       {"drift", about("how many tasks are not the same in both", drift_of)},
       {"drifting", about("the first ten", filled_by<add_drifting>(listed_drifting))},
       {"skipped", about("why the file could not be read", filled_by<add_skipped>(&ShadowLook::skipped))}},
      {{"ids", [](const ShadowLook& look) { return ids_of(look, k_ids_listed, " "); }}},
      {.screen = "at read new changed unchanged kept missing removed warnings drift ids"});
  return k_rows;
}

std::string text_shadow(const ShadowLook& look, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return shadow_rows().line(look, terminal);
  }
  const ShadowRound& round = *look.round;
  std::string drift = "no drift";
  if (round.drift > 0) {
    const bool is_cut = round.drift > k_ids_on_screen;
    drift = fmt::format("drift {}: {}{}", count_text(round.drift),
                        shown(ids_of(look, k_ids_on_screen, ", "), terminal),
                        is_cut ? std::string(ellipsis_of(terminal)) : "");
  }
  return fmt::format("{}  {}; {}\n", second_of(look.at), sentence(round),
                     tinted(drift, round.drift > 0 ? Tint::yellow : Tint::green, terminal));
}

std::string text_skipped(const ShadowLook& look, const Terminal& terminal) {
  const std::string at = terminal.is_terminal ? second_of(look.at) : look.at;
  return fmt::format("{}  skipped: {} ({})\n", at, shown(look.skipped->what(), terminal),
                     shown(look.skipped->where(), terminal));
}

std::string json_shadow(const ShadowLook& look) {
  return shadow_rows().object(look) + "\n";
}

}  // namespace rlmdb::cli
