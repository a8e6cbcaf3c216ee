// SPDX-License-Identifier: MIT
#include "recovery/print_saved_recovery.hpp"

#include "format/json_writer.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

/// `recovery`, an object, with `plan` as its last member.
std::string with_plan(std::string recovery, const std::string& plan) {
  recovery.pop_back();
  return recovery + ",\"plan\":" + plan + "}";
}

}  // namespace

std::string json_saved_recovery(const RecoveryReport& report, const std::string& file) {
  std::string plan;
  JsonObject(plan).add("file", file).close();
  return with_plan(json_recovery(report), plan);
}

std::string json_applied_recovery(const AppliedRecovery& applied, const std::string& file) {
  std::string plan;
  JsonObject(plan)
      .add("file", file)
      .add("planned_at", applied.planned_at)
      .add("sha256", applied.sha256)
      .add("applied_before", applied.applied_before)
      .close();
  return with_plan(json_recovery(applied.report), plan);
}

}  // namespace rlmdb::cli
