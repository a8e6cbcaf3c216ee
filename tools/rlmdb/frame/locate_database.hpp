// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/global_options.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {

struct Context;

/// Which rule named the database; docs/cli.md, "Which database".
enum class LocationRule { option, environment, project_of_source, project, fallback };

}  // namespace rlmdb::cli

template <>
inline constexpr std::array<std::string_view, 5> rlmdb::k_words_of<rlmdb::cli::LocationRule>{
    "option", "environment", "project_of_source", "project", "fallback"};

namespace rlmdb::cli {

struct DatabaseLocation {
  std::filesystem::path path;
  LocationRule rule = LocationRule::fallback;
  std::string why;  ///< one clause for people: "because --db names it"
};

/// Applies the rules in order. `sources` are the files about to be imported, else empty. Error usage when
/// sources lie in different projects, because then no choice would be right for all of them.
[[nodiscard]] DatabaseLocation locate_database(const GlobalOptions& options,
                                               const std::vector<std::filesystem::path>& sources = {});

/// The same for a command: in a session the database is the one that it has begun with. Errors of
/// OpenStores::require_same.
[[nodiscard]] DatabaseLocation locate_database(const Context& context,
                                               const std::vector<std::filesystem::path>& sources = {});

/// Error not_found, saying which path was looked for, why, and how to create it.
void require_database(const DatabaseLocation& location);

/// The root that references "file:…" start from: `given`, else the project that the database lies in, else
/// that of the current directory, else this itself.
[[nodiscard]] std::filesystem::path find_root(const Context& context,
                                              const std::optional<std::string>& given);

/// Which tree a call is about: that of `ids`, else the one that is unfinished, else the only one. Error usage where
/// it may be any of several, which are named; not_found where there is none.
[[nodiscard]] TreeId tree_meant(const Store& store, const std::vector<std::string>& ids);

/// Whether there is a tree of that very id.
[[nodiscard]] bool has_tree(const Store& store, const std::string& id);

/// Whether the database lies in a project.
[[nodiscard]] bool has_project(const Context& context);

/// Locates, requires and opens; it stays open as long as the call, or longer (OpenStores). `compared` are files that it is held against: where nothing else names a
/// database, that of their project counts.
[[nodiscard]] Store& open_database(const Context& context, Access access,
                                   const std::vector<std::filesystem::path>& compared = {});
/// The same, and begins the call's request where it has an id (Context::begin_request).
[[nodiscard]] Store& open_database(Context& context, Access access,
                                   const std::vector<std::filesystem::path>& compared = {});
/// Who says that a database was made: a remark, or the command in what it prints.
enum class MadeIsSaid { by_remark, by_command };
/// The same for a verb that adds something, which may be the first: where there is no database it is made,
/// with its directory, and that is said, but only after `first_change` could be made in an empty one
/// (rehearse()).
[[nodiscard]] Store& open_or_create_database(const Context& context,
                                             const std::function<void(Store&)>& first_change,
                                             MadeIsSaid said = MadeIsSaid::by_remark);
[[nodiscard]] Store& open_or_create_database(Context& context,
                                             const std::function<void(Store&)>& first_change);

/// Does `work` on an empty database of its own that nobody sees, and throws what it throws: so a first change
/// that is refused leaves no empty database behind. `work` must be such that it can be done again. Nothing is
/// tried where there is no place for temporary files.
void rehearse(const std::function<void(Store&)>& work);

}  // namespace rlmdb::cli
