// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_string.hpp"
#include "outputs/output.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/reference.hpp"
#include "sources/document_source.hpp"
#include "sources/file_rows.hpp"
#include "sources/rlm_place.hpp"
#include "util/beneath.hpp"
#include "util/sha256.hpp"
#include "variables/checkpoint_owner.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

constexpr std::string_view k_scheme = "file:";

/// What stands behind the first "file:".
std::string path_of_reference(const Variable& variable) {
  return json::text_of(variable.value.text).value_or("").substr(k_scheme.size());
}

[[noreturn]] void refuse(const std::string& path, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::invalid_input, "the file that the variable names " + why, path, hint);
}

std::string bytes_of(const util::BeneathFile& file, const std::string& path, std::uint64_t most_bytes) {
  switch (file.fault) {
    case util::BeneathFault::none:
    case util::BeneathFault::absent:
      break;
    case util::BeneathFault::outside:
      refuse(path, "does not lie beneath the project's root on a path without symbolic links",
             "it was not opened; --stored prints the reference");
    case util::BeneathFault::not_regular:
      refuse(path, "is no regular file", "it was not opened; --stored prints the reference");
    case util::BeneathFault::too_large:
      refuse(path, "is larger than " + std::to_string(most_bytes) + " bytes",
             "it was not read; --stored prints the reference");
    case util::BeneathFault::changed:
      refuse(path, "changed while it was read", "try again once nobody writes to it");
  }
  return file.bytes;
}

std::optional<std::string> imported_value(const Store& store, const std::string& path) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  return sources::FileRows(use.connection()).find_value(path);
}

void require_file_name(const std::string& name, const std::string& what) {
  if (util::is_file_name(name)) return;
  throw Error(ErrorCode::invalid_input, "'" + name + "' cannot name a file", what,
              "nothing was changed; leave --spill-to-file out");
}

std::string directory_of(const Store& store, const TaskId& task) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  const records::TaskHead head = variables::get_task(use.connection(), task);
  require_file_name(head.tree_id.empty() ? task.text : head.tree_id, task.text);
  return sources::directory_of_task(task.text, head.tree_id);
}

std::string directory_of(const Store& store, const VariableOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) return directory_of(store, *task);
  const auto& state = std::get<StateName>(owner);
  if (state.scope != StateScope::global) require_file_name(state.id, to_text(state));
  return sources::directory_of(state);
}

}  // namespace

bool is_reference(const Variable& variable) {
  return variable.type == "file_path" && variable.value.text.starts_with("\"file:");
}

JsonText read_reference(const Store& store, const Variable& variable, const ReferenceOptions& options) {
  const std::string path = path_of_reference(variable);
  const util::BeneathFile file = path.empty() ? util::BeneathFile{util::BeneathFault::absent, {}}
                                              : util::read_beneath(options.root, path, options.most_bytes);
  const std::string bytes = bytes_of(file, path, options.most_bytes);
  if (file.fault == util::BeneathFault::none) {
    try {
      return {writing::checked_json(bytes, path)};
    } catch (const Error& error) {
      throw Error(ErrorCode::invalid_input, "the file that the variable names: " + std::string(error.what()),
                  error.where(), "--stored prints the reference");
    }
  }
  if (auto value = imported_value(store, path)) return {*std::move(value)};
  throw Error(
      ErrorCode::not_found,
      "Variable " + variable.name + " of " + to_text(variable.owner) + " names a file that is not there",
      path,
      "looked for in " + options.root.string() + " and among the imported files; --root names another root");
}

std::string write_reference(const Store& store, const VariableOwner& owner, const std::string& name,
                            const JsonText& value, const std::optional<Variable>& known,
                            const std::filesystem::path& root) {
  require_file_name(name, "name");
  const std::string text = sources::pretty(writing::checked_json(value.text, "value"));
  const std::string folder = directory_of(store, owner) + "/variables";
  const std::string path = folder + "/" + name + ".json";
  std::string reference = std::string(k_scheme) + path;
  const bool is_ours = known && known->value.text == json::quoted(reference);
  const auto use = store.connections().use();
  outputs::Output file(use.connection(),
                       util::output_place_in(util::make_directory_beneath(root, folder), name + ".json",
                                             root / folder / (name + ".json")),
                       Overwrite::if_unchanged, is_ours ? util::Existing::replace : util::Existing::refuse);
  file.write(text);
  try {
    file.commit(util::sha256_hex(text));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::conflict) throw;
    throw Error(ErrorCode::conflict, "another file stands where the value would go", path,
                "nothing was changed; another variable may have its value there: take another name");
  }
  return reference;
}

}  // namespace rlmdb
