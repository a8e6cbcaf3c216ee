# SPDX-License-Identifier: MIT
"""A client of the task store rlmdb: `store = rlmdb.open("rlm.db")`, then `store.task.add(prompt="…")`.

It starts the program `rlmdb serve` and talks to it over two pipes. Linux, Python 3.9 or newer, no other package.
"""

from .claims import Claim
from .errors import (
    Busy,
    Conflict,
    Corrupt,
    Error,
    InternalError,
    Interrupted,
    InvalidInput,
    IoError,
    NoAnswer,
    NotFound,
    NotOurDatabase,
    SchemaTooNew,
    ServerDied,
    TimedOut,
    UnusableProgram,
    UsageError,
)
from .names import Method, Verb
from .store import Result, Store

__version__ = "0.1.0"

open = Store

__all__ = [
    "Busy",
    "Claim",
    "Conflict",
    "Corrupt",
    "Error",
    "InternalError",
    "Interrupted",
    "InvalidInput",
    "IoError",
    "Method",
    "NoAnswer",
    "NotFound",
    "NotOurDatabase",
    "Result",
    "SchemaTooNew",
    "ServerDied",
    "Store",
    "TimedOut",
    "UnusableProgram",
    "UsageError",
    "Verb",
    "open",
]
