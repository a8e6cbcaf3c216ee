# SPDX-License-Identifier: MIT
"""A store whose calls are awaited: `async with rlmdb.aio.open("rlm.db") as store: await store.task.add("…")`.

The blocking client does the work, in threads that wait for the server, so that nothing blocks the event loop.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Coroutine, Dict, Generator, List, Optional, Type, Union

from .claims import Claim
from .event_pages import EventPages
from .lanes import Lane, run_to_its_end
from .names import Method, Named
from .store import Result, Store
from .times import Duration, Moment, seconds_of

if TYPE_CHECKING:
    from .verbs import Verbs

    Typed = Verbs[Coroutine[Any, Any, Result]]
else:
    Typed = object


class AsyncStore(Named, Typed):
    """As `rlmdb.Store`, whose options it takes, for one event loop. It is opened by `async with` or `await`.

    Calls are done one after the other, however many tasks await one; a `claim` that waits does so at a server of its
    own, and holds nothing up. A task that is cancelled (`Task.cancel`, `asyncio.wait_for`) takes its call back: one that
    waits is cut short, one at work ends its work first, and a task that was claimed all the same is given back.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._make: Callable[[], Store] = lambda: Store(*arguments, **options)
        self._main = Lane()
        self._lanes = [self._main]
        self._idle: List[Lane] = []

    def __await__(self) -> Generator[Any, None, "AsyncStore"]:
        return self._opened().__await__()

    async def __aenter__(self) -> "AsyncStore":
        return await self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the servers. A call that is open gets `patience_ms`."""
        for lane in self._lanes:
            await asyncio.get_running_loop().run_in_executor(None, lane.close)

    @property
    def server(self) -> Dict[str, Any]:
        return self._store.server

    def methods(self) -> Dict[str, Method]:
        return self._store.methods()

    async def call(self, method: str, /, *words: Any, **params: Any) -> Result:
        """Does one verb: `await store.call("task.add", "…", priority=3)`. See `Store.call`."""
        return await self._main.run(lambda store: store.call(method, *words, **params))

    async def claim(self, id: Optional[str] = None, *, wait: Duration = 0, **params: Any) -> Optional["AsyncClaim"]:
        """The best ready task, or None where none is ready within `wait`. To be used with `async with`. See
        `Store.claim`."""
        lane = self._main if seconds_of(wait) == 0 else self._waiting_lane()
        try:
            await lane.open(self._make)
            claim = await lane.run(lambda store: store.claim(id, wait=wait, **params), _give_back)
        finally:
            if lane is not self._main:
                self._idle.append(lane)
        if claim is None:
            return None
        # What ends it does not wait for another claim.
        claim._store = self._store
        return AsyncClaim(self._main, claim)

    async def tasks(self, *, wait: Duration = 0, **params: Any) -> AsyncIterator["AsyncClaim"]:
        """Claims one after the other: `async for task in store.tasks(): async with task: …`"""
        while True:
            claim = await self.claim(wait=wait, **params)
            if claim is None:
                return
            yield claim

    async def events(
        self,
        id: Optional[str] = None,
        *,
        since: Union[int, Moment] = 0,
        limit: Optional[int] = None,
        follow: bool = False,
        pause_ms: float = 200,
        **params: Any,
    ) -> AsyncIterator[Dict[str, Any]]:
        """Events in order, a page at a time. See `Store.events`."""
        pages = EventPages(since, limit)
        while not pages.is_over:
            page = await self.call("events", id=id, **pages.asked, **params)
            for event in pages.taken(page.data):
                yield event
            if not pages.has_more:
                if not follow:
                    return
                await asyncio.sleep(pause_ms / 1000)

    async def follow(self, *, since: Union[int, Moment, None] = None, **params: Any) -> AsyncIterator[Dict[str, Any]]:
        """Events as they are committed, each once, from a server of their own, which ends with the iterator. See
        `Store.follow`. Those that come from the first `anext` on, without `since`."""
        connection, begun = await self._main.run(lambda store: store.begin_to_follow(since, params))
        followed = self._store.followed(connection, begun, params)
        threads = ThreadPoolExecutor(1, "rlmdb follows")
        try:
            while True:
                yield await asyncio.get_running_loop().run_in_executor(threads, next, followed)
        finally:
            connection.break_off()
            await run_to_its_end(threads.submit(followed.close))
            threads.shutdown()

    @property
    def _store(self) -> Store:
        return self._main.store

    async def _opened(self) -> "AsyncStore":
        await self._main.open(self._make)
        # So that a verb is known by its name without waiting.
        await self._main.run(lambda store: store.methods())
        return self

    def _waiting_lane(self) -> Lane:
        if self._idle:
            return self._idle.pop()
        self._lanes.append(Lane())
        return self._lanes[-1]


class AsyncClaim:
    """As `rlmdb.Claim`, for `async with`: a thread extends the lease meanwhile. Leaving normally completes the task with
    `result`, an exception fails it, a cancellation gives it back; the end of the block is waited for."""

    def __init__(self, lane: Lane, claim: Claim) -> None:
        self._lane = lane
        self._claim = claim
        self.id = claim.id
        self.token = claim.token
        self.data = claim.data
        self.record = claim.record
        self.prompt = claim.prompt
        self.result: Any = None

    @property
    def is_lost(self) -> bool:
        """See `Claim.is_lost`."""
        return self._claim.is_lost

    async def append(self, text: str) -> Result:
        return await self._lane.run(lambda store: self._claim.append(text))

    async def heartbeat(self) -> None:
        await self._lane.run(lambda store: self._claim.heartbeat())

    async def complete(self, result: Any = None, **params: Any) -> Result:
        return await self._lane.run_whole(lambda: self._claim.complete(result, **params))

    async def fail(self, error: str, **params: Any) -> Result:
        return await self._lane.run_whole(lambda: self._claim.fail(error, **params))

    async def release(self) -> Result:
        return await self._lane.run_whole(self._claim.release)

    async def __aenter__(self) -> "AsyncClaim":
        self._claim.__enter__()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._claim.result = self.result
        await self._lane.run_whole(lambda: self._claim.__exit__(kind, error, trace))


def _give_back(claim: Optional[Claim]) -> None:
    if claim is not None:
        claim.release()


open = AsyncStore
