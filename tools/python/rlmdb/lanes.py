# SPDX-License-Identifier: MIT
"""A blocking store and the thread that calls it, for an event loop that must not block."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Callable, Optional, TypeVar

from .store import Store

Answer = TypeVar("Answer")

NUDGE_SECONDS = 0.02


class Lane:
    """What it is given to do is done one after the other."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "rlmdb")
        self._store: Optional[Store] = None
        self._turn = threading.Lock()
        self._at_work: Optional[object] = None

    @property
    def store(self) -> Store:
        if self._store is None:
            raise ValueError("the store is not open: `async with`, or `await` it")
        return self._store

    async def open(self, make: Callable[[], Store]) -> None:
        def opened() -> None:
            self._store = make()

        if self._store is None:
            await run_to_its_end(self._threads.submit(opened))

    async def run(
        self, work: Callable[[Store], Answer], undo: Callable[[Answer], object] = lambda answer: None
    ) -> Answer:
        """When the waiting is cancelled the call is taken back; `undo` gets the answer of one that was done all the
        same."""
        store = self.store
        token = object()
        future = self._threads.submit(lambda: self._work(token, work, store))
        answering = asyncio.wrap_future(future)
        try:
            return await asyncio.shield(answering)
        except asyncio.CancelledError:
            if not future.cancel():
                began = time.monotonic()
                await _to_its_end(answering, lambda: self._cut_short(token, began))
                if answering.exception() is None:
                    await _to_its_end(asyncio.wrap_future(self._threads.submit(lambda: undo(answering.result()))))
            raise

    async def run_whole(self, work: Callable[[], Answer]) -> Answer:
        """Not taken back: a cancellation waits for its end."""
        return await run_to_its_end(self._threads.submit(work))

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
        self._threads.shutdown()

    def _work(self, token: object, work: Callable[[Store], Answer], store: Store) -> Answer:
        with self._turn:
            self._at_work = token
            store.connection.is_cut_short = False
        try:
            return work(store)
        finally:
            with self._turn:
                self._at_work = None
                store.connection.is_cut_short = False

    def _cut_short(self, token: object, began: float) -> None:
        with self._turn:
            if self._at_work is token:
                self.store.connection.cut_short(began)


async def run_to_its_end(future: "Future[Answer]") -> Answer:
    """What a thread does is waited for, also when the waiting is cancelled; then that goes on."""
    ending = asyncio.wrap_future(future)
    if await _to_its_end(ending):
        raise asyncio.CancelledError
    return ending.result()


async def _to_its_end(ending: "asyncio.Future[Any]", nudge: Optional[Callable[[], None]] = None) -> bool:
    """Whether it was cancelled meanwhile. `nudge` is called until it has ended."""
    is_cancelled = False
    while not ending.done():
        if nudge is not None:
            nudge()
        try:
            await asyncio.wait({ending}, timeout=None if nudge is None else NUDGE_SECONDS)
        except asyncio.CancelledError:
            is_cancelled = True
    ending.exception()
    return is_cancelled
