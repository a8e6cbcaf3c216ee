// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_string.hpp"
#include "outputs/output_file.hpp"
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
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return sources::FileRows(use.connection()).find_value(path);
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

}  // namespace rlmdb
