// SPDX-License-Identifier: MIT
#include "schemas/form_rules.hpp"

#include <array>

#include "records/variable_text.hpp"

namespace rlmdb::schemas {

namespace {

constexpr std::string_view k_digits = "0123456789";
constexpr std::string_view k_hex = "0123456789abcdef";
constexpr std::size_t k_id_digits = 8;

bool is_of(std::string_view text, std::string_view alphabet) noexcept {
  return !text.empty() && text.find_first_not_of(alphabet) == std::string_view::npos;
}

bool is_id(std::string_view text, std::string_view prefix) noexcept {
  return text.size() == prefix.size() + k_id_digits && text.starts_with(prefix) &&
         is_of(text.substr(prefix.size()), k_hex);
}

bool is_version(std::string_view text) noexcept {
  if (!text.starts_with("1.")) return false;
  text.remove_prefix(2);
  const std::size_t dot = text.find('.');
  return dot != std::string_view::npos && is_of(text.substr(0, dot), k_digits) &&
         is_of(text.substr(dot + 1), k_digits);
}

bool is_uuid(std::string_view text) noexcept {
  constexpr std::array<std::size_t, 5> k_parts = {8, 4, 4, 4, 12};
  for (std::size_t i = 0; i < k_parts.size(); ++i) {
    if (i > 0) {
      if (!text.starts_with('-')) return false;
      text.remove_prefix(1);
    }
    if (text.size() < k_parts.at(i) || !is_of(text.substr(0, k_parts.at(i)), k_hex)) return false;
    text.remove_prefix(k_parts.at(i));
  }
  return text.empty();
}

bool is_loop_id(std::string_view text) noexcept {
  constexpr std::string_view k_prefix = "ralph-";
  constexpr std::string_view k_words = "abcdefghijklmnopqrstuvwxyz0123456789-";
  if (!text.starts_with(k_prefix) || text.size() < k_prefix.size() + 1 + 1 + k_id_digits) return false;
  const std::size_t dash = text.size() - k_id_digits - 1;
  return text[dash] == '-' && is_of(text.substr(dash + 1), k_hex) &&
         is_of(text.substr(k_prefix.size(), dash - k_prefix.size()), k_words);
}

bool is_checkpoint_id(std::string_view text) noexcept {
  constexpr std::string_view k_prefix = "ckpt-";
  return is_id(text, k_prefix) || is_uuid(text) ||
         (text.starts_with(k_prefix) && is_of(text.substr(k_prefix.size()), k_digits));
}

}  // namespace

constinit const TextForm k_tree_id_form{[](std::string_view text) noexcept { return is_id(text, "tree-"); },
                                        "^tree-[a-f0-9]{8}$"};
constinit const TextForm k_node_id_form{[](std::string_view text) noexcept { return is_id(text, "task-"); },
                                        "^task-[a-f0-9]{8}$"};
constinit const TextForm k_state_id_form{[](std::string_view text) noexcept { return is_id(text, "state-"); },
                                         "^state-[a-f0-9]{8}$"};
constinit const TextForm k_mutation_id_form{
    [](std::string_view text) noexcept { return is_id(text, "mut-"); }, "^mut-[a-f0-9]{8}$"};
constinit const TextForm k_version_form{is_version, R"(^1\.\d+\.\d+$)"};
constinit const TextForm k_variable_name_form{records::is_variable_name, "^[a-zA-Z_][a-zA-Z0-9_]{0,127}$"};
constinit const TextForm k_checkpoint_id_form{
    is_checkpoint_id, "^(ckpt-([a-f0-9]{8}|[0-9]+)|[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12})$"};
constinit const TextForm k_uuid_form{is_uuid, "^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$"};
constinit const TextForm k_loop_id_form{is_loop_id, "^ralph-[a-z0-9-]+-[a-f0-9]{8}$"};

}  // namespace rlmdb::schemas
