// SPDX-License-Identifier: MIT
#include "format/state_look.hpp"

#include <algorithm>
#include <utility>

namespace rlmdb::cli {
namespace {

constexpr std::array<StateLook, 8> k_state_looks{{
    {StateWord::completed, "completed", "completed", Tint::green, "✓", "+", "#90EE90", false},
    {StateWord::failed, "failed", "failed", Tint::red, "✗", "x", "#FFB6C1", false},
    {StateWord::running, "running", "running", Tint::yellow, "▶", ">", "#87CEEB", false},
    {StateWord::queued, "queued", "pending", Tint::blue, "○", ".", "#D3D3D3", false},
    {StateWord::cancelled, "cancelled", "cancelled", Tint::dim, "⊘", "/", "#D3D3D3", true},
    {StateWord::unknown, "unknown", "unknown", Tint::magenta, "?", "?", "#FFFFFF", true},
    {StateWord::stuck, "stuck", "stuck", Tint::red, "■", "#", "#FFD59E", true},
    {StateWord::interrupted, "interrupted", "interrupted", Tint::red, "▷", "!", "#FFA07A", true},
}};

constexpr std::array<std::pair<StateWord, TaskState>, 6> k_states{{
    {StateWord::completed, TaskState::completed},
    {StateWord::failed, TaskState::failed},
    {StateWord::running, TaskState::running},
    {StateWord::queued, TaskState::queued},
    {StateWord::cancelled, TaskState::cancelled},
    {StateWord::unknown, TaskState::unknown},
}};

}  // namespace

const std::array<StateLook, 8>& state_looks() noexcept {
  return k_state_looks;
}

const StateLook& look_of(StateWord word) noexcept {
  return k_state_looks[static_cast<std::size_t>(word)];
}

StateWord word_of(const std::optional<TaskState>& state) noexcept {
  const TaskState wanted = state.value_or(TaskState::unknown);
  const auto* found = std::find_if(k_states.begin(), k_states.end(),
                                   [wanted](const auto& pair) { return pair.second == wanted; });
  return found == k_states.end() ? StateWord::unknown : found->first;
}

Tint tint_of(StateWord word) noexcept {
  return look_of(word).tint;
}

Tint tint_of(const std::optional<TaskState>& state) noexcept {
  return tint_of(word_of(state));
}

TaskState state_named(std::string_view text) noexcept {
  const auto* found = std::find_if(k_states.begin(), k_states.end(),
                                   [text](const auto& pair) { return look_of(pair.first).name == text; });
  return found == k_states.end() ? TaskState::unknown : found->second;
}

std::string_view symbol_of(StateWord word, const Terminal& terminal) noexcept {
  return terminal.has_utf8 ? look_of(word).symbol : look_of(word).ascii;
}

}  // namespace rlmdb::cli
