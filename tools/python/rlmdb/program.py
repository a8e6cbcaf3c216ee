# SPDX-License-Identifier: MIT
"""Where the program is, and whether it is one that this client can talk to."""

from __future__ import annotations

import os
import re
import shutil
from typing import Any, Dict, List

from .errors import UnusableProgram

PROTOCOL = 1
OLDEST_PROGRAM = (0, 1, 0)


def find_command() -> List[str]:
    """The environment's `RLMDB`, else the program that a wheel carries, else the one on the path."""
    named = os.environ.get("RLMDB")
    if named:
        return [os.path.abspath(named) if os.sep in named else named, "serve"]
    carried = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "rlmdb")
    if os.access(carried, os.X_OK):
        return [carried, "serve"]
    found = shutil.which("rlmdb")
    if found is None:
        raise UnusableProgram(
            "the program `rlmdb` was not found",
            hint="install it, name it in the environment variable RLMDB, or give the whole `command`",
        )
    return [os.path.abspath(found), "serve"]


def require_usable(server: Dict[str, Any], name: str) -> None:
    """Of the answer to `initialize`. UnusableProgram for another protocol or an older program."""
    protocol = server.get("protocol")
    program = str(server.get("program", ""))
    if protocol != PROTOCOL:
        raise UnusableProgram(f"{name} speaks protocol {protocol}, this client {PROTOCOL}", hint=ONE_VERSION)
    numbers = tuple(int(number) for number in re.findall(r"\d+", program)[:3])
    if numbers < OLDEST_PROGRAM:
        oldest = ".".join(str(number) for number in OLDEST_PROGRAM)
        raise UnusableProgram(f"{name} is rlmdb {program}; this client needs {oldest} or newer", hint=ONE_VERSION)


ONE_VERSION = "use a client and a program of one version"
