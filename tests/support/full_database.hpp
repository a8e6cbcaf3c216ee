// SPDX-License-Identifier: MIT
/// A database with everything in it: all legacy fixtures, and what the program's verbs make.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "live_schema.hpp"
#include "program_run.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// What no fixture has: patterns of files, artifacts of a result.
inline const std::string k_rich_tree = R"({"version":"1.0.0","tree_id":"tree-0badcafe","root_task":{
  "node_id":"task-0badcaf0","parent_id":null,"depth":0,"prompt":"p","status":"completed",
  "context":{"type":"filtered","filters":{"file_patterns":["*.md","*.txt"],"relevance_threshold":0.5}},
  "result":{"status":"success","output":"o","errors":[{"message":"m","code":"c","timestamp":"2026-01-01T00:00:00Z"}],
    "artifacts":[{"path":"a.md","type":"report","description":"d"}]},"children":[]}})";

class FullDatabase {
 public:
  FullDatabase() {
    copy_fixtures();
    run({"import", (m_dir / "project").string()});
    make_tasks();
    make_states();
    make_loop();
    // Whatever stands beside it yet: copies of the file alone are what is edited.
    bring_to_rest(m_database);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return m_database; }

 private:
  /// The first word of what it prints.
  std::string run(const std::vector<std::string>& words) const {
    Launch launch{{program_path(), "--db", m_database.string(), "-q"}};
    launch.words.insert(launch.words.end(), words.begin(), words.end());
    const Ended ended = test::run(launch);
    if (ended.code != 0) FAIL(words.front(), " ", words.back().substr(0, 80), ": ", ended.error);
    return ended.out.substr(0, ended.out.find_first_of("\t\n"));
  }

  void copy_fixtures() const {
    namespace fs = std::filesystem;
    const fs::path from = fs::path(RLMDB_SOURCE_DIR) / "data/legacy";
    const fs::path to = m_dir / "project/.aiwg";
    fs::create_directories(to / "daemon");
    fs::copy_file(from / "daemon-tasks.json", to / "daemon/tasks.json");
    for (const char* folder : {"rlm", "ralph", "ralph-external", "checkpoints"})
      fs::copy(from / folder, to / folder, fs::copy_options::recursive);
    fs::copy(from / "trees", to / "rlm/trees", fs::copy_options::recursive);
    fs::create_directories(to / "rlm/trees/tree-0badcafe");
    write_all(to / "rlm/trees/tree-0badcafe/tree.json", k_rich_tree);
    fs::copy(fs::path(RLMDB_SOURCE_DIR) / "data/grid/interrupted/.grid", m_dir / "project/.grid",
             fs::copy_options::recursive);
  }

  void make_tasks() const {
    const std::string large = '"' + std::string(12'000, 'b') + '"';
    const std::string root = run({"task", "add", "--prompt", "root", "--tree", "tree-aaaa1111",
                                  "--decomposition-strategy", "parallel"});
    const std::string child = run({"task", "add", "--prompt", "child", "--parent", root, "--priority", "3",
                                   "--context", R"({"type":"full","source":"s","size_tokens":4})"});
    run({"task", "set", root, "metadata.team=\"blue\""});
    run({"var", "set", "x", "12", "--task", root});
    run({"var", "set", "y", "\"text\"", "--task", root});
    run({"var", "set", "big", large, "--task", child});
    run({"checkpoint", "create", "first", "--task", root});
    run({"var", "set", "x", "13", "--task", root});
    run({"checkpoint", "create", "tree", "--tree", "tree-aaaa1111"});
    const std::string done = run({"task", "add", "--prompt", "done", "--agent", "a"});
    run({"task", "start", done});
    run({"task", "complete", done, "--result-json", R"({"k":[1]})"});
    const std::string failed = run({"task", "add", "--prompt", "fails", "--agent", "b"});
    run({"task", "start", failed});
    run({"task", "fail", failed, "--error", "bad"});
    run({"cleanup", "--reviewed", failed, "--note", "the host was down"});
    run({"retention", "set", "completed=36500d"});
    const std::string writes = run({"task", "add", "--prompt", "writes"});
    run({"task", "start", writes});
    run({"task", "append", writes, "some output"});
    run({"task", "append", writes, "and more"});
  }

  void make_states() const {
    const std::string large = '"' + std::string(12'000, 'c') + '"';
    run({"var", "set", "big", large, "--session", "made-here"});
    run({"var", "set", "s", "\"v\"", "--session", "made-here"});
    run({"var", "set", "s", "\"w\"", "--session", "made-here"});
    run({"var", "rename", "s", "t", "--session", "made-here"});
    run({"checkpoint", "create", "kept", "--session", "made-here"});
    run({"var", "set", "t", R"({ "a" : [ 1 , 1.50 ] , "\u0041": null })", "--temp", "tmp"});
  }

  void make_loop() const {
    const std::string loop = run({"loop", "start", "do it", "--completion", "when done"});
    run({"loop", "record", loop,
         R"({ "quality_score" : 50.0, "note": "\u0041\ud83d","artifacts":[{"path":"a","hash":"b","size_bytes":3}]})"});
    run({"loop", "record", loop, R"({"quality_score":70})"});
    run({"loop", "regression", loop, R"({"regression_type": "test_deletion", "severity":"high"})"});
    run({"loop", "recover", loop,
         R"({"trigger":"x","protocol_steps":{"pause":{"executed_at":"2026-01-01T00:00:00Z"}}})"});
    run({"loop", "pattern", loop, R"({"pattern_id":"LP-001","severity":"low"})"});
    run({"loop", "reinforce", loop, "AGGRESSIVE"});
    run({"checkpoint", "create", "--loop", loop});
    run({"checkpoint", "restore", "--loop", loop, "--last"});
  }

  TestDir m_dir;
  std::filesystem::path m_database = m_dir / "rlm.db";
};

}  // namespace rlmdb::test
