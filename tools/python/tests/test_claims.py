# SPDX-License-Identifier: MIT
"""A claim is kept while its block runs, and ended as the block ends."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

from support import PACKAGE, StoreTest, rlmdb


class Claims(StoreTest):
    def test_leaving_normally_completes(self):
        id = self.add("Review", agent="coder", metadata={"a": 1})
        with self.store.claim(agent="coder", wait="1s") as task:
            self.assertEqual((task.id, task.prompt, task.record["metadata"]), (id, "Review", {"a": 1}))
            self.assertEqual(self.record(id)["state"], "running")
            task.append("half\n")
            task.append("whole\n")
            task.result = "two findings"
        record = self.record(id)
        self.assertEqual((record["state"], record["result"], record["output"]), ("completed", "two findings", "half\nwhole\n"))

    def test_a_result_may_be_any_json(self):
        id = self.add()
        with self.store.claim() as task:
            task.result = {"findings": [1, 2]}
        self.assertEqual(self.record(id)["result"], {"findings": [1, 2]})

    def test_complete_says_what_it_cost_and_ends_the_claim(self):
        added = self.store.task.add(prompt="x", new_tree=True).data["results"][0]
        with self.store.claim() as task:
            task.complete("done", cost_usd=0.25, model="m")
            with self.assertRaises(rlmdb.Conflict):
                task.fail("no")
            self.assertFalse(task.is_lost)
        self.assertEqual(self.record(added["id"])["state"], "completed")
        self.assertIn("0.25", str(self.store.cost(id=added["tree_id"]).data))

    def test_nothing_ready_is_none(self):
        self.assertIsNone(self.store.claim())
        self.assertEqual(list(self.store.tasks(wait=1)), [])

    def test_tasks_come_until_there_is_none(self):
        ids = [self.add() for _ in range(3)]
        done = []
        for task in self.store.tasks(lease="1m"):
            with task:
                done.append(task.id)
        self.assertEqual(done, ids)
        self.assertEqual(self.store.stats().data["completed"], 3)

    def test_an_exception_fails_the_task_and_goes_on(self):
        id = self.add()
        with self.assertRaisesRegex(ZeroDivisionError, "by zero"):
            with self.store.claim():
                raise ZeroDivisionError("by zero")
        record = self.record(id)
        self.assertEqual(record["state"], "failed")
        self.assertIn("ZeroDivisionError: by zero", str(record))

    def test_what_is_no_error_gives_the_task_back(self):
        id = self.add()
        for kind in (KeyboardInterrupt, SystemExit):
            with self.assertRaises(kind):
                with self.store.claim():
                    raise kind
            self.assertEqual(self.record(id)["state"], "queued")

    def test_release_and_fail_by_hand(self):
        id = self.add()
        with self.store.claim() as task:
            task.release()
        self.assertEqual(self.record(id)["state"], "queued")
        with self.store.claim() as task:
            task.fail("no network", code="net")
        self.assertEqual(self.record(id)["state"], "failed")

    def test_a_lease_is_kept_beyond_its_length(self):
        id = self.add()
        other = self.open(client="other")
        with self.store.claim(lease="1s") as task:
            moment = time.monotonic() + 3
            while time.monotonic() < moment:
                self.assertIsNone(other.claim(wait=100))
            self.assertFalse(task.is_lost)
        self.assertEqual(self.record(id)["state"], "completed")

    def test_a_lease_that_nobody_kept_is_lost(self):
        id = self.add()
        task = self.store.claim(lease=200)
        taken = self.open(client="other").claim(wait="20s")
        self.assertEqual(taken.id, id)
        with self.assertRaises(rlmdb.Conflict):
            task.heartbeat()
        self.assertTrue(task.is_lost)
        with self.assertRaises(rlmdb.Conflict):
            task.complete("late")
        taken.complete("mine")
        self.assertEqual(self.record(id)["result"], "mine")

    def test_a_lost_lease_is_noticed_and_nothing_is_stored(self):
        id = self.add()
        with self.assertLogs("rlmdb", "WARNING"), self.assertRaises(rlmdb.Conflict):
            with self.store.claim(lease=600) as task:
                self.open(client="boss").task.cancel(id=id, force=True)
                self.wait_until(lambda: task.is_lost, "the keeper did not notice")
                task.result = "late"
        self.assertEqual(self.record(id)["state"], "cancelled")

    def test_a_lost_lease_does_not_hide_the_exception(self):
        id = self.add()
        with self.assertLogs("rlmdb", "WARNING"), self.assertRaises(ZeroDivisionError):
            with self.store.claim():
                self.open(client="boss").task.cancel(id=id, force=True)
                raise ZeroDivisionError

    def test_the_keepers_server_is_started_again(self):
        self.add()
        with self.store.claim(lease="1s") as task:
            task.heartbeat()
            pid = self.store._keeper.server["pid"]
            os.kill(pid, signal.SIGKILL)
            self.wait_until(lambda: self.store._keeper.server["pid"] != pid, "no new keeper")
            self.assertFalse(task.is_lost)

    def test_a_claim_ends_with_its_process(self):
        id = self.add()
        script = "import os, rlmdb, sys; rlmdb.open(sys.argv[1]).claim(); os._exit(0)"
        environment = {**os.environ, "PYTHONPATH": PACKAGE}
        subprocess.run([sys.executable, "-c", script, self.database], check=True, env=environment)
        self.assertIsNone(self.store.claim())
        self.store.recover()
        self.assertEqual(self.store.claim().id, id)

    def test_a_claim_is_the_parents_when_the_block_forks(self):
        id = self.add()
        with self.store.claim() as task:
            child = os.fork()
            if child == 0:
                task.__exit__(None, None, None)
                os._exit(0)
            os.waitpid(child, 0)
            self.assertEqual(self.record(id)["state"], "running")

    def test_an_interrupted_claim_holds_nothing(self):
        for pause in (0.1, 0.2):
            main = threading.main_thread().ident
            timer = threading.Timer(pause, signal.pthread_kill, (main, signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                self.store.claim(wait="30s")
            timer.join()
            pid = self.store.server["pid"]
            self.assertEqual(self.store.stats().data["total"], 0)
            self.assertEqual(self.store.server["pid"], pid)

    def test_a_claim_that_comes_after_its_interruption_is_given_back(self):
        id = self.add()
        os.kill(self.store.server["pid"], signal.SIGSTOP)
        late = threading.Timer(2, os.kill, (self.store.server["pid"], signal.SIGCONT))
        main = threading.main_thread().ident
        interruption = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
        self.store.methods()
        late.start()
        interruption.start()
        with self.assertRaises(KeyboardInterrupt):
            self.store.claim()
        self.assertEqual(self.record(id)["state"], "queued")


if __name__ == "__main__":
    unittest.main()
