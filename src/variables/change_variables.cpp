// SPDX-License-Identifier: MIT
#include "variables/change_variables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/words.hpp"
#include "schemas/value_rules.hpp"
#include "util/clock.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::variables {

namespace {

writing::Cause cause_of(EventKind kind, const Precondition& only_if, const std::string& reason) {
  return {.kind = kind, .token = only_if.token.value_or(0), .reason = reason};
}

void require_texts(const SetVariable& set, const std::string& where) {
  writing::require_utf8(set.name, where + ".name");
  writing::require_utf8(set.reason, where + ".reason");
  if (set.description) writing::require_utf8(*set.description, where + ".description");
  if (set.source) writing::require_utf8(*set.source, where + ".source");
  if (set.type && !records::is_variable_type(*set.type))
    throw Error(ErrorCode::usage, "'" + *set.type + "' is no type of a variable", where + ".type",
                fmt::format("one of {}", fmt::join(k_variable_types, ", ")));
  if (set.ttl_seconds && *set.ttl_seconds < 0)
    throw Error(ErrorCode::usage, "a ttl is no negative number of seconds", where + ".ttl_seconds");
}

/// A type that is given has to be one that the value can have.
void require_fitting_type(const SetVariable& set, std::string_view value, const std::string& where) {
  if (!set.type || records::fits_type(*set.type, value)) return;
  const bool wants_text = *set.type == "text" || *set.type == "file_content";
  const char* hint = wants_text ? "nothing was changed; --text takes the value as a text"
                     : *set.type == "file_path"
                         ? "nothing was changed; such a value is \"file:PATH\""
                         : "nothing was changed; leave --type out, and the value says it";
  throw Error(ErrorCode::invalid_input,
              "the value of " + set.name + " is of the type " + std::string(records::type_of_value(value)) +
                  ", and cannot be of the type " + *set.type,
              where + ".type", hint);
}

/// A time to live counts from here; and what has expired is not there any more.
bool begins_anew(std::string_view before, const SetVariable& set) {
  if (set.ttl_seconds && *set.ttl_seconds > 0) return true;
  const auto end = records::expiry_of(records::read_variable_text(before));
  return end && *end <= util::now();
}

std::string require(VariableHolder& holder, const std::string& name) {
  std::string variable = holder.find(name);
  if (variable.empty())
    throw Error(
        ErrorCode::not_found, "there is no variable '" + name + "' in " + holder.label(), holder.label(),
        "nothing was changed; `rlmdb var list " + holder.option() + "` shows the variables there are");
  return variable;
}

[[noreturn]] void refuse(const VariableHolder& holder, const std::string& message) {
  throw Error(ErrorCode::conflict, message, holder.label(),
              "nothing was changed; --force changes it all the same");
}

void require_writable(const VariableHolder& holder, const std::string& name, std::string_view variable,
                      const Precondition& only_if) {
  if (only_if.force == Force::yes) return;
  if (records::read_variable_text(variable).read_only == "true")
    refuse(holder, "variable " + name + " of " + holder.label() + " is read-only");
  if (name == "prompt" && !variable.empty() && holder.has_started())
    refuse(holder, "the prompt of " + holder.label() + " cannot change after its start");
}

void require_new_name(const VariableHolder& holder, const std::string& name) {
  if (records::is_variable_name(name)) return;
  throw Error(ErrorCode::invalid_input, "'" + name + "' is no name for a variable", holder.label(),
              "nothing was changed; a letter or _, then letters, digits and _, at most 128");
}

void require_room(VariableHolder& holder, const Precondition& only_if) {
  if (only_if.force == Force::no && holder.count() >= schemas::k_variables_of_state)
    throw Error(ErrorCode::invalid_input, holder.label() + " has 1,000 variables, the most of one state",
                holder.label(), "nothing was changed; delete one, or --force");
}

/// nullopt: `count`, raw JSON, is no whole number, or the sum is none.
std::optional<std::int64_t> raised(std::string_view count, std::int64_t by) {
  if (count.empty() || count == "null") return by;
  const std::optional<std::int64_t> before = json::exact_int64(count);
  if (!before || *before > std::numeric_limits<std::int64_t>::max() - by) return std::nullopt;
  return *before + by;
}

}  // namespace

ChangeResult set_variable(VariableHolder& holder, const SetVariable& set, const VariableChange& change) {
  require_texts(set, change.where);
  const std::string value = writing::checked_json(set.value.text, change.where + ".value");
  require_fitting_type(set, value, change.where);
  const std::string before = holder.find(set.name);
  if (before.empty()) {
    require_new_name(holder, set.name);
    require_room(holder, change.only_if);
  }
  require_writable(holder, set.name, before, change.only_if);
  records::VariableUpdate update{set.name,        value,      set.type,
                                 set.description, set.source, set.read_only,
                                 set.ttl_seconds, change.now, begins_anew(before, set)};
  update.scope = holder.scope();
  const std::string after = records::with_update(before, update);
  ChangeResult result = holder.put(set.name, after, cause_of(EventKind::var_set, change.only_if, set.reason));
  follow_set(holder.connection(), holder.value_owner(), set.name, before, after,
             set.in_file ? WantsFile::yes : WantsFile::if_large);
  return result;
}

ChangeResult delete_variable(VariableHolder& holder, const DeleteVariable& gone,
                             const VariableChange& change) {
  writing::require_utf8(gone.name, change.where + ".name");
  writing::require_utf8(gone.reason, change.where + ".reason");
  const std::string before = require(holder, gone.name);
  require_writable(holder, gone.name, before, change.only_if);
  ChangeResult result =
      holder.remove(gone.name, cause_of(EventKind::var_deleted, change.only_if, gone.reason));
  follow_delete(holder.connection(), holder.value_owner(), gone.name, before);
  return result;
}

ChangeResult rename_variable(VariableHolder& holder, const RenameVariable& rename,
                             const VariableChange& change) {
  writing::require_utf8(rename.name, change.where + ".name");
  writing::require_utf8(rename.new_name, change.where + ".new_name");
  writing::require_utf8(rename.reason, change.where + ".reason");
  require_writable(holder, rename.name, require(holder, rename.name), change.only_if);
  require_new_name(holder, rename.new_name);
  if (!holder.find(rename.new_name).empty())
    throw Error(ErrorCode::conflict, holder.label() + " has a variable " + rename.new_name + " already",
                holder.label(), "nothing was changed; delete it, or take another name");
  ChangeResult result = holder.rename(rename.name, rename.new_name,
                                      cause_of(EventKind::var_renamed, change.only_if, rename.reason));
  follow_rename(holder.connection(), holder.value_owner(), rename.name, rename.new_name);
  return result;
}

ChangeResult count_reads(VariableHolder& holder, const CountReads& reads, const VariableChange& change) {
  writing::require_utf8(reads.name, change.where + ".name");
  if (reads.reads < 1) throw Error(ErrorCode::usage, "at least one read is counted", change.where + ".reads");
  const std::string variable = require(holder, reads.name);
  const records::VariableText text = records::read_variable_text(variable);
  if (text.is_bare)
    throw Error(ErrorCode::conflict,
                "variable " + reads.name + " of " + holder.label() + " is a bare value without a count",
                holder.label(), "nothing was changed; `rlmdb var set` makes a variable of it");
  const std::optional<std::int64_t> total = raised(text.access_count, reads.reads);
  if (!total)
    throw Error(ErrorCode::conflict,
                "the access_count of variable " + reads.name + " of " + holder.label() +
                    " cannot be raised by " + std::to_string(reads.reads),
                holder.label(), "nothing was changed; it has to be a whole number, as must be the sum");
  return holder.put_count(reads.name, json::with_member(variable, "access_count", std::to_string(*total)),
                          cause_of(EventKind::var_read, change.only_if, {}));
}

}  // namespace rlmdb::variables
