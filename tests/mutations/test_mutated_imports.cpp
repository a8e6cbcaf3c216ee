// SPDX-License-Identifier: MIT
// Legacy files that are damaged at random go in by themselves, over what they were, and beside others in a
// project. Every one that an import takes leaves a database in which verify finds nothing, whose backup comes
// back and whose export is the file; every one that it refuses has changed nothing, and the error says where in
// the file. RLMDB_TEST_SEED, RLMDB_FIRST_IMPORT and RLMDB_IMPORTS choose which and how many.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "json/packed.hpp"
#include "json_mutator.hpp"
#include "legacy_seeds.hpp"
#include "random_seed.hpp"
#include "restored_backup.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

struct ImportCounts {
  std::uint64_t refused = 0;
  std::uint64_t identical = 0;  ///< taken, of all files of a project
  std::uint64_t complete = 0;
  std::uint64_t kept_damaged = 0;
  std::uint64_t none = 0;  ///< had been in before
};

/// `.aiwg/rlm/trees/tree-1/nodes/a.json` → `.aiwg/rlm/trees/tree-1/`
std::string family_of(const std::string& place) {
  std::size_t end = 0;
  for (int level = 0; level < 4 && end != std::string::npos; ++level) end = place.find('/', end + 1);
  return place.substr(0, end == std::string::npos ? place.rfind('/') + 1 : end + 1);
}

class MutatedImport {
 public:
  MutatedImport(const std::vector<tests::SeedFile>& files, std::uint32_t seed)
      : m_files(files), m_mutator(files, seed) {}

  void check(ImportCounts& counts) {
    const tests::SeedFile& file = m_files[m_mutator.below(m_files.size())];
    const auto what = m_mutator.below(4);
    if (what == 0) {
      write_project_around(file);
      return import({root()}, counts);
    }
    if (what == 1) {
      write(file.name, file.text);
      try {
        (void)import_files(database(), {root() / file.name}, quick());
      } catch (const Error&) {
        // A fixture that is refused as it is.
      }
    }
    write(file.name, damaged(file));
    import({root() / file.name}, counts);
  }

 private:
  [[nodiscard]] fs::path root() const { return m_dir / "project"; }
  [[nodiscard]] fs::path database() const { return m_dir / "db/x.db"; }

  void write(const std::string& place, const std::string& bytes) const {
    fs::create_directories(m_dir / "db");
    fs::create_directories((root() / place).parent_path());
    write_all(root() / place, bytes);
  }

  /// What is packed is damaged inside of its packing, or itself.
  std::string damaged(const tests::SeedFile& file) {
    std::string text = file.text;
    const bool is_packed = file.name.ends_with(".gz") && m_mutator.below(4) != 0;
    if (is_packed) text = json::unpack(text, json::k_most_unpacked_bytes, file.name);
    m_mutator.damage(text);
    return is_packed ? json::gzip(text) : text;
  }

  void write_project_around(const tests::SeedFile& file) {
    const std::string family = family_of(file.name);
    for (const tests::SeedFile& other : m_files) {
      const bool is_near =
          other.name.starts_with(family) ? m_mutator.below(3) != 0 : m_mutator.below(40) == 0;
      if (is_near) write(other.name, m_mutator.below(4) == 0 ? damaged(other) : other.text);
    }
    write(file.name, damaged(file));
  }

  [[nodiscard]] std::string content() const {
    return fs::exists(database()) ? content_of(database()) : "none";
  }

  void import(const std::vector<fs::path>& sources, ImportCounts& counts) {
    const std::string before = content();
    std::optional<ImportReport> report;
    try {
      report = import_files(database(), sources, quick());
    } catch (const Error& error) {
      ++counts.refused;
      check_refusal(error);
      CHECK((content() == before));
      if (before == "none") CHECK(fs::is_empty(m_dir / "db"));
      return;
    }
    check_taken(*report, before, counts);
  }

  /// A task whose record has gone from its file, or goes by another id there now, stays.
  static bool has_more_tasks(const Store& store, const SourceReport& source, const std::string& before) {
    return before != "none" && source.kind == "tasks-json" &&
           store.stats().total > static_cast<std::int64_t>(source.records.read);
  }

  static bool is_damaged(const SourceReport& source) {
    return std::any_of(source.warnings.begin(), source.warnings.end(),
                       [](const Finding& warning) { return warning.code.starts_with("damaged_"); });
  }

  /// Without the byte.
  static std::string path_in(const std::string& where) { return where.substr(0, where.find(": byte ")); }

  /// White space between records, and names that JSON's own reading drops, need not come back. What is damaged is named.
  void check_says_the_same(const Store& store, const ImportReport& report) const {
    std::set<std::string> damaged;
    for (const SourceReport& source : report.sources)
      if (is_damaged(source)) damaged.insert(source.path);
    for (const Finding& finding : verify_project(store, root()).findings)
      CHECK_MESSAGE((finding.code.starts_with("damaged_") && damaged.contains(path_in(finding.where))),
                    finding.where, " ", finding.code, " ", finding.message);
  }

  void check_refusal(const Error& error) const {
    CAPTURE(std::string(error.what()));
    CAPTURE(error.where());
    CHECK((error.code() == ErrorCode::invalid_input || error.code() == ErrorCode::conflict));
    CHECK(error.where().starts_with(root().string() + "/.aiwg/"));
    if (error.code() == ErrorCode::conflict) return;
    CHECK((error.where().find(": byte ") != std::string::npos ||
           error.where().find(" /") != std::string::npos));
  }

  void check_taken(const ImportReport& report, const std::string& before, ImportCounts& counts) const {
    CHECK(unsound_in(database()) == "");
    CHECK(unsound_when_restored(database()) == "");
    const Store store = Store::open(database(), Access::read_only);
    (void)export_project(store, m_dir / "out");
    for (const SourceReport& source : report.sources) {
      const fs::path place = fs::path(source.path).lexically_relative(root());
      CAPTURE(place.string());
      const bool is_same = read_all(root() / place) == read_all(m_dir / "out" / place);
      if (source.already_imported) {
        ++counts.none;
      } else if (is_damaged(source)) {
        ++counts.kept_damaged;
      } else if (source.proof && source.proof->identical()) {
        ++counts.identical;
        CHECK((is_same || has_more_tasks(store, source, before)));
      } else {
        ++counts.complete;
        if (!is_same && before == "none") check_says_the_same(store, report);
      }
    }
  }

  const std::vector<tests::SeedFile>& m_files;
  TestDir m_dir;
  tests::JsonMutator m_mutator;
};

}  // namespace

TEST_SUITE("mutations::imports") {
  TEST_CASE("a damaged legacy file comes in soundly and out again, or changes nothing and is told where") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    const std::vector<tests::SeedFile> files = tests::legacy_seeds();
    REQUIRE(files.size() >= 100);
    const std::uint32_t first = number_from_environment("RLMDB_FIRST_IMPORT", 0);
    const std::uint32_t count = number_from_environment("RLMDB_IMPORTS", 60);
    ImportCounts counts;
    for (std::uint32_t import = first; import < first + count; ++import) {
      CAPTURE(import);
      MutatedImport(files, seed + import).check(counts);
    }
    MESSAGE("seed " << seed << ": " << counts.refused << " refused; files taken: " << counts.identical
                    << " identical, " << counts.complete << " complete, " << counts.kept_damaged
                    << " kept as they are, " << counts.none << " there before");
  }
}
