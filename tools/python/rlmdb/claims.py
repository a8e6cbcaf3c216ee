# SPDX-License-Identifier: MIT
"""A claimed task: kept while it is worked on, and ended as the work ends."""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Optional, Type

from .errors import Conflict, Error, InvalidInput, NotFound, UsageError

if TYPE_CHECKING:
    from .store import Result, Store

LOG = logging.getLogger("rlmdb")

BEATS_IN_A_LEASE = 3
LONGEST_BEAT = 10.0
HALF_PAIR = re.compile("[\ud800-\udfff]")
MOST_ERROR_CHARACTERS = 1 << 20


class Claim:
    """A task that is this program's until its lease ends.

    With `with`, a thread extends the lease meanwhile. Leaving normally completes the task with `result`, an exception
    fails it with its text, and what is no error (KeyboardInterrupt, SystemExit) gives it back; each goes on. A `result`
    that is no JSON fails it, and is raised; one that could not be stored for another reason gives it back. `complete`,
    `fail` and `release` end it before. After a lost lease nothing is stored: `is_lost`, and what would store raises
    Conflict.
    """

    def __init__(self, store: "Store", data: Dict[str, Any], lease: float, began: float) -> None:
        self.data = data
        self.id: str = data["id"]
        self.token: int = data["token"]
        self.record: Dict[str, Any] = data["task"]
        self.result: Any = None
        self._store = store
        self._lease = lease
        self._began = began
        self._pid = os.getpid()
        self._is_lost = False
        self._has_ended = threading.Event()
        self._turn = threading.Lock()

    @property
    def prompt(self) -> Any:
        return self.record.get("prompt")

    @property
    def is_lost(self) -> bool:
        """The lease has ended and cannot be extended: somebody else may be at work on the task."""
        return self._is_lost

    def append(self, text: str) -> "Result":
        """Adds to the task's output. Durable when it returns."""
        return self._store.call("task.append", id=self.id, token=self.token, text=text)

    def heartbeat(self) -> None:
        """The lease begins anew. Raises Conflict when it is lost. Within `with` a thread does this."""
        with self._turn:
            self._beat()

    def complete(self, result: Any = None, **params: Any) -> "Result":
        """Running to completed, with a text or any JSON value; `params` are those of `task.complete` (`cost_usd`, …)."""
        if result is not None:
            # A text is UTF-8, which has no half of a surrogate pair; JSON has.
            is_text = isinstance(result, str) and not HALF_PAIR.search(result)
            params["result" if is_text else "result_json"] = result
        return self._end("task.complete", params)

    def fail(self, error: str, **params: Any) -> "Result":
        return self._end("task.fail", {"error": error, **params})

    def release(self) -> "Result":
        """Gives it back: queued again, claimable at once, no attempt counted."""
        return self._end("release", {})

    def __enter__(self) -> "Claim":
        threading.Thread(target=self._keep, name=f"rlmdb keeps {self.id}", daemon=True).start()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if os.getpid() != self._pid:
            return
        try:
            if self._has_ended.is_set():
                return
            if error is None:
                self._end_with_result()
            else:
                self._end_with(error)
        finally:
            self._has_ended.set()

    def _end_with_result(self) -> None:
        try:
            self.complete(self.result)
        except BaseException as failure:
            if not self._is_lost:
                is_the_values = isinstance(failure, (UsageError, InvalidInput)) or not isinstance(failure, Error)
                self._end_with(failure if is_the_values else None, "the result could not be stored: ")
            raise

    def _end_with(self, error: Optional[BaseException], what: str = "") -> None:
        """Failed with an Exception; given back for anything else, and where it cannot be failed."""
        if isinstance(error, Exception):
            try:
                self.fail(what + _text_of(error))
                return
            except Exception as failure:
                # The exception that ended the work is the one to be seen.
                LOG.warning("task %s could not be ended: %s", self.id, failure)
        if not self._is_lost:
            with self._turn:
                self._store._give_back(self.id, self.token)

    def _end(self, method: str, params: Dict[str, Any]) -> "Result":
        with self._turn:
            try:
                result = self._store.call(method, id=self.id, token=self.token, **params)
            except (Conflict, NotFound):
                if not self._has_ended.is_set() and "if_version" not in params:
                    self._is_lost = True
                raise
            self._has_ended.set()
            return result

    def _keep(self) -> None:
        pause = self._lease / BEATS_IN_A_LEASE
        next_beat = self._began + pause
        while not self._has_ended.wait(max(0.0, next_beat - time.monotonic())):
            next_beat = time.monotonic() + pause
            try:
                with self._turn:
                    if not self._has_ended.is_set():
                        self._beat()
            except (Conflict, NotFound) as refusal:
                LOG.warning("task %s is lost: %s", self.id, refusal)
                return
            except Exception as failure:
                next_beat = time.monotonic() + min(pause, 1.0)
                LOG.warning("the lease of task %s could not be extended: %s", self.id, failure)

    def _beat(self) -> None:
        params = {"id": self.id, "token": self.token, "lease": round(self._lease * 1000)}
        longest = min(self._lease / BEATS_IN_A_LEASE, LONGEST_BEAT)
        keeper = self._store._keeper_connection()
        try:
            # It may be done twice: the lease only ends a little later.
            keeper.call("heartbeat", params, is_repeatable=True, timeout_ms=longest * 1000)
        except (Conflict, NotFound):
            self._is_lost = True
            raise


def _text_of(error: BaseException) -> str:
    """Its kind and its text, as a text in the store may be, and no longer than a call may be."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:
        text = f"{type(error).__name__}, which cannot say its text"
    if len(text) > MOST_ERROR_CHARACTERS:
        text = f"{text[:MOST_ERROR_CHARACTERS]}… and {len(text) - MOST_ERROR_CHARACTERS} more characters"
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode("utf-8")
