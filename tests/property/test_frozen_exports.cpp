// SPDX-License-Identifier: MIT
// What comes out of every fixture and of 1,000 random stores, held against what came out of them before:
// data/goldens/exports.txt has a line each. It is for changes that are to alter nothing; where one is to,
// RLMDB_UPDATE_GOLDEN writes the lines anew. Fixtures that are not there are left out.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "rlmdb/error.hpp"
#include "store_files.hpp"
#include "store_maker.hpp"
#include "util/sha256.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace rlmdb::tests;

namespace {

namespace fs = std::filesystem;
using FrozenLines = std::map<std::string, std::string>;  ///< digests by name

constexpr std::uint64_t k_stores = 1000;
constexpr std::uint64_t k_stores_a_line = 50;

/// A digest of texts, of which each has its length before it.
class Frozen {
 public:
  void add(std::string_view text) {
    m_digest.update(std::to_string(text.size()) + ":");
    m_digest.update(text);
  }

  /// What the source says on its way in, and all that goes out again: tasks, trees, and a whole project.
  void add_source(const fs::path& source, BadRecords bad_records) {
    const TestDir dir;
    ImportOptions options = quick();
    options.bad_records = bad_records;
    try {
      for (const SourceReport& report : import_files(dir / "x.db", {source}, options).sources) add(report);
    } catch (const Error& error) {
      return add(std::string("refused ") + std::string(to_text(error.code())));
    }
    add(export_text(dir / "x.db", k_fixture_now));
    const Store store = Store::open(dir / "x.db", Access::read_only);
    for (const std::string& tree : rows_of(
             dir / "x.db", "SELECT DISTINCT tree_id FROM tree_nodes WHERE tree_id IS NOT NULL ORDER BY 1"))
      (void)export_tree(store, TreeId{tree}, std::nullopt, [this](std::string_view bytes) { add(bytes); });
    (void)export_project(store, dir / "project");
    if (fs::exists(dir / "project")) add_files(dir / "project");
  }

  [[nodiscard]] std::string hex() { return m_digest.hex(); }

 private:
  void add(const SourceReport& report) {
    add(report.kind);
    for (const std::vector<Finding>* findings : {&report.warnings, &report.rejects})
      for (const Finding& finding : *findings)
        if (finding.code != "no_work") add(finding.code);  // said since these were frozen
  }

  /// But tasks.json, which says when it was written.
  void add_files(const fs::path& directory) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(directory))
      if (entry.is_regular_file() && entry.path().filename() != "tasks.json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      add(fs::relative(file, directory).string());
      add(read_all(file));
    }
  }

  util::Sha256 m_digest;
};

/// The copies beside the sources, and the collection where it lies beside the checkout.
FrozenLines lines_of_fixtures() {
  FrozenLines lines;
  const fs::path source(RLMDB_SOURCE_DIR);
  for (const fs::path& root : {source / "data/legacy", source / "../shared/fixtures"}) {
    if (!fs::exists(root)) continue;
    const std::string name = root.filename().string() + "/";
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      Frozen frozen;
      frozen.add_source(entry.path(), BadRecords::quarantine);
      lines[name + fs::relative(entry.path(), root).string()] = frozen.hex();
    }
    for (const char* whole : {"project", "rlm", "ralph", "loops"}) {
      if (!fs::exists(root / whole)) continue;
      Frozen frozen;
      frozen.add_source(root / whole, BadRecords::quarantine);
      lines[name + whole + "/"] = frozen.hex();
    }
  }
  return lines;
}

FrozenLines lines_of_stores() {
  FrozenLines lines;
  const TestDir dir;
  for (std::uint64_t first = 1; first <= k_stores; first += k_stores_a_line) {
    Frozen frozen;
    for (std::uint64_t seed = first; seed < first + k_stores_a_line; ++seed) {
      StoreMaker maker(seed);
      write_all(dir / "tasks.json", maker.spell(maker.store()).bytes);
      frozen.add_source(dir / "tasks.json", maker.one_in(2) ? BadRecords::quarantine : BadRecords::refuse);
    }
    lines["stores from seed " + std::to_string(first)] = frozen.hex();
  }
  return lines;
}

const fs::path& frozen_file() {
  static const fs::path k_file = fs::path(RLMDB_SOURCE_DIR) / "data/goldens/exports.txt";
  return k_file;
}

FrozenLines frozen_lines() {
  FrozenLines lines;
  std::ifstream file(frozen_file());
  constexpr std::size_t k_digits = 64;
  for (std::string line; std::getline(file, line);)
    lines[line.substr(k_digits + 2)] = line.substr(0, k_digits);
  return lines;
}

void write_frozen(const FrozenLines& lines) {
  std::string text;
  for (const auto& [name, digest] : lines) text.append(digest).append("  ").append(name).append("\n");
  fs::create_directories(frozen_file().parent_path());
  write_all(frozen_file(), text);
}

}  // namespace

TEST_SUITE("property::frozen") {
  TEST_CASE("what comes out of fixtures and of random stores is what came out before") {
    FrozenLines now = lines_of_fixtures();
    now.merge(lines_of_stores());
    if (std::getenv("RLMDB_UPDATE_GOLDEN") != nullptr) write_frozen(now);
    const FrozenLines before = frozen_lines();
    CHECK(before.size() >= now.size());
    for (const auto& entry : now) {
      const auto& [name, digest] = entry;
      CAPTURE(entry.first);
      const auto found = before.find(name);
      CHECK((found == before.end() ? "not frozen" : found->second) == digest);
    }
  }
}
