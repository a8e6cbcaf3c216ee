// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sources/file_import.hpp"
#include "variables/value_file_rows.hpp"

namespace rlmdb::variables {

/// The file of a large value on its way into the database. One that is the copy of a value here, and says
/// something else, gives the variable its value: without asking where only the file changed since it was
/// written or imported, else as --on-conflict decides.
class ValueImport final : public sources::FileImport {
 public:
  ValueImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options)
      : FileImport(connection, source, options, sources::SourceKind::value) {}

 private:
  [[nodiscard]] bool takes(const std::string& compact) override;
  [[nodiscard]] bool is_as_written(const ValueFile& file, const std::string& value);
  void set_value(const ValueFile& file, const std::string& value);
};

}  // namespace rlmdb::variables
