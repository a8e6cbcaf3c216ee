# SPDX-License-Identifier: MIT
"""What the types allow and refuse. Read by mypy, never run: an error that is not found is an unused `ignore`."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Dict, List, Optional

import rlmdb
from rlmdb import aio

store = rlmdb.open("x.db")
result: rlmdb.Result = store.task.add("x", priority=3, metadata={"a": 1}, not_before=timedelta(hours=2))
data: Any = store.show("task-0000").data
more: List[Dict[str, Any]] = store.show(["task-0000", "task-0001"], at=datetime.now(timezone.utc)).warnings
store.show(id="task-0000")
store.import_(Path("tasks.json"), on_conflict="newer")
store.var.set("limits", {"tokens": 1}, global_=True)
store.checkpoint.create(name="before", tree="tree-12345678")
store.grid.warmth()
store.grid.warmth.add("c", "i")
store.grid.write_through.on(timeout_ms=5)
store.recover(tree=True)
store.call("anything", "x", prompt=1)
store.verb("task").add(prompt="x")
claim: Optional[rlmdb.Claim] = store.claim("task-0000", lease=timedelta(minutes=1))
for event in store.events("task-0000", since=timedelta(hours=1)):
    event["seq"]

store.lst()  # type: ignore[attr-defined]
store.task.ad(prompt="x")  # type: ignore[attr-defined]
store.task.add(promt="x")  # type: ignore[call-arg]
store.show()  # type: ignore[call-arg]
store.stats("x")  # type: ignore[misc]
store.export(format="nothing")  # type: ignore[arg-type]
store.task.add("x", priority=[3])  # type: ignore[arg-type]
store.claim(lease=datetime.now())  # type: ignore[arg-type]
store.import_("a", on_conflict="no")  # type: ignore[arg-type]


async def awaited() -> None:
    async with aio.open("x.db", timeout_ms=5) as opened:
        answered: rlmdb.Result = await opened.task.add("x", not_before=timedelta(hours=2))
        async for task in opened.tasks(wait="1s"):
            async with task:
                task.result = answered.data
        async for event in opened.events("task-0000", limit=5):
            event["seq"]
        (await opened.stats()).data
        await opened.task.add(promt="x")  # type: ignore[call-arg]
        await opened.lst()  # type: ignore[attr-defined]
