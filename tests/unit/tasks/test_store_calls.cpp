// SPDX-License-Identifier: MIT
// The calls that a program with a store of tasks makes: open or create, read, several at once, close.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "rlmdb/loop.hpp"
#include "rlmdb/request.hpp"
#include "rlmdb/transaction.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using namespace std::chrono_literals;
using Ids = std::vector<std::string>;

Ids task_ids_of(const std::vector<TaskSummary>& tasks) {
  Ids ids;
  for (const TaskSummary& task : tasks) ids.push_back(task.id.text);
  return ids;
}

Ids ids_of_records(const Store& store, const TaskFilter& filter) {
  Ids ids;
  store.records(filter, [&](const RecordText& record) {
    CHECK(record.json == store.find_record(record.id)->json);
    CHECK(record.version == store.find_record(record.id)->version);
    ids.push_back(record.id.text);
    return true;
  });
  return ids;
}

std::string add_below(TaskPlace& place, const std::string& parent) {
  NewTask task;
  task.prompt = "node";
  if (parent.empty()) task.tree = TreeId{"tree-00000001"};
  if (!parent.empty()) task.parent = TaskId{parent};
  return place.add(task);
}

ErrorCode refusal_of(const std::function<void()>& call) {
  const auto error = error_of(call);
  REQUIRE(error.has_value());
  return error->code();
}

}  // namespace

TEST_SUITE("tasks::store_calls") {
  TEST_CASE("a store is made where there is none, and opened where there is one") {
    const TestDir dir;
    const auto path = dir / "new/a.db";
    CHECK(Store::open_or_create(path).change(adding("first")).id.text == "task-0000");
    CHECK(Store::open_or_create(path).change(adding("second")).id.text == "task-0001");

    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&dir] { (void)Store::open_or_create(dir / "b.db").change(adding("one")); });
    for (std::thread& thread : threads) thread.join();
    CHECK(Store::open(dir / "b.db", Access::read_only).stats().total == 4);

    write_all(dir / "c.db", "no database");
    CHECK(refusal_of([&] { (void)Store::open_or_create(dir / "c.db"); }) == ErrorCode::not_our_database);
  }

  TEST_CASE("a closed store refuses every call but close") {
    TaskPlace place;
    place.add();
    place.store().close();
    place.store().close();
    CHECK(place.store().path() == place.database());
    CHECK(refusal_of([&] { (void)place.store().stats(); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { (void)place.store().change(adding("one")); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { const Transaction transaction(place.store()); }) == ErrorCode::usage);
    CHECK_FALSE(std::filesystem::exists(place.database().string() + "-wal"));
    place.reopen();
    CHECK(place.store().stats().total == 1);
  }

  TEST_CASE("a store that is open for reading refuses to write") {
    TaskPlace place;
    place.add();
    Store reader = Store::open(place.database(), Access::read_only);
    CHECK(refusal_of([&] { (void)reader.change(adding("one")); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { (void)reader.claim(); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { const Transaction transaction(reader); }) == ErrorCode::usage);
    CHECK(reader.stats().total == 1);
  }

  TEST_CASE("a store is not closed under a call that goes on") {
    TaskPlace place;
    place.add();
    const auto close = [&] { place.store().close(); };
    int rows = 0;
    const RowSink sink{.row = [&](const std::vector<SqlValue>&) {
      ++rows;
      CHECK(refusal_of(close) == ErrorCode::usage);
      return true;
    }};
    place.store().query("SELECT 1 UNION SELECT 2", sink);
    CHECK(rows == 2);
    place.store().records({}, [&](const RecordText&) {
      CHECK(refusal_of(close) == ErrorCode::usage);
      return true;
    });
    CHECK(place.store().stats().total == 1);
    close();
    place.reopen();
  }

  TEST_CASE("records come in the order of the list, newest or oldest first, from an offset to a limit") {
    TaskPlace place;
    for (int i = 0; i < 5; ++i) place.add("work " + std::to_string(i));
    (void)place.change("task-0002", StartTask{});
    const Ids newest = task_ids_of(place.store().list({}));
    Ids oldest(newest.rbegin(), newest.rend());
    TaskFilter filter;
    CHECK(ids_of_records(place.store(), filter) == newest);
    filter.order = TaskOrder::oldest;
    CHECK(task_ids_of(place.store().list(filter)) == oldest);
    CHECK(ids_of_records(place.store(), filter) == oldest);
    filter.offset = 1;
    filter.limit = 2;
    CHECK(ids_of_records(place.store(), filter) == Ids{oldest[1], oldest[2]});
    filter.limit = -2;
    CHECK(ids_of_records(place.store(), filter) == Ids{oldest[1], oldest[2]});
    filter.offset = 9;
    CHECK(ids_of_records(place.store(), filter).empty());
    filter = {};
    filter.where = "priority = 0";
    filter.order = TaskOrder::oldest;
    filter.state = "queued";
    filter.limit = 3;
    CHECK(ids_of_records(place.store(), filter).size() == 3);

    int seen = 0;
    place.store().records({}, [&](const RecordText&) { return ++seen < 2; });
    CHECK(seen == 2);
    filter = {};
    filter.tree = TreeId{"tree-99999999"};
    CHECK(refusal_of([&] { (void)ids_of_records(place.store(), filter); }) == ErrorCode::not_found);
  }

  TEST_CASE("a record says the version that a change of it has to give") {
    TaskPlace place;
    const TaskId id{place.add()};
    (void)place.change(id.text, StartTask{});
    const RecordText record = place.store().find_record(id).value();
    CHECK(record.version == 2);
    CHECK(place.refused(id.text, CancelTask{}, with_version(1)) == ErrorCode::conflict);
    (void)place.change(id.text, CancelTask{}, with_version(record.version));
    CHECK_FALSE(place.store().find_record({"task-0099"}).has_value());
  }

  TEST_CASE("the output of a task is all that was appended, while it runs and afterwards") {
    TaskPlace place;
    const TaskId id{place.add()};
    CHECK(place.store().output(id).empty());
    (void)place.change(id.text, StartTask{});
    (void)place.change(id.text, AppendOutput{"one\n"});
    (void)place.change(id.text, AppendOutput{"tw\"o"});
    CHECK(place.store().output(id) == "one\ntw\"o");
    (void)place.change(id.text, CompleteTask{});
    CHECK(place.store().output(id) == "one\ntw\"o");
    place.set(id.text, "output", "[1,2]");
    CHECK(Json::parse(place.store().output(id)) == Json::parse("[1,2]"));
    CHECK(refusal_of([&] { (void)place.store().output({"task-0099"}); }) == ErrorCode::not_found);
  }

  TEST_CASE("a node knows who is above and below it") {
    TaskPlace place;
    const std::string root = add_below(place, "");
    const std::string left = add_below(place, root);
    const std::string right = add_below(place, root);
    const std::string leaf = add_below(place, left);
    const std::string loose = place.add();
    const Store& store = place.store();
    CHECK(task_ids_of(store.children({root})) == Ids{left, right});
    CHECK(store.children({leaf}).empty());
    CHECK(store.children({loose}).empty());
    CHECK(store.parent({leaf})->id.text == left);
    CHECK_FALSE(store.parent({root}).has_value());
    CHECK_FALSE(store.parent({loose}).has_value());
    CHECK(task_ids_of(store.ancestors({leaf})) == Ids{left, root});
    CHECK(store.ancestors({root}).empty());
    for (const auto& ask : {+[](const Store& s) { (void)s.children({"task-0099"}); },
                            +[](const Store& s) { (void)s.parent({"task-0099"}); },
                            +[](const Store& s) { (void)s.ancestors({"task-0099"}); }})
      CHECK(refusal_of([&] { ask(store); }) == ErrorCode::not_found);
  }

  TEST_CASE("a query takes values by name and by place, of every kind") {
    TaskPlace place;
    const auto ask = [&](const std::string& sql, const std::vector<SqlParameter>& parameters) {
      std::vector<SqlValue> found;
      place.store().query(sql, parameters, {.row = [&](const std::vector<SqlValue>& row) {
                            found = row;
                            return true;
                          }});
      return found;
    };
    const auto by_name = ask("SELECT :a, @b, $c", {{":a", 1}, {"@b", "x' OR 1"}, {"$c", 0.5}});
    CHECK(std::get<std::int64_t>(by_name.at(0)) == 1);
    CHECK(std::get<std::string>(by_name.at(1)) == "x' OR 1");
    CHECK(std::get<double>(by_name.at(2)) == 0.5);
    const auto by_bare_name = ask("SELECT :a, @b, $c, :a", {{"a", 1}, {"b", "x"}, {"c", 0.5}});
    CHECK(std::get<std::int64_t>(by_bare_name.at(0)) == 1);
    CHECK(std::get<std::string>(by_bare_name.at(1)) == "x");
    CHECK(std::get<double>(by_bare_name.at(2)) == 0.5);
    CHECK(std::get<std::int64_t>(by_bare_name.at(3)) == 1);
    CHECK(refusal_of([&] { (void)ask("SELECT :a, $a", {{"a", 1}}); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { (void)ask("SELECT :a", {{"b", 1}}); }) == ErrorCode::usage);
    const auto by_place = ask("SELECT ?, ?, ?3", {{"", Blob{"\0a"}}, {"", {}}, {"?3", 3}});
    CHECK(std::get<Blob>(by_place.at(0)).bytes == std::string("\0a"));
    CHECK(std::holds_alternative<std::monostate>(by_place.at(1)));
    CHECK(std::get<std::int64_t>(by_place.at(2)) == 3);
    CHECK(refusal_of([&] { (void)ask("SELECT :a", {}); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { (void)ask("SELECT 1", {{"", 1}}); }) == ErrorCode::usage);
    CHECK(refusal_of([&] { (void)ask("SELECT :a", {{":b", 1}}); }) == ErrorCode::usage);
  }

  TEST_CASE("calls in a transaction happen together or not at all") {
    TaskPlace place;
    {
      Transaction transaction(place.store());
      const std::string id = place.add("kept");
      (void)place.change(id, StartTask{});
      CHECK(place.refused(id, StartTask{}) == ErrorCode::conflict);  // takes nothing else back
      CHECK(Store::open(place.database(), Access::read_only).stats().total == 0);
      transaction.commit();
      CHECK(refusal_of([&] { transaction.commit(); }) == ErrorCode::internal);
    }
    CHECK(place.state("task-0000") == "running");
    {
      const Transaction transaction(place.store());
      place.add("lost");
      CHECK(refusal_of([&] { place.store().close(); }) == ErrorCode::usage);
    }
    CHECK(place.store().stats().total == 1);
    CHECK(place.add("next") == "task-0001");
  }

  TEST_CASE("a transaction in another is a part of it, and so is a request") {
    TaskPlace place;
    {
      Transaction outer(place.store());
      {
        const Transaction inner(place.store());
        place.add("taken back");
      }
      {
        Transaction inner(place.store());
        place.add("kept with the outer one");
        inner.commit();
      }
      Request request(place.store(), "key", "asked");
      place.add("answered");
      request.keep("[]");
      outer.commit();
    }
    CHECK(place.store().stats().total == 2);
    CHECK(Request(place.store(), "key", "asked").earlier() == "[]");
    {
      const Transaction outer(place.store());
      Transaction inner(place.store());
      place.add("lost with the outer one");
      inner.commit();
    }
    CHECK(place.store().stats().total == 2);
  }

  TEST_CASE("the caller's clock is the time of what is written, and ends leases and backoffs") {
    const TestDir dir;
    auto now = std::chrono::system_clock::time_point(std::chrono::sys_days{std::chrono::year{2031} / 5 / 6});
    StoreOptions options;
    options.clock = [&now] { return now; };
    Store store = Store::open_or_create(dir / "a.db", options);
    const TaskId id = store.change(adding("work")).id;
    CHECK(store.find_task(id)->created_at == "2031-05-06T00:00:00.000Z");
    const auto claim = store.claim({.lease = 60s});
    REQUIRE(claim.has_value());
    CHECK(claim->lease_expires_at == "2031-05-06T00:01:00.000Z");
    now += 59s;
    CHECK_FALSE(store.claim().has_value());
    CHECK(store.find_task(id)->state == TaskState::running);
    now += 2s;
    CHECK_FALSE(store.claim().has_value());  // queued again, with a backoff
    CHECK(store.find_task(id)->state == TaskState::queued);
    now += 10s;
    CHECK(store.claim()->id == id);
    store.events({}, [](const Event& event) {
      CHECK(event.at.starts_with("2031-05-06T00:0"));
      return true;
    });
    (void)start_loop(store, {.task = "loop", .loop_id = "l1"});
    std::int64_t loops = 0;
    store.query("SELECT count(*) FROM loops WHERE instr(outline, '2031-05-06T00:0') > 0",
                {.row = [&](const std::vector<SqlValue>& row) {
                  loops = std::get<std::int64_t>(row.front());
                  return true;
                }});
    CHECK(loops == 1);
    // Another Store in the same thread goes by the system's.
    CHECK_FALSE(Store::open(dir / "a.db", Access::read_only).summary().recent.empty());
    TaskPlace other;
    other.add();
    CHECK_FALSE(other.record("task-0000").at("createdAt").get<std::string>().starts_with("2031"));
  }

  TEST_CASE("how long a call waits for other writers can be said before it") {
    TaskPlace place;
    Store other = Store::open(place.database(), Access::read_write);
    const Transaction writer(other);
    place.store().set_busy_timeout(20ms);
    CHECK(refusal_of([&] { place.add(); }) == ErrorCode::busy);
  }
}
