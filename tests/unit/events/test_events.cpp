// SPDX-License-Identifier: MIT
// Events: one a change, enough of them to rebuild every earlier record, and reading them as they come.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <thread>

#include "legacy_documents.hpp"
#include "rlmdb/history.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

std::vector<Event> events_of(TaskPlace& place, EventFilter filter = {}) {
  std::vector<Event> events;
  filter.with_changes = true;
  place.store().events(filter, [&](const Event& event) {
    events.push_back(event);
    return true;
  });
  return events;
}

/// The record before `event`, from the record after it.
Json before(Json record, const Event& event) {
  for (const MemberChange& change : event.changes) {
    const Json::json_pointer place(change.member);
    if (change.old_bytes) {
      record[place] = record[place].get<std::string>().substr(0, static_cast<std::size_t>(*change.old_bytes));
    } else if (change.old_json) {
      record[place] = Json::parse(*change.old_json);
    } else {
      record[place.parent_pointer()].erase(place.back());
    }
  }
  return record;
}

/// Checks that the events of a task, undone newest first, give every text that was seen after each of them.
void check_history(TaskPlace& place, const std::string& id, const std::map<std::int64_t, std::string>& seen) {
  EventFilter filter;
  filter.task = TaskId{id};
  std::vector<Event> events = events_of(place, filter);
  Json record = place.record(id);
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    CAPTURE(event->seq);
    REQUIRE(seen.contains(event->seq));
    CHECK(record.dump(2, ' ', false, Json::error_handler_t::replace) == seen.at(event->seq));
    record = before(record, *event);
  }
  CHECK(events.size() == seen.size());
}

/// A task that goes through everything, with its text after each change.
std::map<std::int64_t, std::string> live_through_everything(TaskPlace& place, const std::string& id,
                                                            std::int64_t created_seq) {
  std::map<std::int64_t, std::string> seen;
  const auto note = [&](std::int64_t seq) { seen[seq] = place.record(id).dump(2); };
  note(created_seq);
  const std::vector<TaskAction> actions{
      StartTask{11},
      AppendOutput{"one "},
      AppendOutput{"two "},
      FailTask{"first failure"},
      RetryTask{},
      StartTask{},
      AppendOutput{"three"},
      CompleteTask{std::string(3000, 'x')},
      SetMembers{{{"result", JsonText{"{\"a\":1}"}}, {"note", JsonText{"\"new\""}}}},
      SetMembers{{{"result", JsonText{"null"}}}},
      SetVariable{.name = "a", .value = {"1"}},
      SetVariable{.name = "b", .value = {"[2]"}},
      SetVariable{.name = "a", .value = {"\"" + std::string(2000, 'y') + "\""}},
      SetVariable{.name = "a", .value = {"3"}},
      RenameVariable{.name = "a", .new_name = "c"},
      DeleteVariable{.name = "c"},
      DeleteVariable{.name = "b"},
      SetMembers{{{"metadata", JsonText{"null"}}}},
      SetVariable{.name = "a", .value = {"1"}}};
  for (const TaskAction& action : actions) note(place.change(id, action).event_seq);
  note(place.force(id, CancelTask{}).event_seq);
  note(place.force(id, AppendOutput{" four"}).event_seq);
  return seen;
}

}  // namespace

TEST_SUITE("events::events") {
  TEST_CASE("every change is one event with its kind, states and token") {
    TaskPlace place;
    const std::string a = place.add();
    const auto claim = place.store().claim();
    const std::string token = std::to_string(claim->token);
    (void)place.change(a, Heartbeat{}, with_token(claim->token));
    (void)place.change(a, ReleaseTask{}, with_token(claim->token));
    (void)place.change(a, StartTask{});
    (void)place.change(a, AppendOutput{"x"});
    (void)place.change(a, FailTask{"e"});
    (void)place.change(a, RetryTask{});
    (void)place.change(a, CancelTask{});
    CHECK(place.rows("SELECT kind, old_state, new_state, token, task_id FROM events ORDER BY seq") ==
          Lines{"task:created|NULL|queued|NULL|1", "task:claimed|queued|running|" + token + "|1",
                "task:updated|running|running|" + token + "|1",
                "task:released|running|queued|" + token + "|1", "task:started|queued|running|NULL|1",
                "task:updated|running|running|NULL|1", "task:failed|running|failed|NULL|1",
                "task:retried|failed|queued|NULL|1", "task:cancelled|queued|cancelled|NULL|1"});
    CHECK(place.rows("SELECT version FROM tasks") == Lines{"9"});
  }

  TEST_CASE("every earlier record can be rebuilt") {
    TaskPlace place;
    const ChangeResult created = place.change("", NewTask{.prompt = "Grüße"});
    const auto seen = live_through_everything(place, created.id.text, created.event_seq);
    check_history(place, created.id.text, seen);
    CHECK(place.rows("SELECT count(*), sum(length(body)) FROM contents") == Lines{"2|5119"});
    CHECK(place.rows("SELECT count(*) FROM event_changes WHERE old_form = 'length'") == Lines{"4"});
  }

  TEST_CASE("also of a record that only its source's text can say") {
    TestDir dir;
    write_all(dir / "tasks.json", document({record("odd", {{"state", "\"paused\""},
                                                           {"pid", "\"x\""},
                                                           {"error", "7"},
                                                           {"output", "\"\\ud83d\""},
                                                           {"priority", "1.50"},
                                                           {"extra", "[1]"}})}));
    (void)import_one(dir / "a.db", dir / "tasks.json");
    Store store = Store::open(dir / "a.db", Access::read_write);
    Precondition force;
    force.force = Force::yes;
    const std::string first = store.find_record(TaskId{"odd"})->json;
    (void)store.change({TaskId{"odd"}, StartTask{5}, force});
    const std::string started = store.find_record(TaskId{"odd"})->json;
    CHECK(started.find("\"pid\": 5,") != std::string::npos);
    CHECK(started.find("\"priority\": 1.50,") != std::string::npos);
    (void)store.change({TaskId{"odd"}, AppendOutput{"+"}, {}});
    CHECK(store.find_record(TaskId{"odd"})->json.find("\"output\": \"\\ud83d+\"") != std::string::npos);
    (void)store.change({TaskId{"odd"}, AppendOutput{std::string("a\0b", 3)}, {}});
    CHECK(store.find_record(TaskId{"odd"})->json.find("\"output\": \"\\ud83d+a\\u0000b\"") !=
          std::string::npos);
    CHECK(rows_of(dir / "a.db",
                  "SELECT member, old_form, old_value FROM event_changes ORDER BY event_seq, member") ==
          Lines{"/pid|NULL|\"x\"", "/startedAt|NULL|NULL", "/state|NULL|\"paused\"",
                "/output|NULL|\"\\ud83d\"", "/output|NULL|\"\\ud83d+\""});
  }

  TEST_CASE("events by task, tree, kind and from a sequence number on") {
    TaskPlace place;
    NewTask root;
    root.tree = TreeId{"tree-1"};
    const std::string a = place.add(root);
    const std::string b = place.add();
    (void)place.change(a, StartTask{});
    (void)place.change(b, StartTask{});
    (void)place.change(a, CompleteTask{});
    const auto seqs = [&](const EventFilter& filter) {
      std::string text;
      for (const Event& event : events_of(place, filter)) text += std::to_string(event.seq) + " ";
      return text;
    };
    CHECK(seqs({}) == "1 2 3 4 5 ");
    CHECK(seqs({.task = TaskId{a}}) == "1 3 5 ");
    CHECK(seqs({.since = 1, .task = TaskId{a}}) == "3 5 ");
    CHECK(seqs({.since = 5, .task = TaskId{a}}) == "");
    CHECK(seqs({.tree = TreeId{"tree-1"}}) == "1 3 5 ");
    CHECK(seqs({.task = TaskId{a}, .tree = TreeId{"tree-1"}}) == "1 3 5 ");
    CHECK(seqs({.task = TaskId{b}, .tree = TreeId{"tree-1"}}) == "");
    CHECK(seqs({.kind = EventKind::task_started}) == "3 4 ");
    CHECK(seqs({.since = 2, .limit = 2}) == "3 4 ");
    CHECK(error_of([&] { (void)events_of(place, {.task = TaskId{"task-0009"}}); })->code() ==
          ErrorCode::not_found);
    CHECK(error_of([&] { (void)events_of(place, {.tree = TreeId{"tree-9"}}); })->code() ==
          ErrorCode::not_found);
  }

  TEST_CASE("following gives what was there, then what comes, and goes on where it was") {
    TaskPlace place;
    (void)place.add();
    std::vector<std::int64_t> seqs;
    std::thread writer;
    const auto follow = [&](std::int64_t since, std::size_t count) {
      const Store reader = Store::open(place.database(), Access::read_only);
      reader.follow_events({.since = since}, {}, [&](const Event& event) {
        seqs.push_back(event.seq);
        if (seqs.size() == 1)
          writer = std::thread([&] {
            for (int i = 0; i < 3; ++i) (void)place.add();
          });
        return seqs.size() < count;
      });
    };
    follow(0, 4);
    writer.join();
    CHECK(seqs == std::vector<std::int64_t>{1, 2, 3, 4});
    (void)place.add();
    follow(seqs.back(), 5);
    CHECK(seqs == std::vector<std::int64_t>{1, 2, 3, 4, 5});
  }

  TEST_CASE("a follower holds no snapshot: the WAL can be emptied under it") {
    TaskPlace place;
    (void)place.add();
    const Store reader = Store::open(place.database(), Access::read_only);
    bool asked = false;
    FollowOptions options;
    options.cancelled = [&] {
      if (std::exchange(asked, true)) edit_in_shell(place.database(), "PRAGMA wal_checkpoint(TRUNCATE)");
      return asked && std::filesystem::file_size(place.database().string() + "-wal") == 0;
    };
    reader.follow_events({}, options, [](const Event&) { return true; });
    CHECK(std::filesystem::file_size(place.database().string() + "-wal") == 0);
  }

  TEST_CASE("events up to a number, and the newest that was written by a time") {
    TaskPlace place;
    for (int count = 0; count < 4; ++count) (void)place.add();
    const auto seqs = [&](EventFilter filter) {
      std::vector<std::int64_t> all;
      for (const Event& event : events_of(place, std::move(filter))) all.push_back(event.seq);
      return all;
    };
    using Seqs = std::vector<std::int64_t>;
    CHECK(seqs({.until = 3}) == Seqs{1, 2, 3});
    CHECK(seqs({.since = 1, .until = 3}) == Seqs{2, 3});
    CHECK(seqs({.since = 3, .until = 3}).empty());
    CHECK(seqs({.until = 0}).empty());
    CHECK(seqs({.task = TaskId{"task-0001"}, .until = 1}).empty());
    CHECK(seqs({.task = TaskId{"task-0001"}, .until = 2}) == Seqs{2});
    place.close();
    place.edit("UPDATE events SET at = '2026-01-0' || seq || 'T00:00:00.000Z'");
    place.reopen();
    const auto by = [&](const std::string& time) { return newest_event_by(place.store(), time); };
    CHECK(by("2025-12-31T23:59:59.999Z") == 0);
    CHECK(by("2026-01-02T00:00:00.000Z") == 2);
    CHECK(by("2026-01-02T23:59:59.999Z") == 2);
    CHECK(by("2027-01-01T00:00:00.000Z") == 4);
    CHECK(newest_event_by(place.store(), 7) == 7);
  }
}
