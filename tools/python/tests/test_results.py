# SPDX-License-Identifier: MIT
"""What a block gives as its result, whatever it is: the claim ends with the block, and what is stored is what was given."""

import os
import signal
import unittest
from collections import OrderedDict
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from uuid import UUID

from support import StoreTest, rlmdb


class Colour(Enum):
    RED = "red"


class Number(IntEnum):
    ONE = 1


class Saying(str):
    pass


def circular_list():
    made = []
    made.append(made)
    return made


def circular_object():
    made = {}
    made["self"] = {"again": made}
    return made


def nested(depth):
    made = []
    for _ in range(depth):
        made = [made]
    return made


NO_JSON = {
    "an object": object(),
    "a set": {1, 2},
    "a set inside": {"a": [{1, 2}]},
    "a frozen set": frozenset("a"),
    "NaN": float("nan"),
    "infinity inside": [1, float("-inf")],
    "bytes": b"raw",
    "a byte array": bytearray(b"raw"),
    "a circular list": circular_list(),
    "a circular object": circular_object(),
    "more digits than Python writes": 10**5000,
    "deeper than the program reads": nested(1200),
    "deeper than Python writes": nested(200_000),
    "a moment": datetime(2026, 11, 1),
    "a moment with a zone inside": {"at": datetime(2026, 11, 1, tzinfo=timezone.utc)},
    "a day": date(2026, 11, 1),
    "a length of time": timedelta(seconds=1),
    "a length of time inside": [timedelta(seconds=1)],
    "a decimal number": Decimal("1.5"),
    "a complex number": 1j,
    "a UUID": UUID(int=1),
    "an error": ValueError("x"),
    "a class": ValueError,
    "a function": len,
    "a generator": (n for n in [1]),
    "a member of an enumeration": Colour.RED,
    "a key that is a tuple": {(1, 2): 3},
    "a key that is bytes": {b"a": 1},
    "two keys that are one in JSON": {1: "a", "1": "b"},
    "two keys that are one in JSON, inside": [{"x": {True: "a", "true": "b"}}],
    "longer than a line may be": "x" * (65 << 20),
}

JSON = {
    "nothing": (None, None),
    "true": (True, True),
    "a text": ("two findings", "two findings"),
    "an empty text": ("", ""),
    "a text of a class of its own": (Saying("x"), "x"),
    "half of a surrogate pair": ("\ud83d|\ude00", "\ud83d|\ude00"),
    "half of a surrogate pair inside": (["\ud83d"], ["\ud83d"]),
    "a null character": ("a\0b", "a\0b"),
    "a number of 400 digits": (10**400, 10**400),
    "a member of an enumeration of numbers": (Number.ONE, 1),
    "a tuple": ((1, (2,)), [1, [2]]),
    "an ordered object": (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    "keys that are numbers": ({1: "a", None: "b"}, {"1": "a", "null": "b"}),
    "a path": ({"file": Path("a/b")}, {"file": "a/b"}),
}


class Results(StoreTest):
    def claim(self):
        id = self.add()
        return id, self.store.claim(id=id, lease="15m")

    def test_what_is_no_json_fails_the_task_and_is_raised(self):
        for name, value in NO_JSON.items():
            with self.subTest(name):
                id, claim = self.claim()
                raised = None
                try:
                    with claim as task:
                        task.result = value
                except Exception as error:
                    raised = error
                self.assertIsNotNone(raised)
                record = self.record(id)
                self.assertEqual((record["state"], record["result"]), ("failed", None))
                self.assertIn(f"the result could not be stored: {type(raised).__name__}: ", str(record["error"]))
                self.assertFalse(task.is_lost)

    def test_what_is_json_comes_back(self):
        for name, (value, expected) in JSON.items():
            with self.subTest(name):
                id, claim = self.claim()
                with claim as task:
                    task.result = value
                record = self.record(id)
                self.assertEqual((record["state"], record["result"]), ("completed", expected))

    def test_the_error_names_what_is_no_json(self):
        _, claim = self.claim()
        with self.assertRaisesRegex(TypeError, "^a value of the type set is no JSON$"):
            with claim as task:
                task.result = {1}

    def test_a_result_given_by_hand_is_refused_as_well(self):
        id, claim = self.claim()
        with self.assertRaises(TypeError):
            with claim as task:
                task.complete({1})
        self.assertEqual(self.record(id)["state"], "failed")

    def test_a_claim_without_a_block_stays_after_a_refused_result(self):
        id, task = self.claim()
        with self.assertRaises(TypeError):
            task.complete({1})
        self.assertEqual(self.record(id)["state"], "running")
        task.complete([1])
        self.assertEqual(self.record(id)["result"], [1])

    def test_an_error_without_a_text_ends_the_claim(self):
        class Mute(Exception):
            def __str__(self):
                raise RuntimeError("no text")

        id, claim = self.claim()
        with self.assertRaises(Mute):
            with claim:
                raise Mute
        record = self.record(id)
        self.assertEqual(record["state"], "failed")
        self.assertIn("Mute", str(record["error"]))

    def test_an_error_longer_than_a_line_ends_the_claim(self):
        id, claim = self.claim()
        with self.assertRaises(ValueError):
            with claim:
                raise ValueError("x" * (65 << 20))
        record = self.record(id)
        self.assertEqual(record["state"], "failed")
        self.assertIn("ValueError: xxx", str(record["error"])[:100])

    def test_a_store_that_was_closed_meanwhile_gives_the_task_back(self):
        id = self.add()
        store = self.open()
        with self.assertRaisesRegex(ValueError, "closed"), self.assertLogs("rlmdb", "WARNING"):
            with store.claim() as task:
                task.result = "done"
                store.close()
        self.assertEqual(self.record(id)["state"], "queued")

    def test_a_server_that_hangs_gives_the_task_back(self):
        id, claim = self.claim()
        store = claim._store
        with self.assertRaises(rlmdb.TimedOut):
            with claim as task:
                store._timeout_ms, store._connection._patience = 100, 0.1
                os.kill(store.server["pid"], signal.SIGSTOP)
                task.result = "done"
        self.assertEqual(self.record(id)["state"], "queued")


if __name__ == "__main__":
    unittest.main()
