// SPDX-License-Identifier: MIT
/// A store with tasks in a directory of its own, changed in one line each.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "database_fixture.hpp"
#include "rlmdb/store.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

using Json = nlohmann::ordered_json;

/// A new task.
inline TaskChange adding(const std::string& prompt) {
  NewTask task;
  task.prompt = prompt;
  return {{}, task, {}};
}

class TaskPlace {
 public:
  TaskPlace() : m_store(Store::create(database(), options())) {}

  [[nodiscard]] static StoreOptions options() {
    StoreOptions options;
    options.durability = Durability::normal;
    return options;
  }
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "a.db"; }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return m_dir / name; }
  [[nodiscard]] Store& store() { return m_store; }
  /// Until `reopen`: nobody is at the database.
  void close() { const Store closed = std::move(m_store); }
  void reopen() { m_store = Store::open(database(), Access::read_write, options()); }

  std::string add(const std::string& prompt = "work") {
    NewTask task;
    task.prompt = prompt;
    return add(std::move(task));
  }
  std::string add(NewTask task) { return change("", std::move(task)).id.text; }
  ChangeResult change(const std::string& id, TaskAction action, Precondition only_if = {}) {
    return m_store.change({TaskId{id}, std::move(action), only_if});
  }
  ChangeResult force(const std::string& id, TaskAction action) {
    Precondition only_if;
    only_if.force = Force::yes;
    return change(id, std::move(action), only_if);
  }
  /// The code of the error that a change throws; nullopt when it throws none.
  [[nodiscard]] std::optional<ErrorCode> refused(const std::string& id, TaskAction action,
                                                 Precondition only_if = {}) {
    const auto error = error_of([&] { (void)change(id, std::move(action), only_if); });
    return error ? std::optional(error->code()) : std::nullopt;
  }
  /// A member set from JSON text, past all transitions.
  void set(const std::string& id, const std::string& member, const std::string& json) {
    (void)force(id, SetMembers{{{member, JsonText{json}}}});
  }

  [[nodiscard]] std::string text(const std::string& id) const {
    return m_store.find_record(TaskId{id}).value().json;
  }
  [[nodiscard]] Json record(const std::string& id) const { return Json::parse(text(id)); }
  [[nodiscard]] std::string state(const std::string& id) const { return record(id).at("state"); }
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const {
    return rows_of(database(), sql);
  }
  void edit(const std::string& sql) { edit_in_shell(database(), sql); }

 private:
  TestDir m_dir;
  Store m_store;
};

[[nodiscard]] inline Precondition with_token(std::int64_t token) {
  Precondition only_if;
  only_if.token = token;
  return only_if;
}

[[nodiscard]] inline Precondition with_version(std::int64_t version) {
  Precondition only_if;
  only_if.if_version = version;
  return only_if;
}

}  // namespace rlmdb::test
