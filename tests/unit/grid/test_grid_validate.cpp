// SPDX-License-Identifier: MIT
// the checks, each with what it finds.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grid/grid_validate.hpp"
#include "grid_missions.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using grid::CommitClaim;
using grid::GridSnapshot;
using grid::GridSurroundings;
using test::whole_mission;
using test::with_file;

namespace {

GridSurroundings at_noon() {
  return test::surroundings_at("2026-01-24T12:00:00Z");
}

GridCheck check(const GridSnapshot& grid, const std::string& name,
                const GridSurroundings& surroundings = at_noon()) {
  for (GridCheck& check : grid::validate(grid::read_mission(grid), surroundings).checks) {
    if (check.name == name) return check;
  }
  throw std::runtime_error("no check " + name);
}

/// "CODE at WHERE" of each finding.
std::vector<std::string> findings(const GridCheck& check) {
  std::vector<std::string> texts;
  for (const Finding& finding : check.findings) texts.push_back(finding.code + " at " + finding.where);
  return texts;
}

GridSnapshot state(const std::string& text) {
  return with_file(whole_mission("interrupted"), "STATE.md", text);
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("grid::grid_validate") {
  TEST_CASE("each shape of a claim is looked at, or is a finding") {
    const std::string name = "phases/01-base/01-SUMMARY.md";
    const auto summary = [&](const std::string& members) {
      return with_file({.place = ".grid", .files = {}}, name, "---\nblock: 01\n" + members + "---\n");
    };
    GridSurroundings nothing_there = at_noon();
    nothing_there.git.state = grid::GitState::ready;
    nothing_there.disk.is_known = true;
    for (const char* const hash : {"deadbee", "0badf00", "1234567"})
      nothing_there.git.claims[hash] = CommitClaim::missing;
    nothing_there.disk.files["gone.txt"] = {grid::DiskClaim::missing};
    const auto found = [&](const std::string& members, const std::string& check_name) {
      return findings(check(summary(members), check_name, nothing_there));
    };
    CHECK(found("commits: [deadbee, 0badf00, 1234567]\n", "commits") ==
          Texts{"commit_missing at " + name + " /commits/0", "commit_missing at " + name + " /commits/1",
                "commit_missing at " + name + " /commits/2"});
    CHECK(found("commits: [{hash: '', message: m}, {message: n}, [x], null]\n", "commits") ==
          Texts{"claim_unreadable at " + name + " /commits/0/hash",
                "claim_unreadable at " + name + " /commits/1/hash",
                "claim_unreadable at " + name + " /commits/2",
                "claim_unreadable at " + name + " /commits/3"});
    CHECK(found("commits: {deadbee: first}\n", "commits") ==
          Texts{"claim_unreadable at " + name + " /commits"});
    CHECK(found("commits: []\n", "commits").empty());
    CHECK(found("key-files: {created: [gone.txt], modified: [{path: gone.txt}]}\n", "files") ==
          Texts{"file_missing at " + name + " /key-files/created/0",
                "file_missing at " + name + " /key-files/modified/0/path"});
    CHECK(found("key_files: [gone.txt]\nartifacts_created: [gone.txt, {lines: 3}]\n", "files") ==
          Texts{"claim_unreadable at " + name + " /artifacts_created/1/path",
                "file_missing at " + name + " /artifacts_created/0",
                "file_missing at " + name + " /key_files/0"});
    CHECK(check(summary("commits: [{hash: ''}]\n"), "commits").result == GridCheckResult::failed);
  }

  TEST_CASE("a member that stands twice is a finding") {
    const std::string text =
        "---\ncluster: c\nstatus: active\nposition:\n  block: 1\n  wave: 1\n  block: 2\nstatus: failed\n"
        "list:\n  - {a: 1, a: 2, a: 3}\n  - {a/b: 1, 'a/b': 2}\n---\n# A\n";
    const GridCheck members = check(state(text), "members");
    CHECK(members.result == GridCheckResult::failed);
    CHECK(findings(members) ==
          Texts{"duplicate_member at STATE.md /position/block", "duplicate_member at STATE.md /status",
                "duplicate_member at STATE.md /list/0/a", "duplicate_member at STATE.md /list/1/a~1b"});
    CHECK(check(whole_mission("interrupted"), "members").result == GridCheckResult::passed);
    // An alias says again what stands elsewhere, once.
    CHECK(findings(check(state("---\nstatus: active\na: &x {b: 1}\nc: *x\n---\n"), "members")).empty());
  }

  TEST_CASE("times without a zone are those of the zone where the file was read") {
    GridSnapshot grid = state("---\ncluster: c\nstatus: active\nupdated_at: '2026-01-24T13:30:00'\n---\n");
    CHECK(findings(check(grid, "state")) ==
          Texts{"member_missing at STATE.md /session_id", "member_missing at STATE.md /position",
                "time_without_zone at STATE.md /updated_at", "time_in_future at STATE.md /updated_at"});
    grid.files.back().utc_offset_minutes = 120;
    const GridCheck local = check(grid, "state");
    REQUIRE(local.findings.size() == 3);
    CHECK(local.findings[2].message ==
          "the time says no zone and is taken for one at UTC+02:00, where the file was read");
    grid.files.back().utc_offset_minutes = -210;
    CHECK(check(grid, "state").findings[2].message.find("UTC-03:30") != std::string::npos);
  }

  TEST_CASE("STATE.md is there, can be read and says a status") {
    const GridCheck good = check(whole_mission("interrupted"), "state");
    CHECK(good.result == GridCheckResult::passed);
    CHECK(good.findings.empty());
    GridSnapshot none = whole_mission("interrupted");
    std::erase_if(none.files, [](const grid::GridFile& file) { return file.name == "STATE.md"; });
    CHECK(findings(check(none, "state")) == Texts{"state_missing at STATE.md"});
    CHECK(findings(check(whole_mission("corrupted"), "state")) == Texts{"state_unreadable at STATE.md"});
    CHECK(findings(check(state("cluster: x\n"), "state")) ==
          Texts{"state_without_status at STATE.md /status"});
    CHECK(check(state("cluster: x\n"), "state").result == GridCheckResult::failed);
    const GridCheck odd = check(state("status: zorp\nmode: fast\nupdated_at: 2026-01-23T15:31:00.123456\n"
                                      "created_at: 2027-01-01T00:00:00Z\ncluster: c\n"),
                                "state");
    CHECK(odd.result == GridCheckResult::passed);
    CHECK(findings(odd) == Texts{"member_missing at STATE.md /session_id",
                                 "member_missing at STATE.md /position", "unknown_word at STATE.md /status",
                                 "unknown_word at STATE.md /mode", "time_in_future at STATE.md /created_at",
                                 "time_without_zone at STATE.md /updated_at"});
    CHECK(
        findings(check(state("status: active\ncluster: c\nsession_id: s\nposition: {}\nupdated_at: today\n"),
                       "state")) == Texts{"not_a_time at STATE.md /updated_at"});
  }

  TEST_CASE("claimed commits exist, and no repository is no failure") {
    GridSurroundings surroundings = at_noon();
    const GridSnapshot grid = whole_mission("interrupted");
    CHECK(check(grid, "commits", surroundings).result == GridCheckResult::unchecked);
    surroundings.git.state = grid::GitState::no_repository;
    surroundings.git.fault = "it is in no git repository";
    const GridCheck none = check(grid, "commits", surroundings);
    CHECK(none.result == GridCheckResult::unchecked);
    CHECK(none.findings[0].code == "commits_unchecked");
    CHECK(none.findings[0].message == "no commit was looked up: it is in no git repository");
    surroundings.git.state = grid::GitState::ready;
    const std::vector<grid::GridClaim> claims = grid::claimed_commits(grid);
    CHECK(grid::texts_of(claims) == Texts{"12e45678", "abc123", "def456", "ghi789", "jkl012"});
    for (const grid::GridClaim& claim : claims) surroundings.git.claims[claim.text] = CommitClaim::exists;
    CHECK(check(grid, "commits", surroundings).result == GridCheckResult::passed);
    CHECK(check(grid, "commits", surroundings).findings.empty());
    surroundings.git.claims["def456"] = CommitClaim::missing;
    surroundings.git.claims["ghi789"] = CommitClaim::no_hash;
    surroundings.git.claims["12e45678"] = CommitClaim::ambiguous;
    const GridCheck bad = check(grid, "commits", surroundings);
    CHECK(bad.result == GridCheckResult::failed);
    CHECK(findings(bad) == Texts{"not_a_hash at CHECKPOINT.md /completed_threads/0/commit",
                                 "commit_missing at phases/01-foundation/01-SUMMARY.md /commits/1/hash",
                                 "commit_ambiguous at phases/08-extra/08-SUMMARY.md /commits/0/hash"});
  }

  TEST_CASE("claimed artifacts are files of the project, with their lines") {
    const test::TestDir project;
    const test::TestDir outside;
    const auto summary = [](const std::string& path, const std::string& lines) {
      return with_file(
          whole_mission("clean-checkpoint"), "phases/01-foundation/01-SUMMARY.md",
          "---\nblock: 01\nartifacts_created:\n  - {path: '" + path + "', lines: " + lines + "}\n---\n");
    };
    const auto looked = [&](const std::string& path, const std::string& lines) {
      const GridSnapshot grid = summary(path, lines);
      GridSurroundings surroundings = at_noon();
      const std::vector<grid::GridClaim> claims = grid::claimed_artifacts(grid);
      REQUIRE(claims.size() == 1);
      surroundings.disk = grid::disk_facts(project.path(), grid::texts_of(claims));
      return check(grid, "files", surroundings);
    };
    CHECK(check(summary("a", "1"), "files").result == GridCheckResult::unchecked);
    test::write_all(project / "two.txt", "1\n2");
    test::write_all(project / "empty.txt", "");
    test::write_all(outside / "secret.txt", "s");
    std::filesystem::create_directory(project / "directory");
    std::filesystem::create_symlink(outside / "secret.txt", project / "link.txt");
    std::filesystem::create_symlink(outside.path(), project / "way");
    REQUIRE(::mkfifo((project / "pipe").c_str(), 0600) == 0);
    CHECK(looked("two.txt", "2").findings.empty());
    CHECK(looked("empty.txt", "0").findings.empty());
    const GridCheck other = looked("two.txt", "45");
    CHECK(other.result == GridCheckResult::passed);
    CHECK(findings(other) ==
          Texts{"other_lines at phases/01-foundation/01-SUMMARY.md /artifacts_created/0/path"});
    CHECK(other.findings[0].message == "\"two.txt\" was to have 45 lines and has 2");
    const auto code = [&](const std::string& path) {
      const GridCheck found = looked(path, "1");
      CHECK(found.result == GridCheckResult::failed);
      return found.findings.at(0).code;
    };
    CHECK(code("absent.txt") == "file_missing");
    CHECK(code("two.txt/below") == "file_missing");
    CHECK(code("directory") == "not_a_file");
    CHECK(code("pipe") == "not_a_file");
    CHECK(code("link.txt") == "file_outside");
    CHECK(code("way/secret.txt") == "file_outside");
    CHECK(code("../x") == "file_outside");
    CHECK(code((outside / "secret.txt").string()) == "file_outside");
  }

  TEST_CASE("one checkpoint, readable, of this mission, in time, and there") {
    const GridSnapshot grid = whole_mission("interrupted");
    const GridCheck good = check(grid, "checkpoint");
    CHECK(good.result == GridCheckResult::passed);
    CHECK(findings(good) == Texts{"partial_state at CHECKPOINT.md /block"});
    const GridCheck two =
        check(with_file(grid, "CHECKPOINT-2.md", "type: decision\nblock: '01'\n"), "checkpoint");
    CHECK(two.result == GridCheckResult::failed);
    CHECK(two.findings[0].code == "several_checkpoints");
    const auto only = [&](const std::string& text) {
      return check(with_file(grid, "CHECKPOINT.md", text), "checkpoint");
    };
    CHECK(findings(only("---\ntype: [\n---\n")) == Texts{"checkpoint_unreadable at CHECKPOINT.md"});
    const GridCheck expired = only("type: decision\nblock: '01'\nexpires: 2026-01-24T11:59:59Z\n");
    CHECK(expired.result == GridCheckResult::failed);
    CHECK(findings(expired) == Texts{"checkpoint_expired at CHECKPOINT.md /expires"});
    CHECK(only("type: decision\nblock: '01'\nexpires: 2026-01-24T12:00:01Z\n").findings.empty());
    CHECK(findings(only("type: decision\nblock: '01'\ncluster: other\n")) ==
          Texts{"other_cluster at CHECKPOINT.md /cluster"});
    CHECK(findings(only("type: nap\nblock: '01'\n")) == Texts{"unknown_word at CHECKPOINT.md /type"});
    GridSnapshot without = whole_mission("clean-checkpoint");
    std::erase_if(without.files, [](const grid::GridFile& file) { return file.name == "CHECKPOINT.md"; });
    CHECK(findings(check(without, "checkpoint")) == Texts{"checkpoint_missing at STATE.md /status"});
    const GridSnapshot left = with_file(whole_mission("completed"), "CHECKPOINT.md", "type: decision\n");
    CHECK(check(left, "checkpoint").result == GridCheckResult::passed);
    CHECK(findings(check(left, "checkpoint")) == Texts{"checkpoint_left at CHECKPOINT.md"});
  }

  TEST_CASE("blocks that are to come have plans") {
    GridSnapshot grid = whole_mission("interrupted");
    CHECK(check(grid, "plans").result == GridCheckResult::passed);
    CHECK(check(grid, "plans").findings.empty());
    std::erase_if(grid.files, [](const grid::GridFile& file) {
      return file.name == "plans/blog-block-01.md" || file.name == "phases/01-foundation/01-PLAN.md" ||
             file.name == "plans/blog-block-02.md" || file.name == "plans/blog-block-05.md";
    });
    const GridCheck found = check(grid, "plans");
    CHECK(found.result == GridCheckResult::failed);
    // Block 01 is complete, and of block 02 the copy among the phases is there.
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].message == "block 05 is still to come and has no plan");
    std::erase_if(grid.files, [](const grid::GridFile& file) {
      return file.kind != grid::GridFileKind::state && file.kind != grid::GridFileKind::summary;
    });
    CHECK(findings(check(grid, "plans")) == Texts{"no_plans at plans"});
    CHECK(check(whole_mission("completed"), "plans").result == GridCheckResult::passed);
    const GridSnapshot odd =
        with_file(whole_mission("interrupted"), "plans/blog-block-04.md", "---\na: [\n---\n# x\n");
    CHECK(check(odd, "plans").result == GridCheckResult::passed);
    CHECK(findings(check(odd, "plans")) == Texts{"plan_unreadable at plans/blog-block-04.md"});
  }

  TEST_CASE("positions are within their totals, and progress within its hundred") {
    CHECK(check(whole_mission("interrupted"), "position").result == GridCheckResult::passed);
    const std::string head = "status: active\nprogress_percent: ";
    CHECK(
        findings(check(state(head + "101\nposition: {phase: 5, phase_total: 4, block: '04', block_total: 3, "
                                    "wave: x, thread: -1, thread_total: 2}\n"),
                       "position")) ==
        Texts{"beyond_total at STATE.md /position/phase", "beyond_total at STATE.md /position/block",
              "not_a_number at STATE.md /position/wave", "not_a_number at STATE.md /position/thread",
              "not_a_percentage at STATE.md /progress_percent"});
    CHECK(check(state(head + "100\nposition: {phase: 4, phase_total: 4, wave: null}\n"), "position")
              .findings.empty());
    CHECK(check(state(head + "-1\n"), "position").result == GridCheckResult::failed);
    CHECK(check(state(head + "45.5\n"), "position").result == GridCheckResult::failed);
    const GridSnapshot beyond = with_file(whole_mission("interrupted"), "CHECKPOINT.md",
                                          "type: decision\nprogress: {blocks_complete: 7, blocks_total: 6, "
                                          "threads_complete: 1, threads_total: 1}\n");
    CHECK(findings(check(beyond, "position")) ==
          Texts{"beyond_total at CHECKPOINT.md /progress/blocks_complete"});
    const GridCheck unknown = check(whole_mission("corrupted"), "position");
    CHECK(unknown.result == GridCheckResult::unchecked);
    CHECK(findings(unknown) == Texts{"position_unchecked at "});
  }

  TEST_CASE("one failed check makes all of it invalid, an unchecked one does not") {
    CHECK(grid::validate(grid::read_mission(whole_mission("interrupted")), at_noon()).is_valid());
    CHECK_FALSE(grid::validate(grid::read_mission(whole_mission("corrupted")), at_noon()).is_valid());
  }
}
