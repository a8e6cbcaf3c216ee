// SPDX-License-Identifier: MIT
/// The forms that ids and versions have in the schemas, each with its regular expression. The schemas' own
/// examples break some: they are advice.
#pragma once

#include <string_view>

namespace rlmdb::schemas {

/// Texts of one form, which `regex` says as a regular expression.
struct TextForm {
  bool (*holds)(std::string_view text) noexcept;
  std::string_view regex;
};

extern const TextForm k_tree_id_form;
extern const TextForm k_node_id_form;
extern const TextForm k_state_id_form;
extern const TextForm k_mutation_id_form;
extern const TextForm k_version_form;
extern const TextForm k_variable_name_form;
extern const TextForm k_uuid_form;
/// The schema's digits, the milliseconds of the legacy program, and the UUID of a workflow's checkpoint.
extern const TextForm k_checkpoint_id_form;
/// "ralph-fix-tests-a1b2c3d4", a loop's id where Ralph makes it.
extern const TextForm k_loop_id_form;

}  // namespace rlmdb::schemas
