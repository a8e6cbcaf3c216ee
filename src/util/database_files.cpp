// SPDX-License-Identifier: MIT
#include "util/database_files.hpp"

#include <unistd.h>

#include <string_view>
#include <system_error>

#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

namespace fs = std::filesystem;

bool has_name_in(const struct stat& directory, const std::string& name, const fs::path& database) {
  const auto own = status_of(parent_directory(database));
  if (!own || !is_same_file(*own, directory)) return false;
  const std::string base = database.filename().string();
  if (name == base) return true;
  for (const char* suffix : k_companions)
    if (name == base + suffix) return true;
  return false;
}

bool is_one_of(const struct stat& file, const fs::path& database) {
  const auto is = [&](const fs::path& path) {
    const auto status = status_of(path);
    return status && is_same_file(*status, file);
  };
  if (is(database)) return true;
  for (const char* suffix : k_companions)
    if (is(database.string() + suffix)) return true;
  return false;
}

}  // namespace

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

bool is_same_file(const struct stat& left, const struct stat& right) noexcept {
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

bool is_database_file(const fs::path& database, const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::canonical(database, error);
  const auto status = status_of(file);
  const auto directory = status_of(parent_directory(file));
  const std::string name = file.filename().string();
  for (const fs::path& path : {database, error ? database : real}) {
    if (status && is_one_of(*status, path)) return true;
    if (directory && has_name_in(*directory, name, path)) return true;
  }
  return false;
}

std::string companion_beside(const fs::path& file) {
  for (const char* suffix : k_companions)
    if (status_of(file.string() + suffix)) return file.filename().string() + suffix;
  return {};
}

std::string companion_of_writer(const fs::path& file) {
  const std::string name = file.filename().string();
  for (const char* suffix : k_companions) {
    const auto status = status_of(file.string() + suffix);
    const bool is_of_reader = std::string_view(suffix) == "-shm" ||
                              (status && status->st_size == 0 && std::string_view(suffix) != "-gate");
    if (status && !is_of_reader) return name + suffix;
  }
  return {};
}

void remove_companions_of_reader(const fs::path& file) noexcept {
  for (const char* suffix : {"-wal", "-journal", "-shm"}) ::unlink((file.string() + suffix).c_str());
}

}  // namespace rlmdb::util
