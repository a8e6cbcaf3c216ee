# SPDX-License-Identifier: MIT
"""Verbs by name, their params, answers and errors."""

import json
import os
import signal
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

from support import PROGRAM, SOURCES, StoreTest, rlmdb


class Calls(StoreTest):
    def test_a_call_has_data_warnings_and_exit(self):
        result = self.store.call("task.add", prompt="Review the parser", priority=3)
        self.assertEqual(
            result.data["results"], [{"id": "task-0000", "state": "queued", "version": 1, "event_seq": 1}]
        )
        self.assertEqual((result.warnings, result.exit), ([], 0))
        self.assertEqual(self.record("task-0000")["prompt"], "Review the parser")
        self.assertEqual(self.record("task-0000")["priority"], 3)

    def test_findings_are_a_result_with_exit_3(self):
        with open(os.path.join(self.directory, "damaged.json"), "w") as file:
            file.write('{"version": 1, "tasks": [{"id": "task-9", "prompt": "x", "state": "queued"}, {]}')
        result = self.store.import_(path=Path(file.name), salvage=True)
        self.assertEqual(result.exit, 3)
        self.assertNotEqual(result.warnings, [])

    def test_verbs_are_attributes(self):
        self.store.var.set(name="Final", value={"a": [1, None]}, global_=True)
        self.assertEqual(self.store.var.get(name="Final", global_=True).data["value"], {"a": [1, None]})
        first = self.add()
        self.store.task.depend.add(id=self.add(), on=first)
        self.assertEqual([task["id"] for task in self.store.ready().data["tasks"]], [first])
        self.assertIn("depend", dir(self.store.task))
        self.assertIn("recover", dir(self.store))
        self.assertEqual(repr(self.store.task.add), "<rlmdb task.add>")

    def test_a_verb_that_is_none_has_no_attribute(self):
        self.assertFalse(hasattr(self.store, "tusk"))
        self.assertFalse(hasattr(self.store.task, "ad"))
        with self.assertRaises(rlmdb.UsageError) as raised:
            self.store.call("task.ad")
        self.assertEqual(raised.exception.exit, 2)

    def test_no_method_is_hidden_by_an_attribute_of_the_store(self):
        first_words = {name.split(".")[0] for name in self.store.methods()}
        self.assertEqual(first_words & set(dir(rlmdb.Store)), {"claim", "events"})
        attributes = set(dir(rlmdb.Verb))
        self.assertEqual({word for name in self.store.methods() for word in name.split(".")} & attributes, set())

    def test_what_is_typed_as_a_word_needs_no_name(self):
        first = self.store.task.add("Review", priority=3).data["results"][0]["id"]
        self.assertEqual(self.record(first)["prompt"], "Review")
        second = self.add()
        self.assertEqual(self.store.show(first).data["tasks"][0]["task"]["id"], first)
        self.assertEqual(len(self.store.show([first, second]).data["tasks"]), 2)
        self.assertEqual(self.store.call("show", second).data["tasks"][0]["task"]["id"], second)
        self.store.var.set("limits", {"tokens": 1}, global_=True)
        self.assertEqual(self.store.var.get("limits", global_=True).data["value"], {"tokens": 1})
        self.assertEqual(self.store.sql("SELECT count(*) AS n FROM tasks").data["rows"], [{"n": 2}])
        self.assertEqual([event["task_id"] for event in self.store.events(second)], [second])
        self.assertEqual(self.store.claim(second).id, second)

    def test_a_word_that_has_no_place_is_refused(self):
        first = self.add()
        for call, text in (
            (lambda: self.store.show(first, first), "^show takes without a name: id; not 2 values$"),
            (lambda: self.store.stats("x"), "^stats takes without a name: none; not 1 values$"),
            (lambda: self.store.show(first, id=first), "^show got two values for id$"),
        ):
            with self.assertRaisesRegex(TypeError, text):
                call()
        with self.assertRaises(rlmdb.UsageError):
            self.store.call("task.ad", "x")

    def test_both_of_two_verbs_with_one_name_can_be_called(self):
        params = self.store.methods()["checkpoint.create"].params
        self.assertIn("tree", params)
        self.assertIn("workflow", params)

    def test_params_may_be_paths_and_lengths_of_time(self):
        id = self.add()
        claimed = self.store.call("claim", id=id, lease=timedelta(minutes=2), wait=timedelta(milliseconds=1))
        self.assertEqual(claimed.data["claim"]["id"], id)
        self.store.export(output=Path(self.directory, "out.json"))
        with open(os.path.join(self.directory, "out.json")) as file:
            self.assertEqual(json.load(file)["tasks"][0]["id"], id)
        with self.assertRaises(TypeError):
            self.store.task.add(prompt=object())
        with self.assertRaises(ValueError):
            self.store.task.add(prompt="x", metadata={"a": float("nan")})
        self.assertEqual(self.store.stats().data["total"], 1)

    def test_a_param_named_timeout_is_the_verbs(self):
        tree = self.store.task.add(prompt="x", new_tree=True).data["results"][0]["tree_id"]
        self.store.limits(id=tree, timeout="7m", timeout_ms=60000)
        limits = {one["name"]: one["limit"] for one in self.store.limits(id=tree).data["limits"]}
        self.assertEqual(limits["timeout_ms"], 420000)

    def test_a_call_of_a_changing_verb_that_changes_nothing(self):
        self.assertEqual(self.store.recover(dry_run=True).exit, 0)
        self.assertEqual(self.store.cleanup(dry_run=True).exit, 0)

    def test_a_request_id_of_the_callers_own_is_kept(self):
        first = self.store.task.add(prompt="x", request_id="mine")
        again = self.store.task.add(prompt="x", request_id="mine")
        self.assertEqual((first.data["repeated"], again.data["repeated"]), (False, True))
        with self.assertRaises(rlmdb.Conflict):
            self.store.task.add(prompt="y", request_id="mine")

    def test_10_megabytes_go_both_ways(self):
        prompt = "ä€😀\n" * 1_000_000
        self.assertEqual(self.record(self.add(prompt))["prompt"], prompt)

    def test_half_of_a_surrogate_pair_comes_back(self):
        prompt = "\ud83d|\ude00|\0"
        self.store.task.add(prompt_json=prompt)
        self.assertEqual(self.record("task-0000")["prompt"], prompt)

    def test_what_python_cannot_read_leaves_the_connection_in_order(self):
        path = os.path.join(self.directory, "deep.json")
        deep = "[" * 1500 + "]" * 1500
        with open(path, "w") as file:
            file.write('{"version":1,"tasks":[{"id":"deep","prompt":"x","state":"queued","metadata":{"a":%s}}]}' % deep)
        self.store.import_(path=path, max_depth=2000)
        try:
            metadata = self.record("deep")["metadata"]["a"]
            self.assertEqual(len(metadata), 1)
        except rlmdb.InternalError as error:
            self.assertIn("nested", error.message)
        self.assertEqual(self.store.stats().data["total"], 1)

    def test_a_line_that_is_too_long_is_refused(self):
        pid = self.store.server["pid"]
        with self.assertRaises(rlmdb.UsageError) as raised:
            self.store.task.add(prompt="x" * self.store.server["most_line_bytes"])
        self.assertIn("bytes long", raised.exception.message)
        self.assertEqual(self.store.stats().data["total"], 0)
        self.assertEqual(self.store.server["pid"], pid)

    def test_many_are_added_at_once_all_or_none(self):
        later = datetime(2099, 1, 1, tzinfo=timezone.utc)
        tasks = [{"prompt": "a"}, {"prompt": {"b": [1]}, "depends_on": ["task-0000"], "not_before": later}]
        added = self.store.task.add(tasks=tasks, request_id="both").data
        self.assertEqual([one["id"] for one in added["results"]], ["task-0000", "task-0001"])
        self.assertTrue(self.store.task.add(tasks=tasks, request_id="both").data["repeated"])
        self.assertEqual(self.record("task-0001")["prompt"], {"b": [1]})
        self.assertEqual(self.store.show(id="task-0001").data["tasks"][0]["scheduled_for"], "2099-01-01T00:00:00.000Z")
        with self.assertRaises(rlmdb.InvalidInput) as raised:
            self.store.task.add(tasks=[{"prompt": "c"}, {"promt": "d"}])
        self.assertEqual(raised.exception.where, "tasks/1: byte 0")
        with self.assertRaises(TypeError):
            self.store.task.add(tasks=[{"prompt": "c", "metadata": {"when": later}}])
        self.store.task.cancel(tasks=[{"id": "task-0000"}, {"id": "task-0001"}])
        self.assertEqual(self.store.stats().data["total"], 2)

    def test_a_document_comes_in_as_a_text(self):
        text = '{"version":1,"tasks":[{"id":"task-0900","prompt":"x","state":"queued","priority":1.50}]}'
        source = self.store.import_(text=text, name=Path("tasks.json")).data["sources"][0]
        self.assertEqual(source["proof"]["proven"], "identical")
        self.assertEqual(self.store.stats().data["total"], 1)

    def test_events_come_in_pages(self):
        for _ in range(3):
            self.store.task.add(tasks=[{"prompt": "x"}] * 500)
        self.assertEqual([event["seq"] for event in self.store.events()], list(range(1, 1501)))
        self.assertEqual([event["seq"] for event in self.store.events(since=2, limit=1200)], list(range(3, 1203)))
        self.assertEqual(list(self.store.events(task="task-0007"))[0]["kind"], "task:created")

    def test_events_come_as_they_are_committed_and_each_once(self):
        self.add()
        followed = self.store.follow(since=0)
        fresh = self.store.follow(kind="task:created")
        self.assertEqual(next(followed)["task_id"], "task-0000")
        added = [self.add() for _ in range(20)]
        self.assertEqual([next(followed)["task_id"] for _ in added], added)
        self.assertEqual([next(fresh)["task_id"] for _ in added], added)
        fresh.close()
        connection = followed.gi_frame.f_locals["connection"]
        os.kill(connection.server["pid"], signal.SIGKILL)
        added = [self.add() for _ in range(3)]
        self.assertEqual([next(followed)["task_id"] for _ in added], added)
        followed.close()

    def test_events_that_were_missed_are_read(self):
        added = [self.add() for _ in range(5)]
        seqs = [event["seq"] for event in self.store.events()]
        missed = {"method": "events.missed", "params": {"from": seqs[1], "to": seqs[3]}}
        self.assertEqual([event["task_id"] for event in self.store._events_of(missed, {})], added[1:4])

    def test_a_restored_database_ends_what_follows_it(self):
        backup = os.path.join(self.directory, "b.db")
        self.store.backup(file=backup)
        self.add()
        followed = self.store.follow()
        self.store.restore(file=backup, force=True)
        with self.assertRaisesRegex(rlmdb.Conflict, "restored"):
            next(followed)

    def test_events_are_followed(self):
        followed = self.store.events(follow=True, pause_ms=10)
        for prompt in "ab":
            id = self.add(prompt)
            self.assertEqual(next(followed)["task_id"], id)


class Opening(StoreTest):
    def test_the_database_is_looked_for_from_the_directory(self):
        os.makedirs(os.path.join(self.directory, "p", ".aiwg", "daemon"))
        with rlmdb.open(directory=Path(self.directory, "p")) as store:
            self.assertEqual(store.server["database"], os.path.join(self.directory, "p/.aiwg/daemon/rlm.db"))
            store.init()
            self.assertEqual(store.stats().data["total"], 0)
            # A server that is started again does not look for another one.
            os.rename(os.path.join(self.directory, "p", ".aiwg"), os.path.join(self.directory, ".aiwg"))
            store._connection._kill()
            with self.assertRaises(rlmdb.NotFound):
                store.stats()
        with rlmdb.open("rlm.db", directory=self.directory) as store:
            self.assertEqual(store.server["database"], self.database)
        with self.assertRaises(NotADirectoryError):
            rlmdb.open(directory=os.path.join(self.directory, "nowhere"))

    def test_a_database_that_is_not_there(self):
        with rlmdb.open(Path(self.directory, "none.db")) as store:
            with self.assertRaises(rlmdb.NotFound) as raised:
                store.stats()
        error = raised.exception
        self.assertEqual((error.code, error.exit, error.retryable), ("not_found", 4, False))
        self.assertEqual(error.where, os.path.join(self.directory, "none.db"))
        self.assertIn("rlmdb init", error.hint)
        self.assertFalse(os.path.exists(error.where))

    def test_the_client_has_its_name_in_events(self):
        self.add()
        self.assertEqual(next(self.store.events())["by"], "tester")

    def test_a_closed_store_is_closed(self):
        self.store.close()
        self.store.close()
        with self.assertRaises(ValueError):
            self.store.stats()

    def test_a_command_is_a_list(self):
        with self.assertRaises(TypeError):
            rlmdb.open(command=PROGRAM)
        with rlmdb.open(self.database, command=[PROGRAM, "--durability", "normal", "serve"]) as store:
            self.assertEqual(store.stats().data["total"], 0)


class Codes(unittest.TestCase):
    def test_each_code_of_the_program_has_a_class(self):
        with open(os.path.join(SOURCES, "docs/schema/error.json")) as file:
            codes = json.load(file)["definitions"]["error"]["properties"]["code"]["enum"]
        self.assertEqual(set(rlmdb.errors.OF_PROGRAM), set(codes))
        with rlmdb.open(command=[PROGRAM, "serve"]) as store:
            explained = {one["code"] for one in store.explain().data["codes"] if one["kind"] == "error"}
        self.assertEqual(explained - set(codes), set())

    def test_each_class_is_exported(self):
        for kind in rlmdb.errors.OF_PROGRAM.values():
            self.assertIs(getattr(rlmdb, kind.__name__), kind)
            self.assertIn(kind.__name__, rlmdb.__all__)

    def test_a_code_of_a_newer_program_is_an_error(self):
        error = rlmdb.errors.error_of({"code": -32000, "message": "m", "data": {"code": "new", "message": "m", "exit": 9}})
        self.assertEqual((type(error), error.code, error.exit), (rlmdb.Error, "new", 9))

    def test_an_error_says_where_and_what_to_do(self):
        error = rlmdb.NotFound("there is no task", where="task-9", hint="look at the list")
        self.assertEqual(str(error), "there is no task (task-9); look at the list")


if __name__ == "__main__":
    unittest.main()
