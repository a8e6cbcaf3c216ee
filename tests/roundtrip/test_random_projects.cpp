// SPDX-License-Identifier: MIT
// Random projects go over and back: files of real projects, written by other hands, copied, linked, renamed,
// with other modes, one of them damaged at times. RLMDB_TEST_SEED, RLMDB_FIRST_PROJECT and RLMDB_PROJECTS
// choose which and how many.
#include <doctest/doctest.h>

#include <chrono>
#include <random>
#include <set>
#include <string>

#include "json/json_layout.hpp"
#include "json/json_scan.hpp"
#include "json/json_style.hpp"
#include "loop_files.hpp"
#include "project_files.hpp"
#include "promised.hpp"
#include "random_seed.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

class RandomProject {
 public:
  explicit RandomProject(std::uint32_t seed) : m_random(seed) {
    const ProjectPlace rlm;
    const LoopPlace loops;
    fs::create_directories(m_project.root());
    fs::copy(rlm.root / ".aiwg", aiwg(), fs::copy_options::recursive);
    for (const char* folder : {"ralph", "ralph-external", "checkpoints"})
      fs::copy(loops.aiwg / folder, aiwg() / folder, fs::copy_options::recursive);
    thin_out();
    if (below(3) == 0) copy_a_tree();
    for (const fs::path& file : files()) write_otherwise(file);
    if (below(3) == 0) damage(any_document());
    if (below(3) == 0) link(any_document());
    // Pids of the fixtures may be those of processes of this machine: they are older than any of them.
    for (const auto& entry : fs::recursive_directory_iterator(aiwg()))
      fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(100'000));
  }

  void check() {
    m_project.check_kept(m_damaged, Promised::Named::some);
    if (below(2) == 0) m_project.rename("renamed");
    change_something();
    require_sound();
    (void)m_project.undo();
    const auto once = m_project.paths();
    if (below(2) == 0) m_project.rename("renamed again");
    (void)m_project.adopt_it();
    (void)m_project.undo();
    CHECK((m_project.paths() == once));
    require_sound();
  }

 private:
  std::size_t below(std::size_t limit) { return m_random() % limit; }
  [[nodiscard]] fs::path aiwg() const { return m_project.root() / ".aiwg"; }

  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(aiwg()))
      if (entry.is_regular_file()) all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
  }

  void thin_out() {
    for (const fs::path& file : files())
      if (below(3) == 0 && file.filename() != "tasks.json") fs::remove(file);
  }

  void copy_a_tree() {
    std::vector<fs::path> trees;
    for (const auto& entry : fs::directory_iterator(aiwg() / "rlm/trees"))
      if (entry.is_directory()) trees.push_back(entry.path());
    if (trees.empty()) return;
    std::sort(trees.begin(), trees.end());
    const fs::path tree = trees[below(trees.size())];
    fs::copy(tree, tree.string() + "-copy", fs::copy_options::recursive);
  }

  /// In another style, or with white space that nobody would write.
  void write_otherwise(const fs::path& file) {
    if (below(2) == 0) ::chmod(file.c_str(), below(2) == 0 ? 0664 : 0640);
    if (file.extension() != ".json" || below(3) == 0) return;
    const std::string text = read_all(file);
    std::string compact;
    json::ScanOptions options;
    options.layout = json::JsonLayout::compact;
    const json::ScanResult scanned = json::scan_value(text, 0, options, &compact);
    if (scanned.status != json::ScanStatus::complete || scanned.end + 1 < text.size()) return;
    json::TextStyle style;
    style.prefix = below(8) == 0 ? "\xEF\xBB\xBF" : "";
    style.newline = below(4) == 0 ? "" : below(4) == 0 ? "\r\n" : "\n";
    style.indent = below(2) == 0 ? "    " : "\t";
    style.colon = below(4) == 0 ? ":" : ": ";
    style.separator = below(2) == 0 ? " " : "";
    style.suffix = below(2) == 0 ? "\n" : "";
    style.is_ascii = below(3) == 0;
    std::string other = json::styled(compact, style);
    for (std::size_t gaps = below(4); gaps > 0; --gaps)
      if (const std::size_t at = other.find(", ", below(other.size()));
          at != std::string::npos && below(2) == 0)
        other.insert(at + 2, is_in_string(other, at) ? "" : "\n   ");
    write_all(file, other);
  }

  static bool is_in_string(const std::string& text, std::size_t at) {
    bool inside = false;
    for (std::size_t i = 0; i < at; ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        inside = !inside;
      }
    }
    return inside;
  }

  fs::path any_document() {
    std::vector<fs::path> documents = files();
    std::erase_if(documents, [](const fs::path& file) {
      return file.extension() != ".json" || file.filename() == "tasks.json";
    });
    return documents.empty() ? aiwg() / "daemon/tasks.json" : documents[below(documents.size())];
  }

  void damage(const fs::path& file) {
    if (file.filename() == "tasks.json") return;
    const std::string text = read_all(file);
    write_all(file, text.substr(0, below(text.size() + 1)));
    m_damaged.insert(file.lexically_relative(m_project.root()).string());
  }

  /// A name of its own for a file of the project.
  void link(const fs::path& file) const {
    fs::create_symlink(file.filename(), file.parent_path() / "linked.json");
  }

  void change_something() {
    Store store = Store::open(m_project.database(), Access::read_write);
    NewTask task;
    task.prompt = "made here";
    (void)store.change(TaskChange{{}, task, {}});
    for (const TaskSummary& one : store.list({})) {
      if (below(6) != 0) continue;
      Precondition forced;
      forced.force = Force::yes;
      try {
        (void)store.change(TaskChange{one.id, CancelTask{}, forced});
      } catch (const Error& error) {
        CHECK((error.code() == ErrorCode::conflict || error.code() == ErrorCode::not_found));
      }
    }
    if (below(2) == 0) (void)recover(store, std::nullopt);
  }

  void require_sound() const {
    const VerifyReport report = verify(Store::open(m_project.database(), Access::read_only));
    CHECK_MESSAGE(report.finding_count == 0, report.findings.front().where, report.findings.front().message);
  }

  Promised m_project;
  std::mt19937 m_random;
  std::set<std::string> m_damaged;
};

}  // namespace

TEST_SUITE("roundtrip::random_projects") {
  TEST_CASE("a random project comes out as it went in, and after changes it goes over and back without any") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    const std::uint32_t first = number_from_environment("RLMDB_FIRST_PROJECT", 0);
    for (std::uint32_t project = first; project < first + number_from_environment("RLMDB_PROJECTS", 25);
         ++project) {
      CAPTURE(project);
      RandomProject(seed + project).check();
    }
  }
}
