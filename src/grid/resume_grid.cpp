// SPDX-License-Identifier: MIT
// 1. The mission as it is, in one snapshot.
// 2. What surrounds it: git and the disk, as far as somebody knows where.
// 3. Context and plans, pure over both.
#include <algorithm>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "grid/grid_context.hpp"
#include "grid/grid_load.hpp"
#include "grid/mission_directory.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid_resume.hpp"
#include "rlmdb/project.hpp"
#include "util/clock.hpp"
#include "util/path_walk.hpp"

namespace rlmdb {

namespace grid {

namespace {

namespace fs = std::filesystem;

struct Loaded {
  GridHead head;
  GridSnapshot snapshot;
  fs::path database;
  std::vector<Finding> directory;
  std::chrono::system_clock::time_point now;
};

std::vector<Finding> remarks_on_directory(db::Connection& connection, const GridHead& head) {
  if (!head.source_path) return {};
  try {
    return remarks_on(head, look_at_directory(connection, head));
  } catch (const Error& error) {
    return {{error.where(), "directory_unreadable", error.what()}};
  }
}

Loaded load(const Store& store, const GridName& name) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction transaction(connection);
  Loaded loaded;
  loaded.head = get_grid(connection, name);
  loaded.snapshot = snapshot_of(loaded.head, GridRows(connection).newest(loaded.head.id));
  loaded.database = connection.path();
  loaded.directory = remarks_on_directory(connection, loaded.head);
  loaded.now = util::now();
  return loaded;
}

bool has_directory(const fs::path& path) {
  std::error_code ignored;
  return !path.empty() && fs::is_directory(path, ignored);
}

/// "" where nobody knows.
fs::path root_of(const Loaded& loaded, const GridLook& look) {
  if (!look.root.empty()) {
    util::require_no_link_of_others(look.root / "");
    if (has_directory(look.root)) return look.root;
    throw Error(ErrorCode::not_found, "no such directory", look.root.string(), "check the path");
  }
  const fs::path directory = loaded.head.source_path.value_or("");
  if (has_directory(directory)) return directory.parent_path();
  std::error_code ignored;
  const auto project = project_of_database(fs::weakly_canonical(loaded.database, ignored));
  return project && has_directory(*project) ? *project : fs::path();
}

std::chrono::system_clock::time_point now_of(const Loaded& loaded, const GridLook& look) {
  if (!look.now) return loaded.now;
  if (const auto time = util::parse_utc(*look.now)) return *time;
  throw Error(ErrorCode::invalid_input, "the time is no UTC time", *look.now,
              "give it as \"2026-01-23T15:45:00Z\"");
}

GridSurroundings surroundings_of(const Loaded& loaded, const GridLook& look) {
  GridSurroundings surroundings;
  surroundings.now = now_of(loaded, look);
  const fs::path root = root_of(loaded, look);
  if (root.empty()) return surroundings;
  surroundings.git = git_facts(root, texts_of(claimed_commits(loaded.snapshot)));
  surroundings.disk = disk_facts(root, texts_of(claimed_artifacts(loaded.snapshot)));
  return surroundings;
}

Error no_plan(const GridPlans& plans, const std::string& option) {
  std::string options;
  for (const GridPlan& plan : plans.plans) options.append(options.empty() ? "" : ", ").append(plan.option);
  return Error(ErrorCode::not_found, "there is no plan '" + option + "' for the mission " + plans.place,
               option,
               options.empty() ? "nothing has to be recovered; `rlmdb grid resume` says where it goes on"
                               : "there are: " + options);
}

}  // namespace

}  // namespace grid

GridContext grid_context(const Store& store, const GridName& name, const GridLook& look) {
  const grid::Loaded loaded = grid::load(store, name);
  GridContext context =
      grid::context_of(loaded.snapshot, grid::surroundings_of(loaded, look), look.from_block);
  context.directory = loaded.directory;
  if (look.user_feedback) context.resume_point.user_feedback = *look.user_feedback;
  return context;
}

GridPlans grid_plans(const Store& store, const GridName& name, const GridLook& look) {
  const grid::Loaded loaded = grid::load(store, name);
  const grid::GridSurroundings surroundings = grid::surroundings_of(loaded, look);
  const GridContext context = grid::context_of(loaded.snapshot, surroundings, look.from_block);
  return {loaded.head.place, loaded.head.version, grid::plans_of(loaded.snapshot, context, surroundings)};
}

GridChanged apply_grid_plan(Store& store, const GridPlans& plans, const std::string& option,
                            const GridCondition& condition) {
  const auto plan = std::find_if(plans.plans.begin(), plans.plans.end(),
                                 [&](const GridPlan& one) { return one.option == option; });
  if (plan == plans.plans.end()) throw grid::no_plan(plans, option);
  GridCondition as_planned = condition;
  as_planned.if_version = plans.version;
  return change_grid(store, {plans.place}, GridFiles{plan->edits, EventKind::grid_recovered}, as_planned);
}

}  // namespace rlmdb
