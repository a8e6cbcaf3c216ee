// SPDX-License-Identifier: MIT
#include "variables/value_place.hpp"

#include <optional>

#include "records/content_rows.hpp"
#include "records/variable_rows.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "sources/file_rows.hpp"
#include "sources/rlm_place.hpp"
#include "util/beneath.hpp"
#include "variables/value_files.hpp"

namespace rlmdb::variables {

namespace {

std::optional<ValueFile> file_of(db::Connection& connection, const ValueOwner& owner,
                                 const std::string& name) {
  for (ValueFile& file : ValueFileRows(connection).of_owner(owner.id))
    if (file.name == name) return std::move(file);
  return std::nullopt;
}

/// Whether neither another value has its copy there, nor a file that came in lies there which is more than
/// what the variable itself was.
bool is_free(db::Connection& connection, const std::string& place, const std::string& left_place) {
  const auto known = ValueFileRows(connection).find(place);
  if (known && value_of(connection, *known)) return false;
  if (!sources::FileRows(connection).find_value(place)) return true;
  const bool was_its_own = place == left_place || known;
  return was_its_own && !records::VariableRows(connection).is_referred_to(place);
}

std::optional<std::string> choose_place(db::Connection& connection, const ValueOwner& owner,
                                        const std::string& name, const std::string& left_place) {
  if (!util::is_file_name(name + ".json")) return std::nullopt;
  for (const std::string& directory : owner.directories) {
    std::string place = directory;
    place.append("/").append(name).append(".json");
    if (is_free(connection, place, left_place)) return place;
  }
  return std::nullopt;
}

[[noreturn]] void refuse_place(const ValueOwner& owner, const std::string& name) {
  const bool has_names = !owner.directories.empty() && util::is_file_name(name + ".json");
  if (!has_names)
    throw Error(ErrorCode::invalid_input, "'" + name + "' of " + owner.label + " cannot name a file",
                owner.label, "nothing was changed; leave --spill-to-file out");
  throw Error(ErrorCode::conflict, "another file stands where the value would go",
              owner.directories.front() + "/" + name + ".json", "nothing was changed; take another name");
}

/// A file that came in has the value no more that the variable named it for.
void leave(db::Connection& connection, const ValueOwner& owner, const std::string& place) {
  if (place.empty() || !sources::FileRows(connection).find_value(place)) return;
  if (ValueFileRows(connection).find(place) || records::VariableRows(connection).is_referred_to(place))
    return;
  ValueFileRows(connection).put({place, owner.id, std::nullopt, std::nullopt});
}

}  // namespace

ValueOwner value_owner_of(const records::TaskHead& task) {
  ValueOwner owner{task.id, {}, task.legacy_id};
  for (const std::string& tree : {task.tree_id, std::string()}) {
    if (!util::is_file_name(tree.empty() ? task.legacy_id : tree)) continue;
    std::string directory = sources::directory_of_task(task.legacy_id, tree).append("/variables");
    if (owner.directories.empty() || owner.directories.back() != directory)
      owner.directories.push_back(std::move(directory));
  }
  return owner;
}

/// A task of the same tree may have the first place.
ValueOwner value_owner_of(const StateName& state, std::int64_t id) {
  ValueOwner owner{id, {}, to_text(state)};
  if (state.scope != StateScope::global && !util::is_file_name(state.id)) return owner;
  const std::string directory = sources::directory_of(state);
  owner.directories = {directory + "/variables", directory + "/state/variables"};
  return owner;
}

std::optional<std::string> place_for(db::Connection& connection, const ValueOwner& owner,
                                     const std::string& name, std::string_view before) {
  const auto known = file_of(connection, owner, name);
  return known ? std::optional(known->place) : choose_place(connection, owner, name, referred_place(before));
}

void follow_set(db::Connection& connection, const ValueOwner& owner, const std::string& name,
                std::string_view before, std::string_view after, WantsFile wants) {
  const std::string left_place = referred_place(before);
  const auto known = file_of(connection, owner, name);
  const bool is_large = records::read_variable_text(after).value.size() > records::k_most_inline_bytes;
  const bool has_file = referred_place(after).empty() && (wants == WantsFile::yes || is_large);
  std::optional<std::string> place;
  if (has_file) place = known ? known->place : choose_place(connection, owner, name, left_place);
  if (!place && wants == WantsFile::yes) refuse_place(owner, name);
  ValueFileRows rows(connection);
  if (!place && known) rows.release(owner.id, name);
  if (place) {
    std::optional<std::string> sha256 = known ? known->sha256 : std::nullopt;
    if (!sha256 && wants == WantsFile::yes) sha256.emplace();
    rows.put({*place, owner.id, name, sha256});
  }
  if (!place || *place != left_place) leave(connection, owner, left_place);
}

void follow_delete(db::Connection& connection, const ValueOwner& owner, const std::string& name,
                   std::string_view before) {
  ValueFileRows(connection).release(owner.id, name);
  leave(connection, owner, referred_place(before));
}

void follow_rename(db::Connection& connection, const ValueOwner& owner, const std::string& name,
                   const std::string& new_name) {
  const auto known = file_of(connection, owner, name);
  if (!known) return;
  ValueFileRows rows(connection);
  rows.release(owner.id, name);
  if (const auto place = choose_place(connection, owner, new_name, {}))
    rows.put({*place, owner.id, new_name, known->sha256 ? std::optional(std::string()) : std::nullopt});
}

}  // namespace rlmdb::variables
