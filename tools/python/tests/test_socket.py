# SPDX-License-Identifier: MIT
"""A server that listens on a socket: shared, killed, ended and started again."""

import os
import signal
import socket
import subprocess
import threading
import unittest

from support import PROGRAM, StoreTest, rlmdb


class Socket(StoreTest):
    patience_ms = 10000.0

    def setUp(self):
        super().setUp()
        self.path = os.path.join(self.directory, "s.sock")
        self.server = self.listen()

    def listen(self, database=None):
        command = [PROGRAM, "--db", database or self.database, "serve", "--socket", self.path]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server

    def connect(self, patience_ms=None):
        store = rlmdb.open(socket=self.path, client="tester", patience_ms=patience_ms or self.patience_ms)
        self.addCleanup(store.close)
        return store

    def restart(self, number):
        self.server.send_signal(number)
        self.server.wait()
        self.server = self.listen()

    def test_stores_share_the_database_of_the_server(self):
        first, second = self.connect(), self.connect()
        self.assertNotEqual(first.server["pid"], second.server["pid"])
        self.assertEqual(first.server["database"], self.database)
        waiting = []
        thread = threading.Thread(target=lambda: waiting.append(first.claim(wait="1h")))
        thread.start()
        second.task.add(prompt="x")
        thread.join()
        with waiting[0] as task:
            task.complete("done")
        self.assertEqual(second.stats().data["completed"], 1)
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o600)

    def test_a_claim_is_kept_over_a_second_connection(self):
        store = self.connect()
        store.task.add(prompt="x")
        with store.claim(lease="300ms") as task:
            self.wait_until(lambda: store._keeper is not None and store._keeper.server, "no second connection")
            self.assertFalse(task.is_lost)
        self.assertEqual(self.record(task.id)["state"], "completed")

    def test_a_server_that_was_killed_or_ended_is_connected_to_again(self):
        store = self.connect()
        for number in (signal.SIGKILL, signal.SIGTERM):
            self.restart(number)
            store.task.add(prompt="x")
        os.kill(store.server["pid"], signal.SIGKILL)
        store.task.add(prompt="x")
        self.assertEqual(self.store.stats().data["total"], 3)

    def test_a_claim_waits_on_when_its_server_is_ended(self):
        store = self.connect()
        store.methods()
        waiting = []
        thread = threading.Thread(target=lambda: waiting.append(store.claim(wait="1h")))
        thread.start()
        held = f"/proc/{store.server['pid']}/fd"
        self.wait_until(lambda: self.database in links(held), "no call began")
        self.restart(signal.SIGTERM)
        self.add()
        thread.join()
        self.assertEqual(waiting[0].id, "task-0000")
        waiting[0].release()

    def test_nobody_there(self):
        self.connect().close()
        self.server.kill()
        self.server.wait()
        with self.assertRaises(rlmdb.UnusableProgram) as raised:
            self.connect(patience_ms=50)
        self.assertIn(f"cannot connect to {self.path}: Connection refused", str(raised.exception))
        os.remove(self.path)
        with self.assertRaisesRegex(rlmdb.UnusableProgram, "No such file"):
            self.connect(patience_ms=50)

    def test_a_server_of_another_database_is_not_taken_for_the_same(self):
        store = self.connect()
        other = os.path.join(self.directory, "other.db")
        subprocess.run([PROGRAM, "--db", other, "init"], check=True, stdout=subprocess.DEVNULL)
        self.server.terminate()
        self.server.wait()
        self.server = self.listen(other)
        with self.assertRaisesRegex(rlmdb.Conflict, "another database"):
            store.task.add(prompt="x")

    def test_a_full_server_is_busy(self):
        self.connect().close()
        for _ in range(64):
            other = socket.socket(socket.AF_UNIX)
            self.addCleanup(other.close)
            other.connect(self.path)
        with self.assertRaisesRegex(rlmdb.Busy, "64 clients"):
            self.connect()

    def test_a_stopped_process_is_left_and_another_asked(self):
        store = self.connect(patience_ms=300)
        store.methods()
        pid = store.server["pid"]
        os.kill(pid, signal.SIGSTOP)
        self.addCleanup(os.kill, pid, signal.SIGKILL)
        with self.assertRaises(rlmdb.TimedOut) as raised:
            store.task.add(prompt="x", timeout_ms=200)
        again = store.task.add(prompt="x", request_id=raised.exception.request_id)
        self.assertEqual(again.data["results"][0]["id"], "task-0000")

    def test_a_forked_child_has_a_connection_of_its_own(self):
        store = self.connect()
        parents = store.server["pid"]
        child = os.fork()
        if child == 0:
            status = 1
            try:
                store.task.add(prompt="child")
                status = 0 if store.server["pid"] != parents else 2
            finally:
                os._exit(status)
        store.task.add(prompt="parent")
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(store.server["pid"], parents)
        self.assertEqual(store.stats().data["total"], 2)

    def test_close_from_another_thread_ends_a_call(self):
        store = self.connect(patience_ms=100)
        store.methods()
        ended = []

        def wait():
            try:
                store.claim(wait="1h")
            except rlmdb.ServerDied:
                ended.append(True)

        thread = threading.Thread(target=wait)
        thread.start()
        self.wait_until(lambda: store._connection._is_calling, "no call began")
        store.close()
        thread.join()
        self.assertEqual(ended, [True])

    def test_what_the_server_has_is_not_named(self):
        for option in ({"database": "x.db"}, {"directory": "."}, {"command": ["rlmdb", "serve"]}):
            with self.assertRaises(TypeError):
                rlmdb.open(socket=self.path, **option)
        with self.assertRaisesRegex(rlmdb.UsageError, "names a file"):
            self.connect().backup(file="b.db")


def links(directory):
    found = set()
    for name in os.listdir(directory):
        try:
            found.add(os.readlink(os.path.join(directory, name)))
        except FileNotFoundError:
            pass
    return found


if __name__ == "__main__":
    unittest.main()
