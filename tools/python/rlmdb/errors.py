# SPDX-License-Identifier: MIT
"""What a call can end with. A class a code of the program, and two families that are the client's own."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Type


class Error(Exception):
    """The program refused, or could not do, what was asked.

    `code`, `message`, `where`, `hint` and `retryable` are what the program says with `--json`, `exit` is the exit code
    that the command line would have had. After a code of the program nothing was changed.
    """

    code = "internal"

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        where: str = "",
        hint: str = "",
        retryable: bool = False,
        exit: int = 1,
        warnings: Optional[List[Dict[str, Any]]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.where = where
        self.hint = hint
        self.retryable = retryable
        self.exit = exit
        self.warnings = warnings or []

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where and self.where not in self.message else ""
        return self.message + place + (f"; {self.hint}" if self.hint else "")


class UsageError(Error):
    """The method, or its params, make no sense."""

    code = "usage"


class NotFound(Error):
    """There is no such database, task, tree, variable or file."""

    code = "not_found"


class InvalidInput(Error):
    """What was given to read is damaged, or refused."""

    code = "invalid_input"


class Conflict(Error):
    """Something is no longer, or not yet, as the call needs it: a claim is lost, a version has gone on."""

    code = "conflict"


class Busy(Error):
    """Another process was writing, or `timeout_ms` was over before the call began or while it waited."""

    code = "busy"


class SchemaTooNew(Error):
    """A newer program has written the database."""

    code = "schema_too_new"


class NotOurDatabase(Error):
    """The file is no database of rlmdb's."""

    code = "not_our_database"


class Corrupt(Error):
    """The database's file is damaged."""

    code = "corrupt"


class IoError(Error):
    """The system refused to read or write."""

    code = "io"


class InternalError(Error):
    """A fault of the program."""

    code = "internal"


class Interrupted(Error):
    """The call was cut short by `$/cancel`."""

    code = "interrupted"


class UnusableProgram(Error):
    """The program is missing, too old, or what was started is not `rlmdb serve`."""

    code = "unusable_program"


class NoAnswer(Error):
    """The call was sent and not answered: it is unknown whether it was done.

    `request_id` is the one that the call carried: the same call with it again is done once. Without one the call
    changes nothing, or its effect has to be looked for.
    """

    code = "no_answer"

    def __init__(self, message: str, *, request_id: Optional[str] = None) -> None:
        again = f"repeat it with request_id={request_id!r}: it is done once" if request_id else "look what became of it"
        super().__init__(message, hint="it is unknown whether it was done; " + again)
        self.request_id = request_id


class ServerDied(NoAnswer):
    """The server's process ended before it answered, each time it was tried."""


class TimedOut(NoAnswer):
    """No answer came within `timeout_ms` and the client's patience. The server was taken for hung, and killed."""


OF_PROGRAM: Dict[str, Type[Error]] = {
    kind.code: kind
    for kind in (
        UsageError,
        NotFound,
        InvalidInput,
        Conflict,
        Busy,
        SchemaTooNew,
        NotOurDatabase,
        Corrupt,
        IoError,
        InternalError,
        Interrupted,
    )
}


def error_of(answer: Dict[str, Any]) -> Error:
    """Of the `error` of a JSON-RPC message. One without `data` is about the message itself, and so usage."""
    data = answer.get("data") or {"code": "usage", "exit": 2}
    kind = OF_PROGRAM.get(data["code"], Error)
    return kind(
        data.get("message", answer.get("message", "")),
        code=data["code"],
        where=data.get("where", ""),
        hint=data.get("hint", ""),
        retryable=data.get("retryable", False),
        exit=data.get("exit", 1),
        warnings=data.get("warnings"),
    )
