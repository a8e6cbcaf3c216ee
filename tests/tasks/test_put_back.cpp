// SPDX-License-Identifier: MIT
// artifacts out of the copies that a checkpoint keeps, and what becomes of the files that are there.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "checkpoint_place.hpp"
#include "rlmdb/verify.hpp"
#include "workflow_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_binary("\0\xFF binary \n", 11);

class Project : public WorkflowPlace {
 public:
  WorkflowCheckpoint keep(const std::vector<std::string>& artifacts, std::int64_t most_bytes = 1000,
                          const std::string& state = state_at(1)) {
    NewWorkflowCheckpoint asked;
    asked.owner = workflow("w");
    asked.document = JsonText{state};
    asked.artifacts = artifacts;
    asked.root = root();
    asked.copies = ArtifactCopies::keep;
    asked.most_artifact_bytes = most_bytes;
    return create_workflow_checkpoint(store(), asked);
  }

  RestoreReport put_back(RestoreRun run = RestoreRun::apply) {
    RestoreOptions asked = restoring(workflow("w"));
    asked.artifacts = ArtifactRestore::put_back;
    asked.run = run;
    return restore(asked);
  }

  [[nodiscard]] std::string text(const std::string& path) const { return read_all(root() / path); }

  /// "a.bak dir dir/b", with no file of our own among them.
  [[nodiscard]] std::string names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root()))
      all.push_back(std::filesystem::relative(entry.path(), root()).string());
    std::sort(all.begin(), all.end());
    std::string text;
    for (const std::string& name : all) text += (text.empty() ? "" : " ") + name;
    return text;
  }
};

}  // namespace

TEST_SUITE("tasks::put_back") {
  TEST_CASE("files that changed, or are gone, are what they were; what was there stays as .bak") {
    Project place;
    place.write("same", "s");
    place.write("src/run.sh", "one");
    std::filesystem::permissions(place.root() / "src/run.sh", std::filesystem::perms(0750));
    place.write("deep/er/data", k_binary);
    const WorkflowCheckpoint kept = place.keep({"same", "src/run.sh", "deep/er/data"});
    CHECK(kept.kept_artifacts == 3);
    CHECK(workflow_checkpoints_of(place.store()).at(0).kept_artifacts == 3);
    place.write("src/run.sh", "two");
    place.write("src/run.sh.bak", "older");
    std::filesystem::remove_all(place.root() / "deep");

    const std::string before = place.content();
    CHECK(detail_of(place.restore(place.restoring(workflow("w"))), RestoreStepKind::artifacts) ==
          "src/run.sh has changed since (a copy is kept), deep/er/data is missing (a copy is kept)");
    const RestoreReport planned = place.put_back(RestoreRun::dry_run);
    CHECK(outcomes(planned) == "done planned planned planned planned planned");
    CHECK(detail_of(planned, RestoreStepKind::artifacts) == "1 of 3 as they were, 2 put back");
    CHECK(planned.artifacts.at(1).is_put_back);
    CHECK(planned.artifacts.at(1).kept_as.empty());
    CHECK(place.names() == "same src src/run.sh src/run.sh.bak");
    CHECK(place.content() == before);

    const RestoreReport done = place.put_back();
    CHECK(done.is_restored);
    CHECK(outcomes(done) == "done done done done done done");
    CHECK_FALSE(done.artifacts.at(0).is_put_back);
    CHECK(done.artifacts.at(1).kept_as == "src/run.sh.bak.1");
    CHECK(done.artifacts.at(2).kept_as.empty());
    CHECK(place.text("src/run.sh") == "one");
    CHECK(place.text("src/run.sh.bak") == "older");
    CHECK(place.text("src/run.sh.bak.1") == "two");
    CHECK(place.text("deep/er/data") == k_binary);
    struct stat status {};
    REQUIRE(::stat((place.root() / "src/run.sh").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0750);
    CHECK(place.names() == "deep deep/er deep/er/data same src src/run.sh src/run.sh.bak src/run.sh.bak.1");
    CHECK(place.put_back().artifacts.at(1).state == ArtifactState::same);
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a file that should be away is moved away, not removed") {
    Project place;
    (void)place.take(
        workflow("w"),
        R"({"phase":"p","progress":{},"artifacts":[{"path":"gone","hash":"","status":"deleted"}]})");
    place.write("gone", "back");
    CHECK_FALSE(place.restore(place.restoring(workflow("w"))).is_restored);
    const RestoreReport done = place.put_back();
    CHECK(done.is_restored);
    CHECK(done.artifacts.at(0).kept_as == "gone.bak");
    CHECK(place.names() == "gone.bak");
    CHECK(place.text("gone.bak") == "back");
  }

  TEST_CASE("without a copy nothing is put back, and one of several that lacks one ends it all") {
    Project place;
    place.write("a", "1");
    place.write("b", "1");
    (void)place.keep({"a"}, 1000,
                     R"({"phase":"p","progress":{},"artifacts":[{"path":"b","hash":")" +
                         util::sha256_hex("1") + R"(","status":"created"}]})");
    place.write("a", "2");
    place.write("b", "2");
    const std::string before = place.content();
    const RestoreReport report = place.put_back();
    CHECK(outcomes(report) == "done failed skipped skipped skipped skipped");
    CHECK(detail_of(report, RestoreStepKind::artifacts) == "b has changed since (no copy is kept)");
    for (const ArtifactCheck& check : report.artifacts) CHECK_FALSE(check.is_put_back);
    CHECK(place.text("a") == "2");
    CHECK(place.names() == "a b");
    CHECK(place.content() == before);
  }

  TEST_CASE("copies have a limit together, and only files that are named have one") {
    Project place;
    place.write("a", "12345");
    place.write("b", "12345");
    const std::string before = place.content();
    CHECK(message_of([&] {
            (void)place.keep({"a", "b"}, 9);
          }) == "invalid_input: copies of the artifacts would be more than 9 bytes together");
    CHECK(message_of([&] { (void)place.keep({}); }) ==
          "usage: there is no artifact of which a copy could be kept");
    CHECK(message_of([&] { (void)place.keep({"a"}, 0); }).starts_with("usage: copies may have 1 to "));
    CHECK(place.content() == before);
    CHECK(place.keep({"a", "b"}, 10).kept_artifacts == 2);
    // One content for both, which goes with its last checkpoint.
    CHECK(place.rows("SELECT count(DISTINCT content_id) FROM workflow_artifacts") ==
          std::vector<std::string>{"1"});
  }

  TEST_CASE("a step that fails behind it leaves each file as it was" * damages) {
    Project place;
    place.write("a", "1");
    place.write("b", "1");
    (void)place.keep({"a", "b"});
    place.write("a", "2");
    std::filesystem::remove(place.root() / "b");
    place.edit("CREATE TRIGGER refuse BEFORE INSERT ON workflow_states BEGIN SELECT RAISE(ABORT, 'no'); END");
    const std::string before = place.content();
    CHECK(error_of([&] { (void)place.put_back(); }).has_value());
    CHECK(place.names() == "a");
    CHECK(place.text("a") == "2");
    CHECK(place.content() == before);
    // Not even the end of the transaction is certain: files that had taken their places go back.
    place.edit(
        "DROP TRIGGER refuse; CREATE TABLE y (id INTEGER PRIMARY KEY); CREATE TABLE x (y INTEGER REFERENCES "
        "y "
        "(id) DEFERRABLE INITIALLY DEFERRED); CREATE TRIGGER refuse AFTER INSERT ON workflow_states BEGIN "
        "INSERT "
        "INTO x VALUES (1); END");
    const std::string later = place.content();
    CHECK(error_of([&] { (void)place.put_back(); }).has_value());
    CHECK(place.names() == "a");
    CHECK(place.text("a") == "2");
    CHECK(place.content() == later);
    place.edit("DROP TRIGGER refuse");
    // The second cannot take its place: the first goes back as well.
    std::filesystem::create_directory(place.root() / "b");
    CHECK_FALSE(place.put_back().is_restored);
    CHECK(place.text("a") == "2");
    CHECK(place.names() == "a b");
  }

  TEST_CASE("nothing is written through a symbolic link, nor over a database") {
    Project place;
    place.write("dir/a", "1");
    (void)place.keep({"dir/a"});
    std::filesystem::remove_all(place.root() / "dir");
    std::filesystem::create_directory(place.file("elsewhere"));
    std::filesystem::create_directory_symlink(place.file("elsewhere"), place.root() / "dir");
    CHECK(detail_of(place.put_back(), RestoreStepKind::artifacts) == "dir/a cannot be read beneath the root");
    CHECK(std::filesystem::is_empty(place.file("elsewhere")));
    NewWorkflowCheckpoint asked;
    asked.owner = workflow("w");
    asked.document = JsonText{state_at(1)};
    asked.root = place.database().parent_path();
    asked.artifacts = {place.database().filename().string()};
    CHECK(message_of([&] { (void)create_workflow_checkpoint(place.store(), asked); }) ==
          "invalid_input: an artifact is the database itself, or belongs to it");
  }

  TEST_CASE(
      "verify finds a copy of another file, a restore refuses a damaged one, and prune takes copies along") {
    Project place;
    place.write("a", "1");
    place.write("b", "2");
    (void)place.keep({"a", "b"}, 1000,
                     R"({"created_at":"2020-01-01T00:00:00Z","state":)" + state_at(1) + "}");
    CHECK(verify(place.store()).finding_count == 0);
    (void)place.take(workflow("w"), R"({"created_at":"2020-01-02T00:00:00Z","state":)" + state_at(2) + "}");
    place.edit(
        "UPDATE workflow_artifacts SET content_id = (SELECT content_id FROM workflow_artifacts WHERE "
        "path = 'b') WHERE path = 'a'");
    const auto findings = verify(place.store()).findings;
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].message == "its copy is another file than its hash is of");
    WorkflowPruneOptions all;
    all.keep = 0;
    CHECK(prune_workflow_checkpoints(place.store(), all).removed.size() == 1);
    CHECK(place.rows("SELECT count(*) FROM workflow_artifacts") == std::vector<std::string>{"0"});
    // The newest was packed, so no content is left.
    CHECK(place.rows("SELECT count(*) FROM contents") == std::vector<std::string>{"0"});
    CHECK(verify(place.store()).finding_count == 0);
  }
}
