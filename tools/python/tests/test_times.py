# SPDX-License-Identifier: MIT
"""Python's times, wherever a param is a length of time or a point in time."""

import unittest
from datetime import date, datetime, timedelta, timezone

from support import StoreTest, rlmdb

LENGTHS = {"DURATION"}
MOMENTS = {"TIME", "SEQ|TIME", "WHEN", "MOMENT"}
EAST = timezone(timedelta(hours=2))


class Times(StoreTest):
    def test_a_length_of_time_is_a_duration(self):
        tree = self.store.task.add(prompt="x", new_tree=True).data["results"][0]["tree_id"]
        self.store.limits(id=tree, timeout=timedelta(minutes=7))
        limits = {one["name"]: one["limit"] for one in self.store.limits(id=tree).data["limits"]}
        self.assertEqual(limits["timeout_ms"], 420000)
        settings = self.store.retention.set(set={"completed": timedelta(days=30)}).data["settings"]
        self.assertEqual([one["kept_ms"] for one in settings if one["kind"] == "completed"], [2592000000])

    def test_a_length_of_time_is_a_number_of_days(self):
        with self.assertRaises(rlmdb.NotFound):
            self.store.checkpoint.prune(workflow="w", older_than=timedelta(days=30))
        with self.assertRaisesRegex(rlmdb.UsageError, "not '-1'"):
            self.store.checkpoint.prune(workflow="w", older_than=timedelta(days=-1))
        with self.assertRaisesRegex(ValueError, "whole days"):
            self.store.checkpoint.prune(workflow="w", older_than=timedelta(hours=36))

    def test_a_moment_with_a_zone_is_that_moment(self):
        for not_before, expected in (
            (datetime(2099, 1, 1, 2, tzinfo=EAST), "2099-01-01T00:00:00.000Z"),
            (datetime(2099, 1, 1, 2, 3, 4, 567000, tzinfo=timezone.utc), "2099-01-01T02:03:04.567Z"),
            (datetime(2099, 6, 1).astimezone(), datetime(2099, 6, 1).astimezone(timezone.utc).strftime("%FT%T.000Z")),
        ):
            id = self.add(not_before=not_before)
            self.assertEqual(self.store.show(id=id).data["tasks"][0]["scheduled_for"], expected)

    def test_a_length_of_time_goes_where_2h_does(self):
        id = self.add(not_before=timedelta(days=36500))
        self.assertRegex(self.store.show(id=id).data["tasks"][0]["scheduled_for"], "^21")
        for since in (timedelta(hours=2), datetime.now(timezone.utc) - timedelta(hours=2), date.today() - timedelta(days=2)):
            with self.subTest(since=since):
                self.assertEqual([task["id"] for task in self.store.list(since=since).data["tasks"]], [id])
                self.assertEqual([event["task_id"] for event in self.store.events(since=since)], [id])
                followed = self.store.follow(since=since)
                self.assertEqual(next(followed)["task_id"], id)
                followed.close()
        self.assertEqual(self.store.list(since=datetime(2099, 1, 1, tzinfo=EAST)).data["tasks"], [])
        self.assertEqual(self.store.list(created=date(2020, 1, 1)).data["tasks"], [])

    def test_every_param_that_is_a_time_takes_them(self):
        found = set()
        for method in self.store.methods().values():
            for name, param in method.params.items():
                if param["type"] not in LENGTHS | MOMENTS:
                    continue
                found.add(param["type"])
                given = {name: timedelta(minutes=90)}
                self.assertEqual(rlmdb.times.params_of(given, method.params), {name: "5400000ms"})
                given = {name: datetime(2026, 1, 1, tzinfo=EAST)}
                self.assertEqual(rlmdb.times.params_of(given, method.params), {name: "2025-12-31T22:00:00+00:00"})
        self.assertEqual(found, LENGTHS | MOMENTS)

    def test_a_moment_without_a_zone_is_refused(self):
        for call in (
            lambda moment: self.store.task.add(prompt="x", not_before=moment),
            lambda moment: self.store.list(since=moment),
            lambda moment: self.store.call("list", created=moment),
            lambda moment: list(self.store.events(since=moment)),
            lambda moment: self.store.follow(since=moment),
        ):
            with self.assertRaisesRegex(ValueError, "no time zone.*astimezone"):
                call(datetime(2026, 1, 1))
        self.assertEqual(self.store.stats().data["total"], 0)

    def test_within_json_a_time_is_no_json(self):
        for value in (timedelta(hours=1), datetime.now(timezone.utc), date(2026, 1, 1)):
            with self.assertRaisesRegex(TypeError, "is no JSON"):
                self.store.task.add(prompt="x", metadata={"a": value})
            with self.assertRaisesRegex(TypeError, "is no JSON"):
                self.store.var.set(name="a", value=value, global_=True)
        self.assertEqual(self.store.stats().data["total"], 0)


if __name__ == "__main__":
    unittest.main()
