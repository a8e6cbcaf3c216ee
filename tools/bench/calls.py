# SPDX-License-Identifier: MIT
"""As rlmdb_call_bench, through the client for Python. Usage: calls.py sync|aio DATABASE TASKS CALLS

RLMDB names the program; the client is found on PYTHONPATH.
"""

import asyncio
import sys
import time

import rlmdb
import rlmdb.aio

PROMPT = "x" * 1000
STRIDE = 7919


def id_of(index, tasks):
    return f"task-{index * STRIDE % tasks:04}"


def told(what, began):
    print(f"{what} {(time.perf_counter_ns() - began) / 1000:.1f}")


def through_calls_that_block(database, tasks, calls):
    with rlmdb.open(database) as store:
        store.show("task-0000")
        for index in range(calls):
            began = time.perf_counter_ns()
            store.show(id_of(index, tasks))
            told("show", began)
        for index in range(calls):
            began = time.perf_counter_ns()
            store.task.add(PROMPT)
            told("add", began)
        for index in range(calls):
            began = time.perf_counter_ns()
            store.claim().complete("done")
            told("work", began)


async def through_asyncio(database, tasks, calls):
    async with rlmdb.aio.open(database) as store:
        await store.show("task-0000")
        for index in range(calls):
            began = time.perf_counter_ns()
            await store.show(id_of(index, tasks))
            told("show", began)
        for index in range(calls):
            began = time.perf_counter_ns()
            await store.task.add(PROMPT)
            told("add", began)
        for index in range(calls):
            began = time.perf_counter_ns()
            await (await store.claim()).complete("done")
            told("work", began)


kind, database, tasks, calls = sys.argv[1:]
if kind == "sync":
    through_calls_that_block(database, int(tasks), int(calls))
elif kind == "aio":
    asyncio.run(through_asyncio(database, int(tasks), int(calls)))
else:
    sys.exit(f"calls.py: '{kind}' is neither sync nor aio")
