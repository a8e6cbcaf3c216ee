// SPDX-License-Identifier: MIT
#include "format/state_tint.hpp"

#include <algorithm>
#include <array>

namespace rlmdb::cli {
namespace {

struct StateLook {
  TaskState state;
  std::string_view name;
  Tint tint;
  std::string_view symbol;
  std::string_view ascii;
};

constexpr std::array<StateLook, 6> k_state_looks{{{TaskState::queued, "queued", Tint::blue, "○", "."},
                                                  {TaskState::running, "running", Tint::yellow, "▶", ">"},
                                                  {TaskState::completed, "completed", Tint::green, "✓", "+"},
                                                  {TaskState::failed, "failed", Tint::red, "✗", "x"},
                                                  {TaskState::cancelled, "cancelled", Tint::dim, "⊘", "/"},
                                                  {TaskState::unknown, "unknown", Tint::magenta, "?", "?"}}};

const StateLook& look_of(const std::optional<TaskState>& state) noexcept {
  const TaskState wanted = state.value_or(TaskState::unknown);
  const auto* look = std::find_if(k_state_looks.begin(), k_state_looks.end(),
                                  [wanted](const StateLook& one) { return one.state == wanted; });
  return look == k_state_looks.end() ? k_state_looks.back() : *look;
}

}  // namespace

Tint tint_of(const std::optional<TaskState>& state) noexcept {
  return look_of(state).tint;
}

TaskState state_named(std::string_view text) noexcept {
  const auto* look = std::find_if(k_state_looks.begin(), k_state_looks.end(),
                                  [text](const StateLook& one) { return one.name == text; });
  return look == k_state_looks.end() ? TaskState::unknown : look->state;
}

std::string_view symbol_of(const std::optional<TaskState>& state, const Terminal& terminal) noexcept {
  return terminal.has_utf8 ? look_of(state).symbol : look_of(state).ascii;
}

}  // namespace rlmdb::cli
