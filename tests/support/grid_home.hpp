// SPDX-License-Identifier: MIT
/// A project with a `.grid/` directory, and the database that it comes into.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "project_files.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

namespace rlmdb::test {

inline std::int64_t modified_ns_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0) throw std::system_error(errno, std::system_category(), file);
  return status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
}

inline void set_modified_ns(const std::filesystem::path& file, std::int64_t ns) {
  const timespec time{ns / 1'000'000'000, ns % 1'000'000'000};
  const std::array<timespec, 2> times{time, time};
  if (::utimensat(AT_FDCWD, file.c_str(), times.data(), 0) != 0)
    throw std::system_error(errno, std::system_category(), file);
}

/// Every regular file below a directory: its bytes, and when it was written.
inline std::map<std::string, std::pair<std::string, std::int64_t>> timed_below(
    const std::filesystem::path& directory) {
  std::map<std::string, std::pair<std::string, std::int64_t>> files;
  for (const auto& [name, bytes] : content_below(directory))
    files[name] = {bytes, modified_ns_of(directory / name)};
  return files;
}

class GridHome {
  TestDir m_dir;

 public:
  std::filesystem::path root = m_dir / "project";
  std::filesystem::path grid = m_dir / "project/.grid";
  std::filesystem::path database = m_dir / "a.db";

  /// With a copy of the fixture data/grid/NAME; "": an empty project. Its files are a second apart, to the
  /// nanosecond.
  explicit GridHome(const std::string& fixture = "interrupted") {
    namespace fs = std::filesystem;
    fs::create_directories(root);
    if (fixture.empty()) return;
    const fs::path source = fs::path(RLMDB_SOURCE_DIR) / "data/grid" / fixture / ".grid";
    fs::copy(source, grid, fs::copy_options::recursive);
    std::int64_t ns = 1'769'000'000'123'456'789;
    for (const auto& [name, bytes] : content_below(grid)) set_modified_ns(grid / name, ns += 1'000'000'001);
  }

  [[nodiscard]] std::filesystem::path at(const std::string& name) const { return m_dir / name; }
  void write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((grid / name).parent_path());
    write_all(grid / name, bytes);
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_all(grid / name); }
  /// Replaces the first `from`, which must be there.
  void edit(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = read(name);
    const std::size_t place = text.find(from);
    if (place == std::string::npos) throw std::runtime_error(name + " has no " + from);
    write(name, text.replace(place, from.size(), to));
  }

  ImportReport import(const ImportOptions& options = quick()) const {
    return import_files(database, {grid}, options);
  }
  [[nodiscard]] Store open(Access access = Access::read_write) const {
    StoreOptions options;
    options.durability = Durability::normal;
    return Store::open(database, access, options);
  }
  GridChanged change(const GridStep& step, const GridCondition& condition = {}) const {
    Store store = open();
    return change_grid(store, GridName{}, step, condition);
  }
  ProjectExport export_to(const std::filesystem::path& directory) const {
    return export_project(open(Access::read_only), directory);
  }
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const { return rows_of(database, sql); }
  [[nodiscard]] std::string value(const std::string& sql) const { return value_of(database, sql); }
  /// What a file says in the database; nullopt: it has none of that name.
  [[nodiscard]] std::optional<std::string> here(const std::string& name) const {
    for (GridFileText& file : grid_files(open(Access::read_only), GridName{}))
      if (file.name == name) return std::move(file.text);
    return std::nullopt;
  }
  /// "WHERE CODE" of each finding of verify, with line feeds between them.
  [[nodiscard]] std::string faults() const {
    std::string lines;
    for (const Finding& finding : verify(open(Access::read_only)).findings)
      lines += (lines.empty() ? "" : "\n") + finding.where + " " + finding.code;
    return lines;
  }
};

/// "NAME what" of each file that a change wrote, with ", " between them.
inline std::string changed_files(const GridChanged& changed) {
  std::string all;
  for (const GridChangedFile& file : changed.files)
    all += (all.empty() ? "" : ", ") + file.name + " " + file.what;
  return all;
}

}  // namespace rlmdb::test
