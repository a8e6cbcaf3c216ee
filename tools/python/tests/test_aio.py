# SPDX-License-Identifier: MIT
"""A store whose calls are awaited: at once, cancelled, in blocks, and followed."""

import asyncio
import os
import signal
import subprocess
import sys
import unittest
from datetime import timedelta

from support import PACKAGE, StoreTest, rlmdb

import rlmdb.aio


class Aio(StoreTest):
    def run_with_store(self, work, **options):
        async def within():
            options.setdefault("patience_ms", self.patience_ms)
            async with rlmdb.aio.open(self.database, client="awaited", **options) as store:
                return await asyncio.wait_for(work(store), 60)

        return asyncio.run(within())

    def test_calls_at_once_get_their_own_answers(self):
        async def work(store):
            added = await asyncio.gather(*(store.task.add(f"task {number}") for number in range(30)))
            ids = [one.data["results"][0]["id"] for one in added]
            shown = await asyncio.gather(*(store.show(id) for id in ids))
            return [one.data["tasks"][0]["task"]["prompt"] for one in shown]

        self.assertEqual(self.run_with_store(work), [f"task {number}" for number in range(30)])
        self.assertEqual({event["by"] for event in self.store.events()}, {"awaited"})

    def test_it_may_be_awaited_and_closed(self):
        async def work():
            store = await rlmdb.aio.open(self.database)
            pid = store.server["pid"]
            self.assertEqual((await store.stats()).data["total"], 0)
            self.assertIn("add", dir(store.task))
            with self.assertRaises(AttributeError):
                store.tusk
            with self.assertRaises(rlmdb.NotFound):
                await store.show("task-9")
            await store.close()
            with self.assertRaises(ValueError):
                rlmdb.aio.open(self.database).server
            return pid

        pid = asyncio.run(work())
        self.wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "the server is left")

    def test_a_claim_that_waits_holds_nothing_up(self):
        async def work(store):
            waiting = [asyncio.ensure_future(store.claim(wait="1h")) for _ in range(2)]
            await asyncio.sleep(0.1)
            for prompt in "ab":
                await store.task.add(prompt)
            for claim in await asyncio.gather(*waiting):
                async with claim as task:
                    task.result = {"done": task.prompt}
            return [task["id"] for task in (await store.list(state="completed")).data["tasks"]]

        self.assertEqual(sorted(self.run_with_store(work)), ["task-0000", "task-0001"])

    def test_the_event_loop_goes_on_meanwhile(self):
        async def work(store):
            waiting = asyncio.ensure_future(store.claim(wait="1h"))
            for _ in range(20):
                await asyncio.sleep(0.005)
            self.assertFalse(waiting.done())
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting

        self.run_with_store(work)

    def test_a_cancelled_claim_holds_nothing_and_keeps_its_server(self):
        async def work(store):
            await store.task.add("x", not_before=timedelta(days=1))
            pids = set()
            for _ in range(3):
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(store.claim(wait="1h"), 0.1)
                pids.add(store._idle[0].store.server["pid"])
            self.assertEqual(len(pids), 1)
            await store.task.set("task-0000", not_before="now")
            claim = await store.claim(wait="1h")
            self.assertEqual(claim.id, "task-0000")
            await claim.release()

        self.run_with_store(work)

    def test_a_claim_that_comes_after_its_cancellation_is_given_back(self):
        id = self.add()

        async def work(store):
            pid = store.server["pid"]
            os.kill(pid, signal.SIGSTOP)
            claiming = asyncio.ensure_future(store.claim())
            await asyncio.sleep(0.1)
            claiming.cancel()
            await asyncio.sleep(0.1)
            os.kill(pid, signal.SIGCONT)
            with self.assertRaises(asyncio.CancelledError):
                await claiming
            self.assertEqual(store.server["pid"], pid)

        self.run_with_store(work)
        self.assertEqual(self.record(id)["state"], "queued")

    def test_a_call_that_was_cancelled_before_its_turn_is_not_done(self):
        async def work(store):
            pid = store.server["pid"]
            os.kill(pid, signal.SIGSTOP)
            first, second = (asyncio.ensure_future(store.task.add(prompt)) for prompt in "ab")
            await asyncio.sleep(0.05)
            second.cancel()
            os.kill(pid, signal.SIGCONT)
            await first
            with self.assertRaises(asyncio.CancelledError):
                await second

        self.run_with_store(work)
        self.assertEqual([task["prompt"] for task in self.store.list().data["tasks"]], ["a"])

    def test_a_server_that_does_not_answer_a_cancellation_is_killed(self):
        async def work(store):
            pid = store.server["pid"]
            os.kill(pid, signal.SIGSTOP)
            calling = asyncio.ensure_future(store.stats())
            await asyncio.sleep(0.05)
            calling.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await calling
            self.assertEqual((await store.stats()).data["total"], 0)
            self.assertNotEqual(store.server["pid"], pid)

        self.run_with_store(work, patience_ms=300)

    def test_the_end_of_a_block_ends_the_claim(self):
        async def ended(store, end):
            id = (await store.task.add("x")).data["results"][0]["id"]
            raised = None
            try:
                async with await store.claim(id) as task:
                    await end(task)
            except BaseException as error:
                raised = type(error)
            return (await store.show(id)).data["tasks"][0]["task"]["state"], raised

        async def completes(task):
            await task.append("half\n")
            task.result = [1]

        async def gives_a_set(task):
            task.result = {1}

        async def fails(task):
            raise ZeroDivisionError

        async def is_cancelled(task):
            raise asyncio.CancelledError

        async def ends_by_hand(task):
            await task.heartbeat()
            await task.release()

        async def work(store):
            return [await ended(store, end) for end in (completes, gives_a_set, fails, is_cancelled, ends_by_hand)]

        expected = [
            ("completed", None),
            ("failed", TypeError),
            ("failed", ZeroDivisionError),
            ("queued", asyncio.CancelledError),
            ("queued", None),
        ]
        self.assertEqual(self.run_with_store(work), expected)

    def test_a_task_that_is_cancelled_within_its_block_gives_its_claim_back(self):
        id = self.add()

        async def work(store):
            has_begun = asyncio.Event()

            async def worker():
                async for task in store.tasks():
                    async with task:
                        has_begun.set()
                        await asyncio.sleep(3600)

            working = asyncio.ensure_future(worker())
            await has_begun.wait()
            working.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await working

        self.run_with_store(work)
        self.assertEqual(self.record(id)["state"], "queued")

    def test_a_lease_is_kept_beyond_its_length(self):
        id = self.add()

        async def work(store):
            async with await store.claim(lease="500ms") as task:
                for _ in range(15):
                    self.assertIsNone(await store.claim())
                    await asyncio.sleep(0.1)
                self.assertFalse(task.is_lost)

        self.run_with_store(work)
        self.assertEqual(self.record(id)["state"], "completed")

    def test_events_come_in_pages_and_as_they_are_committed(self):
        async def work(store):
            await store.task.add(tasks=[{"prompt": "x"}] * 1100)
            self.assertEqual([event["seq"] async for event in store.events(limit=1050)], list(range(1, 1051)))
            self.assertEqual([event["seq"] async for event in store.events("task-0007")], [8])
            followed = store.follow(since=1099)
            self.assertEqual((await followed.__anext__())["seq"], 1100)
            waiting = asyncio.ensure_future(followed.__anext__())
            await store.task.add("fresh")
            self.assertEqual((await waiting)["seq"], 1101)
            waiting = asyncio.ensure_future(followed.__anext__())
            await asyncio.sleep(0.05)
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
            polled = store.events(since=1100, follow=True, pause_ms=5)
            self.assertEqual((await polled.__anext__())["seq"], 1101)
            await polled.aclose()

        self.run_with_store(work)

    def test_nothing_is_left_when_the_loop_is_interrupted(self):
        self.add("x", not_before=timedelta(days=1))
        script = """
import asyncio, sys, rlmdb.aio
async def main():
    async with rlmdb.aio.open(sys.argv[1]) as store:
        print(store.server["pid"], flush=True)
        await store.claim(wait="1h")
asyncio.run(main())
"""
        environment = {**os.environ, "PYTHONPATH": PACKAGE}
        words = [sys.executable, "-c", script, self.database]
        process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        pid = int(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        self.assertIn(b"KeyboardInterrupt", process.communicate()[1])
        self.wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "the server is left")


if __name__ == "__main__":
    unittest.main()
