// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "frame/locate_database.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

namespace fs = std::filesystem;

/// A directory that is gone, with what is in it, when this goes.
class PrivateDirectory {
 public:
  PrivateDirectory() {
    std::error_code failure;
    std::string name = (fs::temp_directory_path(failure) / "rlmdb-XXXXXX").string();
    if (!failure && mkdtemp(name.data()) != nullptr) {
      m_path = name;
    }
  }
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;
  ~PrivateDirectory() {
    std::error_code failure;
    if (m_path.has_value()) {
      fs::remove_all(*m_path, failure);
    }
  }

  /// Absent: none could be made.
  [[nodiscard]] const std::optional<fs::path>& path() const noexcept { return m_path; }

 private:
  std::optional<fs::path> m_path;
};

/// Absent where even that cannot be had; then what the real database says counts.
std::optional<Store> create_in(const PrivateDirectory& directory) {
  if (!directory.path().has_value()) {
    return std::nullopt;
  }
  StoreOptions options;
  options.durability = Durability::normal;
  try {
    return Store::create(*directory.path() / "rehearsal.db", options);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void rehearse(const std::function<void(Store&)>& work) {
  const PrivateDirectory directory;
  std::optional<Store> store = create_in(directory);
  if (store.has_value()) {
    work(*store);
  }
}

}  // namespace rlmdb::cli
