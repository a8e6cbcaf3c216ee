# SPDX-License-Identifier: MIT
"""Servers that are killed, stopped or forgetful; threads, forks and interruptions."""

import os
import random
import signal
import sys
import threading
import unittest
import unittest.mock

from support import PACKAGE, PROGRAM, StoreTest, rlmdb

FORGETFUL = os.path.join(PACKAGE, "tests", "forgetful_server.py")


class Deaths(StoreTest):
    def kill_server(self):
        try:
            os.kill(self.store.server["pid"], signal.SIGKILL)
        except ProcessLookupError:
            pass  # it is being replaced

    def kill_server_wholly(self):
        """The pipe has ended when this returns."""
        process = self.store._connection._door.process
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

    def test_a_server_that_died_between_calls_is_started_again(self):
        for method in ("task.add", "stats", "vacuum"):
            pid = self.store.server["pid"]
            self.kill_server_wholly()
            self.store.call(method, **({"prompt": "x"} if method == "task.add" else {}))
            self.assertNotEqual(self.store.server["pid"], pid)

    def test_a_server_that_is_killed_while_it_starts_is_started_again(self):
        kills = os.path.join(self.directory, "kills")
        script = os.path.join(self.directory, "program")
        with open(script, "w") as file:
            file.write(f'#!/bin/sh\necho >>{kills}; [ $(wc -l <{kills}) -gt $LIVES ] && exec {PROGRAM} "$@"; kill -9 $$\n')
        os.chmod(script, 0o755)
        with unittest.mock.patch.dict(os.environ, {"LIVES": "2"}):
            store = self.open(command=[script, "serve"])
            self.assertEqual(store.task.add(prompt="x").data["results"][0]["id"], "task-0000")
        with unittest.mock.patch.dict(os.environ, {"LIVES": "9"}):
            os.remove(kills)
            with self.assertRaisesRegex(rlmdb.UnusableProgram, "ended with -9 before it answered"):
                self.open(command=[script, "serve"])
        with open(kills) as file:
            self.assertEqual(file.read(), "\n" * 3)

    def test_kills_at_any_moment_lose_nothing_and_do_nothing_twice(self):
        moment = random.Random(1)
        self.store.methods()
        added = []
        has_ended = threading.Event()

        def kill():
            killed_at = -1
            while not has_ended.wait(moment.uniform(0, 0.03)):
                # Once a call, so that no call sees more deaths than it is tried.
                if len(added) > killed_at:
                    killed_at = len(added)
                    self.kill_server()

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            while len(added) < 40:
                added.append(self.add(f"task {len(added)}"))
        finally:
            has_ended.set()
            killer.join()
        prompts = {task["id"]: task["prompt"] for task in self.store.list().data["tasks"]}
        self.assertEqual(prompts, {id: f"task {n}" for n, id in enumerate(added)})

    def test_what_was_done_and_not_answered_is_not_done_again(self):
        store, forget = self.forgetful()
        for how in ("done", "unread"):
            with open(forget, "w") as file:
                file.write(how)
            result = store.task.add(prompt=how)
            self.assertEqual(result.data["repeated"], how == "done")
        with open(forget, "w") as file:
            file.write("unread")
        self.assertEqual(store.var.states().exit, 0)
        self.assertEqual([event["kind"] for event in store.events()], ["task:created"] * 2)

    def test_what_takes_no_request_id_is_not_repeated(self):
        store, forget = self.forgetful()
        with open(forget, "w") as file:
            file.write("done")
        with self.assertRaises(rlmdb.ServerDied) as raised:
            store.backup(dir=os.path.join(self.directory, "b"))
        self.assertIsNone(raised.exception.request_id)
        self.assertIn("unknown", str(raised.exception))
        self.assertEqual(store.stats().data["total"], 0)

    def test_a_server_that_dies_of_every_call_is_given_up(self):
        store, forget = self.forgetful()
        with open(forget, "w") as file:
            file.write("always")
        with self.assertRaises(rlmdb.ServerDied) as raised:
            store.task.add(prompt="x")
        self.assertRegex(raised.exception.request_id, "^[0-9a-f]{32}$")
        self.assertEqual(self.store.stats().data["total"], 0)

    def forgetful(self):
        forget = os.path.join(self.directory, "forget")
        store = self.open(command=[sys.executable, FORGETFUL, PROGRAM, forget])
        store.methods()
        return store, forget


class Hangs(StoreTest):
    patience_ms = 300

    def test_a_stopped_server_is_killed_and_another_started(self):
        self.store.methods()
        pid = self.store.server["pid"]
        os.kill(pid, signal.SIGSTOP)
        with self.assertRaises(rlmdb.TimedOut) as raised:
            self.store.task.add(prompt="x", timeout_ms=200)
        self.assertFalse(os.path.exists(f"/proc/{pid}"))
        again = self.store.task.add(prompt="x", request_id=raised.exception.request_id)
        self.assertEqual(again.data["results"][0]["id"], "task-0000")
        self.assertEqual(self.store.stats().data["total"], 1)

    def test_a_stopped_server_does_not_hold_up_a_long_line(self):
        self.store.methods()
        os.kill(self.store.server["pid"], signal.SIGSTOP)
        with self.assertRaises(rlmdb.TimedOut):
            self.store.task.add(prompt="x" * 1_000_000, timeout_ms=200)
        self.assertEqual(self.store.stats().data["total"], 0)

    def test_close_ends_a_stopped_server(self):
        pid = self.store.server["pid"]
        os.kill(pid, signal.SIGSTOP)
        self.store.close()
        self.assertFalse(os.path.exists(f"/proc/{pid}"))

    def test_close_cuts_off_what_another_thread_waits_for(self):
        raised = []

        def claim():
            try:
                self.store.claim(wait="60s")
            except (rlmdb.ServerDied, ValueError) as error:
                raised.append(error)

        self.store.methods()
        thread = threading.Thread(target=claim)
        thread.start()
        self.wait_until(lambda: self.store._connection._is_calling, "no call began")
        self.store.close()
        thread.join()
        self.assertEqual(len(raised), 1)


class Limits(StoreTest):
    def test_the_server_keeps_timeout_ms(self):
        self.add(agent="a")
        pid = self.store.server["pid"]
        with self.assertRaises(rlmdb.Busy) as raised:
            self.store.claim(agent="b", wait="60s", timeout_ms=50)
        self.assertTrue(raised.exception.retryable)
        self.assertEqual(self.store.server["pid"], pid)

    def test_the_limit_of_a_store_does_not_count_the_wait_of_a_claim(self):
        store = self.open(timeout_ms=400)
        self.assertIsNone(store.claim(wait="600ms"))
        with self.assertRaises(rlmdb.Busy):
            store.call("claim", wait="60s")

    def test_who_waits_for_another_threads_call_has_a_limit(self):
        self.store.methods()
        thread = threading.Thread(target=self.store.claim, kwargs={"wait": "500ms"})
        thread.start()
        self.wait_until(lambda: self.store._connection._is_calling, "no call began")
        with self.assertRaisesRegex(rlmdb.Busy, "other threads"):
            self.store.call("stats", timeout_ms=1)
        thread.join()

    def test_a_signal_handler_does_not_come_between(self):
        def handler(number, frame):
            self.store.stats()

        before = signal.signal(signal.SIGALRM, handler)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        self.store.methods()
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with self.assertRaisesRegex(RuntimeError, "a call within a call"):
            self.store.claim(wait="30s")
        self.assertEqual(self.store.stats().data["total"], 0)


class Together(StoreTest):
    def test_threads_take_turns(self):
        ids = []

        def add(name):
            for n in range(10):
                id = self.add(f"{name}-{n}")
                ids.append((id, f"{name}-{n}"))

        threads = [threading.Thread(target=add, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({id for id, _ in ids}), 40)
        prompts = {task["id"]: task["prompt"] for task in self.store.list().data["tasks"]}
        self.assertEqual(prompts, dict(ids))

    def test_a_forked_child_has_a_server_of_its_own(self):
        parents = self.store.server["pid"]
        pipe = os.fstat(self.store._connection._door.input).st_ino
        child = os.fork()
        if child == 0:
            status = 1
            try:
                held = [os.stat(f"/proc/self/fd/{fd}").st_ino for fd in os.listdir("/proc/self/fd") if is_open(fd)]
                self.store.task.add(prompt="child")
                status = 0 if self.store.server["pid"] != parents and pipe not in held else 2
            finally:
                os._exit(status)
        self.add("parent")
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(self.store.server["pid"], parents)
        self.assertEqual(self.store.stats().data["total"], 2)

    def test_a_fork_while_another_thread_is_in_a_call(self):
        self.store.methods()
        thread = threading.Thread(target=self.store.claim, kwargs={"wait": "500ms"})
        thread.start()
        self.wait_until(lambda: self.store._connection._is_calling, "no call began")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = self.store.stats().data["total"]
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        thread.join()

    def test_the_server_is_in_a_session_of_its_own(self):
        pid = self.store.server["pid"]
        self.assertEqual(os.getsid(pid), pid)

    def test_servers_end_with_their_stores(self):
        pids = [self.store.server["pid"]]
        self.store.close()
        forgotten = rlmdb.open(self.database)
        pids.append(forgotten.server["pid"])
        del forgotten
        for pid in pids:
            self.wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "a server is left")


def is_open(fd):
    return os.path.exists(f"/proc/self/fd/{fd}")


if __name__ == "__main__":
    unittest.main()
