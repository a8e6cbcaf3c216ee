// SPDX-License-Identifier: MIT
/// Commands that are disturbed in the middle, and what must be true then.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "work_place.hpp"

namespace rlmdb::test {

enum class State { before, after };

/// A command with something to lose.
class Victim {
 public:
  Victim() = default;
  Victim(const Victim&) = delete;
  Victim& operator=(const Victim&) = delete;
  virtual ~Victim() = default;

  virtual void reset() = 0;
  /// Everything it writes lies beneath.
  [[nodiscard]] virtual std::filesystem::path root() const = 0;
  [[nodiscard]] virtual Launch command() const = 0;
  /// Which state a killed command left; a failed check when neither.
  [[nodiscard]] virtual State examine() = 0;
  /// The next command, straight away and without a manual step.
  virtual void go_on(State state) = 0;
};

/// `import` of `source`, into a database with the content of `earlier` or into none.
class ImportVictim final : public Victim {
 public:
  ImportVictim(const std::string& earlier, const std::string& earlier_name, const std::string& source) {
    if (!earlier.empty()) {
      m_source = m_place.write_source(earlier_name, earlier);
      REQUIRE(m_place.rlmdb({"import", m_source.string()}).code == 0);
      m_database_bytes = read_all(m_place.database());
      m_export_before = m_place.rlmdb({"export"}).out;
    }
    m_content_before = m_place.content(Moments::kept);
    m_source = m_place.write_source("tasks.json", source);
    REQUIRE(run(command()).code == 0);
    m_content_after = m_place.content(Moments::left_out);
    m_export_after = m_place.rlmdb({"export"}).out;
    REQUIRE(m_content_after != m_content_before);
  }

  [[nodiscard]] const std::string& export_after() const { return m_export_after; }

  void reset() override { m_place.reset(m_database_bytes); }

  [[nodiscard]] std::filesystem::path root() const override { return m_place.root(); }

  [[nodiscard]] Launch command() const override {
    return rlmdb_on(m_place.database(), {"--json", "import", m_source.string()});
  }

  [[nodiscard]] State examine() override {
    if (m_place.content(Moments::left_out) == m_content_after) return State::after;
    REQUIRE(m_place.content(Moments::kept) == m_content_before);
    return State::before;
  }

  void go_on(State state) override {
    if (++m_round % 2 == 0) read_first(state);
    const Ended next = run(command());
    REQUIRE_MESSAGE(next.code == 0, next.error);
    CHECK(next.error.empty());
    CHECK(says(next.out, "already_imported", state == State::after ? "true" : "false"));
    CHECK(m_place.content(Moments::left_out) == m_content_after);
    CHECK(m_place.strangers() == "");
  }

 private:
  void read_first(State state) {
    const Ended exported = m_place.rlmdb({"export"});
    if (state == State::before && !m_database_bytes) {
      CHECK(exported.code == 4);
      return;
    }
    REQUIRE_MESSAGE(exported.code == 0, exported.error);
    CHECK((exported.out == (state == State::after ? m_export_after : m_export_before)));
  }

  WorkPlace m_place;
  std::filesystem::path m_source;
  std::optional<std::string> m_database_bytes;
  std::string m_content_before;
  std::string m_content_after;
  std::string m_export_before;
  std::string m_export_after;
  unsigned m_round = 0;
};

/// `purge` of a text that stands in every prompt, and so in all pages of the tasks.
class PurgeVictim final : public Victim {
 public:
  explicit PurgeVictim(const std::string& source) {
    const std::filesystem::path file = m_place.write_source("tasks.json", source);
    REQUIRE(m_place.rlmdb({"import", file.string()}).code == 0);
    std::filesystem::remove(file);  // Otherwise it is named as what holds the text still.
    m_database_bytes = read_all(m_place.database());
    REQUIRE(holds_text());
    m_content_before = m_place.content(Moments::kept);
    REQUIRE(run(command()).code == 0);
    m_content_after = m_place.content(Moments::left_out);
    REQUIRE_FALSE(holds_text());
  }

  void reset() override { m_place.reset(m_database_bytes); }
  [[nodiscard]] std::filesystem::path root() const override { return m_place.root(); }
  [[nodiscard]] Launch command() const override {
    return rlmdb_on(m_place.database(), {"--json", "purge", "--text", std::string(k_text), "--yes"});
  }

  [[nodiscard]] State examine() override {
    if (m_place.content(Moments::left_out) == m_content_after) return State::after;
    REQUIRE(m_place.content(Moments::kept) == m_content_before);
    return State::before;
  }

  void go_on(State state) override {
    const Ended next = run(command());
    REQUIRE_MESSAGE(next.code == 0, next.error);
    CHECK(says(next.out, "is_clean", "true"));
    CHECK(says(next.out, "mark", state == State::after ? "null" : "\"[purged]\""));
    CHECK(m_place.content(Moments::left_out) == m_content_after);
    CHECK_FALSE(holds_text());
    CHECK(m_place.strangers() == "");
  }

  static constexpr std::string_view k_text = "S3CR3T-W0RD";

 private:
  [[nodiscard]] bool holds_text() const {
    for (const auto& entry : std::filesystem::directory_iterator(m_place.database_directory()))
      if (read_all(entry.path()).find(k_text) != std::string::npos) return true;
    return false;
  }

  WorkPlace m_place;
  std::optional<std::string> m_database_bytes;
  std::string m_content_before;
  std::string m_content_after;
};

/// `export -o FILE` over a file that somebody still needs.
class ExportVictim final : public Victim {
 public:
  ExportVictim(std::string old_bytes, std::string new_bytes)
      : m_old_bytes(std::move(old_bytes)), m_new_bytes(std::move(new_bytes)) {
    const std::filesystem::path source = m_place.write_source("tasks.json", m_new_bytes);
    REQUIRE(m_place.rlmdb({"import", source.string()}).code == 0);
    m_content = m_place.content(Moments::kept);
  }

  void reset() override {
    std::filesystem::remove_all(target().parent_path());
    std::filesystem::create_directory(target().parent_path());
    write_all(target(), m_old_bytes);
  }

  [[nodiscard]] std::filesystem::path root() const override { return m_place.root(); }

  [[nodiscard]] Launch command() const override {
    return rlmdb_on(m_place.database(), {"--json", "export", "-o", target().string()});
  }

  [[nodiscard]] State examine() override {
    const std::string bytes = read_all(target());
    if (bytes == m_new_bytes) return State::after;
    REQUIRE((bytes == m_old_bytes));
    return State::before;
  }

  void go_on(State /*state*/) override {
    const Ended next = run(command());
    REQUIRE_MESSAGE(next.code == 0, next.error);
    CHECK((read_all(target()) == m_new_bytes));
    const std::filesystem::directory_iterator files(target().parent_path());
    CHECK(std::distance(begin(files), end(files)) == 1);
    if (++m_round % 10 == 0) CHECK(m_place.content(Moments::kept) == m_content);
  }

 private:
  [[nodiscard]] std::filesystem::path target() const { return m_place.root() / "out/tasks.json"; }

  WorkPlace m_place;
  std::string m_old_bytes;
  std::string m_new_bytes;
  std::string m_content;
  unsigned m_round = 0;
};

}  // namespace rlmdb::test
