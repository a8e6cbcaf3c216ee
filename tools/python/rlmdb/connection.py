# SPDX-License-Identifier: MIT
"""The calls to one server, through a door that is opened again when the server died."""

from __future__ import annotations

import atexit
import json
import os
import select
import threading
import time
import weakref
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, NoReturn, Optional

from .doors import Door
from .errors import Busy, Conflict, Error, InternalError, Interrupted, ServerDied, TimedOut, UnusableProgram, error_of
from .pipes import PIECE, Ended, OutOfTime, message_of, wait_for, write_all
from .program import ONE_VERSION, PROTOCOL, require_usable

Answer = Dict[str, Any]

TRIES = 3
SECONDS_TO_START = 30.0


class Connection:
    """Opens the door when it is needed, and again when the server died. Threads take turns; a forked child begins anew.

    `handshake` is what `initialize` is told. `patience`: seconds beyond a call's own limit, after which a server that
    does not answer is taken for hung: killed, or left.
    """

    def __init__(self, door: Door, handshake: Dict[str, Any], patience: float) -> None:
        self.server: Answer = {}
        self._door = door
        self._handshake = handshake
        self._patience = patience
        self._is_closed = False
        self._last_number = 0
        self._bytes = bytearray()
        self._lock = threading.RLock()
        self._how_it_ended = ""
        self._was_killed = False
        self._is_calling = False
        self._write_turn = threading.Lock()
        self._open_number: Optional[int] = None
        # Set by another thread: the call that is open is to end.
        self.is_cut_short = False
        _connections.add(self)

    def call(
        self,
        method: str,
        params: Dict[str, Any],
        *,
        is_repeatable: bool,
        timeout_ms: Optional[float] = None,
        when_late: Optional[Callable[[Answer], None]] = None,
    ) -> Answer:
        """The result. `is_repeatable`: doing it twice is as doing it once, so that it may be sent again when the server
        died. `when_late` gets the result of a call that KeyboardInterrupt came into, when it was done all the same.
        """
        deadline = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000
        is_unknown = False
        with self._turn(deadline):
            for tries_left in reversed(range(TRIES)):
                try:
                    self._require_wanted()
                    self._start()
                    limited = dict(params)
                    if deadline is not None:
                        limited["timeout_ms"] = max(0, round((deadline - time.monotonic()) * 1000))
                    return self._exchange(method, limited, self._end_of_patience(deadline), when_late)
                except OutOfTime:
                    text = f"{method} was not answered within {timeout_ms} ms and {self._patience} s more"
                    raise TimedOut(text, request_id=params.get("request_id")) from None
                except UnusableProgram as error:
                    if not is_unknown:
                        raise
                    raise self._died(method, params) from error
                except Ended as end:
                    self._require_wanted()
                    is_unknown = is_unknown or end.was_sent
                    if self._is_closed or tries_left == 0 or (end.was_sent and not is_repeatable):
                        raise self._died(method, params) from None
        raise AssertionError("unreachable")

    def cut_short(self, began: float) -> None:
        """From any thread, and again until the call has ended: asks the server to end it. `began`: when that was first
        asked; a server that does not answer within the patience is killed, or left."""
        self.is_cut_short = True
        if time.monotonic() > began + self._patience:
            self._door.break_off()
        number = self._open_number
        if number is None or not self._write_turn.acquire(blocking=False):
            return
        try:
            write_all(self._door.input, message_of("$/cancel", {"id": number}, None), time.monotonic() + 0.1)
        except (Ended, OutOfTime, OSError):
            pass  # who reads the answer sees that
        finally:
            self._write_turn.release()

    def break_off(self) -> None:
        """From any thread: what is open ends, and nothing begins any more. `close` is still to be called."""
        self._is_closed = True
        self._door.break_off()

    def _require_wanted(self) -> None:
        if self.is_cut_short:
            raise Interrupted("the call was taken back", exit=130)

    def _died(self, method: str, params: Dict[str, Any]) -> ServerDied:
        return ServerDied(f"the server ended before it answered {method}", request_id=params.get("request_id"))

    def notices(self) -> Iterator[Answer]:
        """The notifications that come, for ever. Ended when the server died. Nobody calls meanwhile."""
        while True:
            try:
                if not self._door.is_open:
                    raise Ended(was_sent=True)
                message = self._message(self._line(None))
            except Ended:
                self._kill()
                raise
            if isinstance(message, dict) and "method" in message:
                yield message

    def start(self) -> Answer:
        """Starts the server if it does not run, and returns what it says of itself."""
        with self._turn(None):
            self._start()
            return self.server

    def close(self) -> None:
        """Ends the server. A call that another thread is in gets the patience to end, then the server is killed."""
        self._is_closed = True
        if not self._lock.acquire(timeout=self._patience):
            self._door.break_off()
            self._lock.acquire()
        try:
            self._door.close(self._patience)
        finally:
            self._lock.release()

    def __del__(self) -> None:
        if hasattr(self, "_is_calling") and self._door.is_open:
            self.close()

    def forget(self) -> None:
        """In a forked child: the server is the parent's. Its door is closed here, so that it sees the parent's end."""
        self._lock = threading.RLock()
        self._write_turn = threading.Lock()
        self._is_calling = False
        self._door.forget()

    @contextmanager
    def _turn(self, deadline: Optional[float]) -> Iterator[None]:
        wait = -1 if deadline is None else max(0.0, deadline - time.monotonic())
        if not self._lock.acquire(timeout=wait):
            raise Busy("calls of other threads took until timeout_ms was over", retryable=True, exit=5)
        try:
            if self._is_calling:
                raise RuntimeError("a call within a call: from a signal handler, use a store of its own")
            self._is_calling = True
            try:
                yield
            finally:
                self._is_calling = False
        finally:
            self._lock.release()

    def _end_of_patience(self, deadline: Optional[float]) -> Optional[float]:
        return None if deadline is None else deadline + self._patience

    def _start(self) -> None:
        if self._is_closed:
            raise ValueError("the store is closed")
        if self._door.is_open:
            return
        for tries_left in reversed(range(TRIES)):
            self._bytes.clear()
            self._door.open()
            try:
                return self._initialize()
            except Ended:
                if not self._was_killed or tries_left == 0:
                    self._refuse(f"{self._how_it_ended} before it answered")
            except BaseException:
                self._kill()
                raise

    def _initialize(self) -> None:
        limit = time.monotonic() + SECONDS_TO_START
        try:
            server = self._exchange("initialize", {"protocol": PROTOCOL, **self._handshake}, limit, None)
        except OutOfTime:
            self._refuse(f"did not answer within {SECONDS_TO_START:.0f} s")
        except Error as error:
            if error.where == "params/protocol":
                raise UnusableProgram(f"{self._door.name}: {error.message}", hint=ONE_VERSION) from None
            raise
        require_usable(server, self._door.name)
        if not self._door.names_database and server["database"] != self.server.get("database", server["database"]):
            raise Conflict(f"{self._door.name} has another database now", where=server["database"])
        self.server = server
        if self._door.names_database:
            # The same again, wherever another search would lead by then.
            self._handshake = {**self._handshake, "database": server["database"]}

    def _refuse(self, what: str) -> NoReturn:
        raise UnusableProgram(f"`{self._door.name}` {what}", hint="is it rlmdb, new enough to have `serve`, and can it start?")

    def _exchange(
        self, method: str, params: Dict[str, Any], limit: Optional[float], when_late: Optional[Callable[[Answer], None]]
    ) -> Answer:
        number = self._last_number + 1
        line = message_of(method, params, number)
        self._last_number = number
        was_sent = False
        try:
            try:
                self._send(line, limit)
                was_sent = True
                self._open_number = number
            except Ended:
                pass  # who was refused is told so below
            answer = self._answer_to(number, limit)
        except Ended:
            self._kill()
            raise Ended(was_sent) from None
        except OutOfTime:
            self._kill()
            raise
        except Error:
            raise
        except BaseException:
            if was_sent:
                self._take_back(number, when_late)
            else:
                self._kill()
            raise
        finally:
            self._open_number = None
        if "error" in answer:
            error = error_of(answer["error"])
            if isinstance(error, Interrupted) and not self.is_cut_short:
                # Not by this client: the server is being ended.
                self._kill()
                raise Ended(was_sent=True)
            raise error
        result = answer.get("result")
        if not isinstance(result, dict):
            self._kill()
            self._refuse("answered with what is no result")
        return result

    def _take_back(self, number: int, when_late: Optional[Callable[[Answer], None]]) -> None:
        """After an interruption: the call is cancelled and its answer read, so that the next one gets its own."""
        limit = time.monotonic() + self._patience
        try:
            self._send(message_of("$/cancel", {"id": number}, None), limit)
            answer = self._answer_to(number, limit)
        except (Ended, OutOfTime, Error):
            self._kill()
            return
        except BaseException:
            self._kill()
            raise
        if when_late is not None and isinstance(answer.get("result"), dict):
            when_late(answer["result"])

    def _send(self, line: bytes, limit: Optional[float]) -> None:
        with self._write_turn:
            write_all(self._door.input, line, limit)

    def _answer_to(self, number: int, limit: Optional[float]) -> Answer:
        """The message with that id, or with null: of a line that the server could not read. One call is open at a time,
        so others are left of calls that were given up.
        """
        while True:
            answer = self._message(self._line(limit))
            if isinstance(answer, dict) and "method" not in answer and answer.get("id") in (number, None):
                return answer

    def _message(self, line: bytes) -> Any:
        try:
            return json.loads(line.decode("utf-8"))
        except RecursionError:
            raise InternalError("the answer is nested more deeply than Python reads") from None
        except ValueError:
            self._kill()
            self._refuse(f"answered with what is no JSON: {line[:100]!r}")

    def _line(self, limit: Optional[float]) -> bytes:
        searched = 0
        while True:
            end = self._bytes.find(b"\n", searched)
            if end >= 0:
                line = bytes(self._bytes[:end])
                del self._bytes[: end + 1]
                return line
            searched = len(self._bytes)
            wait_for(self._door.output, select.POLLIN, limit)
            try:
                piece = os.read(self._door.output, PIECE)
            except ConnectionError:
                piece = b""
            if not piece:
                raise Ended(was_sent=True)
            self._bytes += piece

    def _kill(self) -> None:
        if self._door.is_open:
            self._door.break_off()
            self._how_it_ended = self._door.how_it_ended()
            self._was_killed = self._door.was_killed()
            self._door.close(None)


_connections: "weakref.WeakSet[Connection]" = weakref.WeakSet()


def _forget_all() -> None:
    for connection in list(_connections):
        connection.forget()


def _close_all() -> None:
    for connection in list(_connections):
        connection.close()


os.register_at_fork(after_in_child=_forget_all)
atexit.register(_close_all)
