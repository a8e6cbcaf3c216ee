// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/change.hpp"
#include "tasks/node_place.hpp"

namespace rlmdb::tasks {

/// The metadata of a new task: its place in a tree, what a node is told, what the caller gives, what it
/// depends on, in this order.
class NewMetadata {
 public:
  /// `depends_on` are store ids. Errors: invalid_input (a value that is no JSON object, a word that is no
  /// strategy); usage (metadata with a member that is given beside it; what only a node has without a place).
  NewMetadata(const NewTask& task, const std::vector<TaskId>& depends_on,
              const std::optional<NodePlace>& place, const std::string& where);

  /// Compact JSON. `node_id` is that of a node.
  [[nodiscard]] std::string json(const std::string& node_id) const;
  /// context_reference.size_tokens; nullopt where that is no plain whole number.
  [[nodiscard]] std::optional<std::int64_t> context_tokens() const;

 private:
  struct Member {
    std::string_view name;
    std::string json;
  };

  template <class Words>
  void add_word(std::string_view name, const std::optional<std::string>& word, const Words& words,
                const std::string& where);
  void add_object(std::string_view name, const std::optional<JsonText>& json, const std::string& where);
  void require_fitting(const std::string& where) const;
  void require_not_own(std::string_view name, const std::string& where) const;

  std::optional<NodePlace> m_place;
  std::vector<Member> m_node;  ///< what a node is told
  std::string m_own;           ///< the caller's object
  std::string m_depends_on;    ///< a member; "" for none
};

}  // namespace rlmdb::tasks
