// SPDX-License-Identifier: MIT
#include <array>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "rlmdb/error.hpp"
#include "sources/home_rows.hpp"
#include "trees/tree_limits.hpp"
#include "util/beneath.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::trees {

namespace {

/// The project's own before the schema that is installed with the legacy programs.
constexpr std::array k_limit_files{".aiwg/rlm/rlm-task-tree.yaml", ".aiwg/rlm-task-tree.yaml",
                                   "rlm-task-tree.yaml",
                                   "agentic/code/addons/rlm/schemas/rlm-task-tree.yaml"};
constexpr std::uint64_t k_most_limit_bytes = 1024 * 1024;

/// nullopt: the file does not say it. Error invalid_input for anything but a whole number from `least`.
std::optional<std::int64_t> limit_in(std::string_view limits, std::string_view name, std::int64_t least) {
  const std::string_view raw = json::find_member(limits, name);
  if (raw.empty() || raw == "null") return std::nullopt;
  const auto value = json::exact_int64(raw);
  if (value && *value >= least) return value;
  throw Error(ErrorCode::invalid_input,
              "limits/" + std::string(name) + " is no whole number from " + std::to_string(least),
              std::string(name));
}

LimitChange limits_in(std::string_view document) {
  const std::string_view limits = json::find_member(document, "limits");
  LimitChange change;
  if (!limits.starts_with('{')) return change;
  change.max_depth = limit_in(limits, "max_depth", 0);
  change.max_children = limit_in(limits, "max_children_per_node", 0);
  change.max_nodes = limit_in(limits, "max_total_nodes", 1);
  change.max_context_tokens = limit_in(limits, "max_context_tokens_per_node", 0);
  if (const auto timeout_ms = limit_in(limits, "timeout_per_node_ms", 1))
    change.timeout = std::chrono::milliseconds(*timeout_ms);
  return change;
}

std::string_view fault_text(util::BeneathFault fault) {
  switch (fault) {
    case util::BeneathFault::outside:
      return "it lies behind a symbolic link";
    case util::BeneathFault::not_regular:
      return "it is no regular file";
    case util::BeneathFault::too_large:
      return "it is larger than 1 MiB";
    case util::BeneathFault::changed:
      return "it changed while it was read";
    case util::BeneathFault::none:
    case util::BeneathFault::absent:
      break;
  }
  return {};
}

}  // namespace

ProjectLimits project_limits(db::Connection& connection) {
  const auto root = sources::home_of(connection);
  if (!root) return {};
  for (const char* const place : k_limit_files) {
    const util::BeneathFile file = util::read_beneath(*root, place, k_most_limit_bytes);
    if (file.fault == util::BeneathFault::absent) continue;
    ProjectLimits limits{place, {}, {}};
    const auto note = [&](std::string_view why) {
      limits.fault = std::string(place) + " was not read, and the default limits count: " + std::string(why);
    };
    if (file.fault != util::BeneathFault::none) {
      note(fault_text(file.fault));
      return limits;
    }
    try {
      const std::string document = yaml::to_json(file.bytes);
      if (document.starts_with('{')) limits.limits = limits_in(document);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_input) throw;
      note(error.what());
    }
    return limits;
  }
  return {};
}

}  // namespace rlmdb::trees
