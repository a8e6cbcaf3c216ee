// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "format/json_writer.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb::cli {

/// The member "findings", as every document about trees has it.
inline JsonObject& add_findings(JsonObject& object, const std::vector<TreeFinding>& findings) {
  return object.add_array("findings", findings, [](std::string& json, const TreeFinding& finding) {
    JsonObject(json)
        .add_or_null("task_id", finding.task_id)
        .add("code", finding.code)
        .add("message", finding.message)
        .close();
  });
}

}  // namespace rlmdb::cli
