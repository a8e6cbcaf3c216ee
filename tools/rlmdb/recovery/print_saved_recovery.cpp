// SPDX-License-Identifier: MIT
#include "recovery/print_saved_recovery.hpp"

#include "format/json_writer.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
std::string json_saved_recovery(const RecoveryReport& report, const std::string& file) {
  JsonObject object;
  add_recovery(object, report);
  const auto add_plan = [](JsonObject& plan, const std::string& name) { plan.add("file", name); };
  return object.add_object("plan", file, add_plan).text();
}

std::string json_applied_recovery(const AppliedRecovery& applied, const std::string& file) {
  JsonObject object;
  add_recovery(object, applied.report);
  const auto add_plan = [&file](JsonObject& plan, const AppliedRecovery& how) {
    plan.add("file", file)
        .add("planned_at", how.planned_at)
        .add("sha256", how.sha256)
        .add("applied_before", how.applied_before, "when this plan was applied earlier; then trees is empty");
  };
  return object.add_object("plan", applied, add_plan).text();
}

}  // namespace rlmdb::cli
