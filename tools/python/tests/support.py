# SPDX-License-Identifier: MIT
"""What the tests share: a directory with a database, and the program that RLMDB names."""

import os
import subprocess
import sys
import tempfile
import time
import unittest

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = os.path.dirname(os.path.dirname(PACKAGE))
PROGRAM = os.path.abspath(os.environ["RLMDB"])
sys.path.insert(0, PACKAGE)

import rlmdb  # noqa: E402


class StoreTest(unittest.TestCase):
    """`self.store` is open on a new database, which must be sound when the test ends."""

    patience_ms = 20000.0

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.database = os.path.join(self.directory, "rlm.db")
        self.addCleanup(self.require_sound)
        self.store = self.open(client="tester")
        self.store.init()

    def open(self, **options):
        options.setdefault("patience_ms", self.patience_ms)
        store = rlmdb.open(self.database, **options)
        self.addCleanup(store.close)
        return store

    def require_sound(self):
        subprocess.run([PROGRAM, "verify", "--db", self.database], check=True, stdout=subprocess.DEVNULL)

    def add(self, prompt="x", **params):
        return self.store.task.add(prompt=prompt, **params).data["results"][0]["id"]

    def record(self, id):
        return self.store.show(id=id).data["tasks"][0]["task"]

    def wait_until(self, condition, what):
        deadline = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.01)
