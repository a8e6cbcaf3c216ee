// SPDX-License-Identifier: MIT
/// The one way in which a command writes a file.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "outputs/output_check.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/replace_file.hpp"
#include "util/output_file.hpp"

namespace rlmdb::outputs {

/// An output of a command: what replace_file() promises, piece by piece. Everything it may not destroy is
/// refused when it is made. Destruction without commit() leaves a file as it was. What crashed processes left
/// in the directory is removed. One thread at a time, and not while another uses the connection.
class Output {
 public:
  /// At a name that the user gave.
  Output(db::Connection& connection, const std::filesystem::path& file, Overwrite overwrite);
  /// At a place that was looked up.
  Output(db::Connection& connection, util::OutputPlace place, Overwrite overwrite,
         util::Existing existing = util::Existing::replace, Before before = Before::unknown);

  void write(std::string_view bytes) { m_file.write(bytes); }
  /// The new file seems written at that time, since 1970.
  void set_modified(std::int64_t nanoseconds) { m_modified_ns = nanoseconds; }
  /// What is there: where its bytes are those that were written, there is nothing to commit.
  [[nodiscard]] const OutputCheck& there() const noexcept { return m_check; }
  /// `sha256`: of all bytes written, hex. Error conflict where a legacy file changed meanwhile.
  void commit(const std::string& sha256);

 private:
  void take_identity();

  db::Connection& m_connection;
  Overwrite m_overwrite;
  OutputCheck m_check;
  util::OutputFile m_file;
  std::optional<std::int64_t> m_modified_ns;
};

/// What became of a file that rlmdb wrote into a project and that is to go.
enum class OwnFile { removed, absent, of_others };

/// Removes the file at that place beneath `root` where its bytes are those that this database wrote there: it
/// bears the database's mark, or has the digest `sha256` ("": none is known). Its name is gone durably on
/// return. Error conflict where a link stands on the way, io.
[[nodiscard]] OwnFile remove_own_file(db::Connection& connection, const std::filesystem::path& root,
                                      const std::string& place, const std::string& sha256);

/// An export into a file that the user named.
ExportReport export_to_file(const Store& store, const std::filesystem::path& file, Overwrite overwrite,
                            const std::function<ExportReport(const ByteSink&)>& write);

}  // namespace rlmdb::outputs
