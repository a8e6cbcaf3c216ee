# SPDX-License-Identifier: MIT
"""Messages of JSON-RPC, and pipes that are waited for with a limit."""

from __future__ import annotations

import json
import os
import select
import time
from typing import Any, Dict, Optional

PIECE = 1 << 18


class Ended(Exception):
    """The pipe has ended. `was_sent`: the server may have read the whole call."""

    def __init__(self, was_sent: bool) -> None:
        self.was_sent = was_sent


class OutOfTime(Exception):
    """The limit is over."""


def _plain(value: object) -> object:
    """What JSON has no type for: a path as text."""
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    raise TypeError(f"a value of the type {type(value).__name__} is no JSON")


def message_of(method: str, params: Dict[str, Any], number: Optional[int]) -> bytes:
    message: Dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    # ASCII, because a text may hold half of a surrogate pair.
    return json.dumps(message, default=_plain, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def wait_for(pipe: int, event: int, limit: Optional[float]) -> int:
    """What has happened on the pipe."""
    poll = select.poll()
    poll.register(pipe, event)
    left = None if limit is None else max(0.0, limit - time.monotonic()) * 1000
    events = poll.poll(left)
    if not events:
        raise OutOfTime
    return events[0][1]


def write_all(pipe: int, line: bytes, limit: Optional[float]) -> None:
    """To a pipe that does not block. Ended when nobody reads it any more: the line is not whole then."""
    rest = memoryview(line)
    while rest:
        if wait_for(pipe, select.POLLOUT, limit) & select.POLLERR:
            raise Ended(was_sent=False)
        try:
            rest = rest[os.write(pipe, rest[:PIECE]) :]
        except BlockingIOError:
            continue
        except ConnectionError:
            raise Ended(was_sent=False) from None
