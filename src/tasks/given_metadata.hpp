// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_members.hpp"
#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "tasks/node_place.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// What a new task's metadata holds besides its place in a tree and its strategies: what callers give as
/// JSON, then what it depends on.
class GivenMetadata {
 public:
  /// `depends_on` are store ids. Errors: invalid_input (a value that is no JSON object, a word that is no
  /// strategy, a member that its schema does not allow); usage (metadata with a member that is given beside
  /// it; what only a node has without a place).
  GivenMetadata(const NewTask& task, const std::vector<TaskId>& depends_on,
                const std::optional<NodePlace>& place, const std::string& where);
  GivenMetadata(const GivenMetadata&) = delete;
  GivenMetadata& operator=(const GivenMetadata&) = delete;

  /// A compact object; "" for none.
  [[nodiscard]] std::string json() const;
  /// What a root says from its creation: rlm_state.Final, null, and rlm_state.prompt, `prompt` as raw JSON.
  /// One that the caller gave stays. True: prompt is from here. `now`: UTC text.
  bool begin_state(std::string_view prompt, std::string_view now);
  /// context_reference.size_tokens; nullopt where that is no plain whole number.
  [[nodiscard]] std::optional<std::int64_t> context_tokens() const;
  /// What is unlike the schemas and allowed all the same.
  [[nodiscard]] const std::vector<Finding>& warnings() const noexcept { return m_warnings; }

 private:
  void require_fitting(const NewTask& task, const std::optional<NodePlace>& place,
                       const std::string& where) const;
  void check_schema(const std::string& where);
  void require_not_own(std::string_view name, const std::string& where) const;

  std::string m_context;  ///< an object; "" for none
  std::string m_config;   ///< the same
  std::string m_own;      ///< the caller's object, or one without members
  std::vector<json::Member> m_own_members;
  std::string m_depends_on;  ///< an array; "" for none
  std::string m_state;       ///< rlm_state of a root, in place of the caller's; "" for none
  std::vector<Finding> m_warnings;
};

/// Of all that is known as the context of a task that is about to run: what is unlike the schema
/// (unlike_schema); what it refers to and is not there (context_missing, the first 20): a variable, a file of
/// the project, another task, a parent's result; a size beyond the limit of its tree (max_context_tokens) or below
/// 0 (context_size). `record`: its JSON. Nothing is refused, and what cannot be known is not said. A
/// context costs a look at each of these; without one there is nothing to pay.
[[nodiscard]] std::vector<Finding> warnings_of_context(writing::TaskWriter& writer,
                                                       const records::TaskHead& task,
                                                       std::string_view record);

}  // namespace rlmdb::tasks
