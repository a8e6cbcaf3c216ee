// SPDX-License-Identifier: MIT
#include "frame/locate_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "frame/context.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/known_ids.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/project.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_environment_name = "RLMDB_DB";
constexpr const char* k_fallback_name = "rlm.db";

std::optional<fs::path> find_project_of_source(const fs::path& source) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(source, ignored);
  if (real.empty()) {
    return std::nullopt;
  }
  return find_project(fs::is_directory(real, ignored) ? real : real.parent_path());
}

fs::path locate_in_project(const fs::path& project) {
  fs::path database = database_of_project(project);
  for (const fs::path& empty : empty_beside_database(project)) {
    keep_warning({empty.string(), "database_remark",
                  fmt::format("the file is empty, no database, and is passed over: that of the project is "
                              "{}; remove the empty one",
                              database.string())});
  }
  return database;
}

std::optional<DatabaseLocation> locate_by_sources(const std::vector<fs::path>& sources) {
  std::optional<fs::path> project;
  for (const fs::path& source : sources) {
    const auto own = find_project_of_source(source);
    if (own.has_value() && project.has_value() && *own != *project) {
      throw Error(
          ErrorCode::usage,
          fmt::format("the sources lie in different projects: {} and {}", project->string(), own->string()),
          source.string(), "name the database with --db, or import each project's files by themselves");
    }
    project = project.has_value() ? project : own;
  }
  if (!project.has_value()) {
    return std::nullopt;
  }
  return DatabaseLocation{
      locate_in_project(*project), LocationRule::project_of_source,
      fmt::format("{} is the nearest directory with an .aiwg/ or .grid/ upward from the imported file",
                  project->string())};
}

/// What cannot be looked at is, too: opening it says why not.
bool is_there(const fs::path& path) {
  std::error_code failure;
  return fs::status(path, failure).type() != fs::file_type::not_found;
}

}  // namespace

TreeId tree_meant(const Store& store, const std::vector<std::string>& ids) {
  if (!ids.empty()) return TreeId{ids.front()};
  std::vector<TreeProgress> trees = progress_of_trees(store);
  const bool are_unfinished = !trees.empty();
  if (!are_unfinished) trees = progress_of_trees(store, WhichTrees::all);
  if (trees.size() == 1) return trees.front().tree_id;
  if (trees.empty()) {
    throw Error(ErrorCode::not_found, "there are no trees", {},
                "`rlmdb task add --new-tree PROMPT` begins one");
  }
  constexpr std::size_t k_named = 5;
  std::string names;
  for (std::size_t i = 0; i < std::min(trees.size(), k_named); ++i)
    names += (i == 0 ? "" : ", ") + trees[i].tree_id.text;
  throw Error(ErrorCode::usage,
              fmt::format("ID is missing: {} trees {}", trees.size(),
                          are_unfinished ? "are unfinished" : "have ended"),
              {}, names + (trees.size() > k_named ? " and others; `rlmdb trees` shows all" : ""));
}

bool has_tree(const Store& store, const std::string& id) {
  const std::vector<std::string> ids = known_ids(store, IdOf::tree, id, 1);
  return !ids.empty() && ids.front() == id;
}

DatabaseLocation locate_database(const GlobalOptions& options, const std::vector<fs::path>& sources) {
  if (options.database.has_value()) {
    if (options.database->empty()) {
      throw Error(ErrorCode::usage, "--db names no file", {}, "give it the path of a database");
    }
    return {fs::absolute(*options.database).lexically_normal(), LocationRule::option, "--db names it"};
  }
  const char* named = std::getenv(k_environment_name);
  if (named != nullptr && *named != '\0') {
    return {fs::absolute(named).lexically_normal(), LocationRule::environment, "$RLMDB_DB names it"};
  }
  if (auto by_sources = locate_by_sources(sources); by_sources.has_value()) {
    return *by_sources;
  }
  const fs::path here = fs::current_path();
  if (const auto project = find_project(here); project.has_value()) {
    return {locate_in_project(*project), LocationRule::project,
            fmt::format("{} is the nearest directory with an .aiwg/ or .grid/ upward from here",
                        project->string())};
  }
  return {here / k_fallback_name, LocationRule::fallback,
          "neither --db nor $RLMDB_DB is given and no directory upward from here has an .aiwg/ or .grid/"};
}

DatabaseLocation locate_database(const Context& context, const std::vector<fs::path>& sources) {
  DatabaseLocation location = locate_database(context.options, sources);
  context.stores.require_same(location.path);
  return location;
}

void require_database(const DatabaseLocation& location) {
  if (is_there(location.path)) {
    return;
  }
  throw Error(
      ErrorCode::not_found, fmt::format("there is no database at {}", location.path.string()),
      location.path.string(),
      fmt::format("that path was looked for because {}; `rlmdb import FILE` or `rlmdb init` creates it, "
                  "--db PATH names another",
                  location.why));
}

fs::path find_root(const Context& context, const std::optional<std::string>& given) {
  if (given.has_value()) {
    if (given->empty()) {
      throw Error(ErrorCode::usage, "--root names no directory", {}, "give it the path of the project");
    }
    return fs::absolute(*given).lexically_normal();
  }
  if (const auto project = project_of_database(locate_database(context.options).path)) {
    return *project;
  }
  const fs::path here = fs::current_path();
  return find_project(here).value_or(here);
}

bool has_project(const Context& context) {
  return project_of_database(locate_database(context.options).path).has_value();
}

namespace {

void require_right_to(Access access, const Context& context) {
  if (access == Access::read_only || !context.options.only_reads) return;
  throw Error(ErrorCode::conflict, "nothing is changed here: this was started to read only", {},
              "whoever started it may start it without --read-only");
}

Store& open_located(const Context& context, Access access,
                    const std::vector<std::filesystem::path>& compared) {
  require_right_to(access, context);
  DatabaseLocation location = locate_database(context.options);
  if (location.rule == LocationRule::fallback && !compared.empty()) {
    location = locate_database(context.options, compared);
  }
  context.stores.require_same(location.path);
  require_database(location);
  set_place_of_remarks(location.path.string());
  return context.stores.open(location.path, access, context.store_options(access));
}

Store& open_or_create_located(const Context& context, const std::function<void(Store&)>& first_change,
                              MadeIsSaid said) {
  require_right_to(Access::read_write, context);
  const DatabaseLocation location = locate_database(context);
  set_place_of_remarks(location.path.string());
  if (!is_there(location.path)) {
    rehearse(first_change);
    try {
      Store& store =
          context.stores.keep(Store::create(location.path, context.store_options()), context.store_options());
      if (said == MadeIsSaid::by_remark)
        context.talk("created " + shown(store.path().string(), context.error_terminal) + "\n");
      return store;
    } catch (const Error& error) {
      // Another process was faster: what is added goes into its database.
      if (error.code() != ErrorCode::conflict || !is_there(location.path)) {
        throw;
      }
    }
  }
  return context.stores.open(location.path, Access::read_write, context.store_options());
}

}  // namespace

Store& open_database(const Context& context, Access access,
                     const std::vector<std::filesystem::path>& compared) {
  context.require_no_request(access);
  return open_located(context, access, compared);
}

Store& open_database(Context& context, Access access, const std::vector<std::filesystem::path>& compared) {
  Store& store = open_located(context, access, compared);
  context.begin_request(store, access);
  return store;
}

Store& open_or_create_database(const Context& context, const std::function<void(Store&)>& first_change,
                               MadeIsSaid said) {
  context.require_no_request(Access::read_write);
  return open_or_create_located(context, first_change, said);
}

Store& open_or_create_database(Context& context, const std::function<void(Store&)>& first_change) {
  Store& store = open_or_create_located(context, first_change, MadeIsSaid::by_remark);
  context.begin_request(store, Access::read_write);
  return store;
}

}  // namespace rlmdb::cli
