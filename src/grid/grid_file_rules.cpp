// SPDX-License-Identifier: MIT
#include "grid/grid_file_rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace rlmdb::grid {

namespace {

using NamedKind = std::pair<std::string_view, GridFileKind>;

constexpr std::array k_at_top = {
    NamedKind{"STATE.md", GridFileKind::state},           NamedKind{"WARMTH.md", GridFileKind::warmth},
    NamedKind{"DECISIONS.md", GridFileKind::decisions},   NamedKind{"BLOCKERS.md", GridFileKind::blockers},
    NamedKind{"SCRATCHPAD.md", GridFileKind::scratchpad},
};

constexpr std::string_view k_block_mark = "-block-";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view leading_digits(std::string_view text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_digit);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

GridFileKind kind_at_top(std::string_view name) {
  for (const auto& [known, kind] : k_at_top) {
    if (name == known) return kind;
  }
  if (name.starts_with("CHECKPOINT") && name.ends_with(".md")) return GridFileKind::checkpoint;
  return GridFileKind::other;
}

/// What a plan's name says of its block, from the digits on: "06.md" of "blog-block-06.md".
std::string_view behind_block_mark(std::string_view name) {
  const std::size_t mark = name.rfind(k_block_mark);
  return mark == std::string_view::npos ? std::string_view() : name.substr(mark + k_block_mark.size());
}

GridFileKind kind_in_plans(std::string_view name) {
  if (!name.ends_with(".md")) return GridFileKind::other;
  if (name.ends_with("PLAN-SUMMARY.md")) return GridFileKind::plan_summary;
  return leading_digits(behind_block_mark(name)).empty() ? GridFileKind::other : GridFileKind::plan;
}

// The seed looks for phases/*/SUMMARY.md and names its files NN-SUMMARY.md: both are summaries.
bool is_summary(std::string_view name) {
  return name == "SUMMARY.md" || name.ends_with("-SUMMARY.md");
}

/// Other programs have them at the top, or anywhere by the block's number. In archive/ lies what is over.
bool is_summary_elsewhere(std::string_view directory, std::string_view name) {
  if (directory == "plans" || directory == "archive" || !is_summary(name)) return false;
  return directory.empty() || directory == "phases" || !leading_digits(name).empty();
}

GridFileKind kind_in_phase(std::string_view name) {
  if (name == "PLAN.md" || name.ends_with("-PLAN.md")) return GridFileKind::phase_plan;
  return GridFileKind::other;
}

std::pair<std::string_view, std::string_view> first_step(std::string_view path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string_view last_step(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

GridFileKind kind_of_name(std::string_view name) {
  const auto [directory, rest] = first_step(name);
  if (is_summary_elsewhere(directory, last_step(name))) return GridFileKind::summary;
  if (directory.empty()) return kind_at_top(rest);
  if (directory == "plans" && rest.find('/') == std::string_view::npos) return kind_in_plans(rest);
  if (directory != "phases") return GridFileKind::other;
  const auto [phase, file] = first_step(rest);
  return phase.empty() || file.find('/') != std::string_view::npos ? GridFileKind::other
                                                                   : kind_in_phase(file);
}

std::int64_t number_of(std::string_view text, unsigned part) {
  for (; part > 0; --part) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return -1;
    text.remove_prefix(dot + 1);
  }
  text = text.substr(0, text.find('.'));
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0 ? number : -1;
}

std::string block_of_name(std::string_view name) {
  const GridFileKind kind = kind_of_name(name);
  if (kind == GridFileKind::plan) return std::string(leading_digits(behind_block_mark(name)));
  if (kind != GridFileKind::summary && kind != GridFileKind::phase_plan) return {};
  const std::string_view file = last_step(name);
  const std::string_view digits = leading_digits(file);
  if (!digits.empty() || file.size() == name.size()) return std::string(digits);
  return std::string(leading_digits(last_step(name.substr(0, name.size() - file.size() - 1))));
}

}  // namespace rlmdb::grid
