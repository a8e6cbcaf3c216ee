// SPDX-License-Identifier: MIT
// what git says, asked of real repositories, also of one that tries to run programs.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "grid/git_facts.hpp"
#include "test_dir.hpp"
#include "util/run_program.hpp"

using namespace rlmdb;
using grid::CommitClaim;
using grid::git_facts;
using grid::GitFacts;
using grid::GitState;

namespace {

/// A repository of the test's own, untouched by the user's configuration.
class Repository {
 public:
  Repository() {
    git({"init", "-q", "-b", "main"});
    git({"config", "user.name", "Tester"});
    git({"config", "user.email", "tester@example.com"});
  }

  [[nodiscard]] std::filesystem::path root() const { return m_directory.path(); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root() / name).parent_path());
    test::write_all(root() / name, text);
  }
  std::string git(std::vector<std::string> words, const std::string& input = {}) const {
    words.insert(words.begin(), {"git", "-C", root().string()});
    const util::ProgramResult result =
        util::run_program({.words = words,
                           .input = input,
                           .environment = {"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1"},
                           .dropped_variables = {"GIT_"}});
    INFO(result.errors);
    REQUIRE(result.is_good());
    return result.output.substr(0, result.output.find_last_not_of('\n') + 1);
  }
  /// Its whole hash.
  std::string commit(const std::string& subject) const {
    git({"add", "-A"});
    git({"commit", "-q", "--allow-empty", "-m", subject});
    return git({"rev-parse", "HEAD"});
  }

 private:
  test::TestDir m_directory;
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("grid::git_facts") {
  TEST_CASE("commits are found, others are not, and what is no hash is not asked") {
    const Repository repository;
    repository.write("a.txt", "a");
    const std::string first = repository.commit("feat(01): Begin");
    const std::string second = repository.commit("wip");
    const std::string tree = repository.git({"rev-parse", "HEAD^{tree}"});
    repository.git({"branch", "cafe1234", first});
    std::string upper = first.substr(0, 12);
    for (char& c : upper) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::string hostile = "--upload-pack=touch${IFS}x";
    const Texts asked{first, upper,   second.substr(0, 7), "00123",      tree, "cafe1234", "ghi789", "HEAD",
                      "abc", hostile, "12e45678",          "abcd\nHEAD", first};
    const GitFacts facts = git_facts(repository.root(), asked);
    REQUIRE(facts.state == GitState::ready);
    CHECK(facts.claims.size() == 12);
    CHECK(facts.claims.at(first) == CommitClaim::exists);
    CHECK(facts.claims.at(upper) == CommitClaim::exists);
    CHECK(facts.claims.at(second.substr(0, 7)) == CommitClaim::exists);
    CHECK(facts.claims.at("00123") == CommitClaim::missing);
    CHECK(facts.claims.at("12e45678") == CommitClaim::missing);
    CHECK(facts.claims.at(tree) == CommitClaim::missing);
    CHECK(facts.claims.at("cafe1234") == CommitClaim::ambiguous);
    for (const char* const text : {"ghi789", "HEAD", "abc", "abcd\nHEAD"})
      CHECK(facts.claims.at(text) == CommitClaim::no_hash);
    CHECK(facts.claims.at(hostile) == CommitClaim::no_hash);
  }

  TEST_CASE("the last commits come with block and thread of their subjects") {
    const Repository repository;
    const std::string first = repository.commit("feat(02): Header");
    repository.commit("Merge things");
    repository.commit("fix(02.3)!: Toggle \xc3\xa9");
    GitFacts facts = git_facts(repository.root(), {});
    REQUIRE(facts.commits.size() == 3);
    CHECK(facts.commits[0].text == "fix(02.3)!: Toggle \xc3\xa9");
    CHECK(facts.commits[0].subject.kind == "fix");
    CHECK(facts.commits[0].subject.block == "02");
    CHECK(facts.commits[0].subject.thread == "02.3");
    CHECK(facts.commits[0].subject.title == "Toggle \xc3\xa9");
    CHECK(facts.commits[1].subject.kind.empty());
    CHECK(facts.commits[2].hash == first);
    CHECK(facts.commits[2].subject.block == "02");
    CHECK(facts.commits[2].subject.thread.empty());
    CHECK(facts.commits[2].at.size() >= std::string("2026-01-23T15:45:00Z").size());
    facts = git_facts(repository.root(), {}, {.most_commits = 1});
    CHECK(facts.commits.size() == 1);
  }

  TEST_CASE("subjects of other forms name no block") {
    CHECK(grid::subject_of("feat(auth): x").kind == "feat");
    CHECK(grid::subject_of("feat(auth): x").block.empty());
    for (const char* const text : {"feature(02): x", "feat(02) x", "feat(02", "feat: x", "xfeat(02): y", ""})
      CHECK(grid::subject_of(text).kind.empty());
    for (const char* const text : {"feat(02.): x", "feat(02.x): y", "feat(-2): x", "feat(1234567890): x"})
      CHECK(grid::subject_of(text).block.empty());
  }

  TEST_CASE("what is not committed is told: changed, staged, removed, new") {
    const Repository repository;
    repository.write("kept.txt", "a");
    repository.write("changed.txt", "a");
    repository.write("gone.txt", "a");
    repository.write(".gitignore", "ignored.txt\n");
    repository.commit("feat(01): Files");
    GitFacts facts = git_facts(repository.root(), {});
    CHECK(facts.uncommitted.empty());
    CHECK(facts.untracked.empty());
    CHECK_FALSE(facts.has_staged);
    repository.write("changed.txt", "other");
    std::filesystem::remove(repository.root() / "gone.txt");
    repository.write("new dir/n\xc3\xb6t \"quoted\".txt", "n");
    repository.write("ignored.txt", "i");
    facts = git_facts(repository.root(), {});
    CHECK(facts.uncommitted == Texts{"changed.txt", "gone.txt"});
    CHECK(facts.untracked == Texts{"new dir/n\xc3\xb6t \"quoted\".txt"});
    CHECK_FALSE(facts.has_staged);
    CHECK(facts.uncommitted_fault.empty());
    repository.git({"add", "changed.txt"});
    CHECK(git_facts(repository.root(), {}).has_staged);
  }

  TEST_CASE("of a project within a repository its own files are told, from its root") {
    const Repository repository;
    repository.write("app/a.txt", "a");
    repository.write("other/b.txt", "b");
    repository.commit("feat(01): Files");
    repository.write("app/a.txt", "changed");
    repository.write("other/b.txt", "changed");
    repository.write("app/new.txt", "n");
    const GitFacts facts = git_facts(repository.root() / "app", {});
    CHECK(facts.uncommitted == Texts{"a.txt"});
    CHECK(facts.untracked == Texts{"new.txt"});
  }

  TEST_CASE("no repository, no commit yet, no git, and a broken repository are told apart") {
    const test::TestDir plain;
    const GitFacts none = git_facts(plain.path(), Texts{"abc123"});
    CHECK(none.state == GitState::no_repository);
    CHECK(none.fault == plain.path().string() + " is in no git repository");
    CHECK(none.claims.empty());

    const Repository repository;
    const GitFacts empty = git_facts(repository.root(), Texts{"abc123"});
    CHECK(empty.state == GitState::ready);
    CHECK(empty.commits.empty());
    CHECK(empty.claims.at("abc123") == CommitClaim::missing);

    const std::string path = ::getenv("PATH");
    ::setenv("PATH", "", 1);
    const GitFacts no_program = git_facts(repository.root(), {});
    ::setenv("PATH", path.c_str(), 1);
    CHECK(no_program.state == GitState::no_program);
    CHECK(no_program.fault == "git is not installed");

    repository.write(".git/config", "[core\n");
    const GitFacts broken = git_facts(repository.root(), {});
    CHECK(broken.state == GitState::refused);
    CHECK(broken.fault.find("bad config line 1") != std::string::npos);
  }

  TEST_CASE("an answer that is too long is a state, not an end of memory") {
    const Repository repository;
    repository.commit(std::string(3000, 's'));
    const GitFacts facts = git_facts(repository.root(), {}, {.most_bytes = 1000});
    CHECK(facts.state == GitState::refused);
    CHECK(facts.fault == "git said more than 1000 bytes and was ended");
    const GitFacts late = git_facts(repository.root(), {}, {.most_time = std::chrono::milliseconds(0)});
    CHECK(late.state == GitState::refused);
    CHECK(late.fault == "git took longer than 0 ms and was ended");
    const GitFacts two =
        git_facts(repository.root(), Texts{"aaaa", "no", "bbbb", "cccc"}, {.most_hashes = 2});
    CHECK(two.claims.size() == 3);
    CHECK_FALSE(two.claims.contains("cccc"));
  }

  TEST_CASE("a bare repository among the project's files is none of ours") {
    const Repository repository;
    repository.git({"init", "-q", "--bare", "inner"});
    const std::string config = (repository.root() / "inner" / "config").string();
    repository.git({"config", "-f", config, "core.bare", "false"});
    repository.git({"config", "-f", config, "core.worktree", repository.root().string()});
    const GitFacts facts = git_facts(repository.root() / "inner", {});
    CHECK(facts.state == GitState::refused);
    CHECK(facts.fault.find("safe.bareRepository") != std::string::npos);
  }

  TEST_CASE("a repository whose configuration names programs gets none of them run") {
    const Repository repository;
    repository.write("file.txt", "content\n");
    repository.write("other.bin", "content\n");
    repository.write(".gitattributes", "*.txt filter=evil diff=evil\n*.bin filter=a=b.c\n");
    const std::string first = repository.commit("feat(01): Begin");
    // A signed commit: a log that shows signatures runs a program for it.
    std::string text = repository.git({"cat-file", "commit", first});
    text.replace(text.find("\n\n"), 1,
                 "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n");
    const std::string signed_commit =
        repository.git({"hash-object", "-t", "commit", "-w", "--stdin"}, text + "\n");
    repository.git({"update-ref", "HEAD", signed_commit});
    const std::string trace = (repository.root() / ".git" / "ran").string();
    const std::string script = repository.root() / ".git" / "evil.sh";
    test::write_all(script, "#!/bin/sh\necho \"$0 $*\" >> '" + trace + "'\ncat\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    for (const char* const name :
         {"core.fsmonitor", "core.pager", "pager.log", "pager.status", "core.sshCommand", "gpg.program",
          "core.askPass", "core.editor", "diff.external", "diff.evil.textconv", "diff.evil.command",
          "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "filter.a=b.c.clean",
          "credential.helper", "core.gitProxy", "core.alternateRefsCommand"})
      repository.git({"config", name, script});
    repository.git({"config", "filter.evil.required", "true"});
    for (const char* const name : {"status", "log", "config", "cat-file", "rev-parse"})
      repository.git({"config", std::string("alias.") + name, "!" + script});
    repository.git({"config", "log.showSignature", "true"});
    repository.git({"config", "core.hooksPath", (repository.root() / ".git" / "hooks").string()});
    std::filesystem::create_directories(repository.root() / ".git" / "hooks");
    for (const char* const hook : {"post-index-change", "fsmonitor-watchman", "reference-transaction"}) {
      const std::filesystem::path file = repository.root() / ".git" / "hooks" / hook;
      test::write_all(file, test::read_all(script));
      std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    // A clone that lacks objects, whose remote is a program.
    repository.git({"config", "extensions.partialClone", "origin"});
    repository.git({"config", "core.repositoryFormatVersion", "1"});
    repository.git({"config", "remote.origin.url", "ext::" + script});
    repository.git({"config", "remote.origin.promisor", "true"});
    repository.git({"config", "protocol.ext.allow", "always"});
    // The same size and another time: git has to look into the files.
    repository.write("file.txt", "CONTENT\n");
    repository.write("other.bin", "CONTENT\n");
    const std::string absent = "0123456789012345678901234567890123456789";
    std::filesystem::remove(trace);

    const GitFacts facts = git_facts(repository.root(), Texts{first, absent});
    CHECK(test::read_all(trace) == "");
    CHECK(facts.state == GitState::ready);
    CHECK(facts.claims.at(first) == CommitClaim::exists);
    CHECK(facts.claims.at(absent) == CommitClaim::missing);
    CHECK(facts.commits.size() == 1);
    CHECK(facts.uncommitted_fault == "");
    CHECK(facts.uncommitted == Texts{"file.txt", "other.bin"});
    // The trap is one: without our settings it springs.
    const util::ProgramResult plain =
        util::run_program({.words = {"git", "-C", repository.root().string(), "status"}});
    CHECK(test::read_all(trace) != "");
  }

  TEST_CASE("variables that lead git elsewhere do not count") {
    const Repository repository;
    const std::string hash = repository.commit("feat(01): Begin");
    ::setenv("GIT_DIR", "/nonexistent", 1);
    ::setenv("GIT_INDEX_FILE", "/nonexistent/index", 1);
    const GitFacts facts = git_facts(repository.root(), Texts{hash});
    ::unsetenv("GIT_DIR");
    ::unsetenv("GIT_INDEX_FILE");
    CHECK(facts.state == GitState::ready);
    CHECK(facts.claims.at(hash) == CommitClaim::exists);
  }
}
