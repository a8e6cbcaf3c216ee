# SPDX-License-Identifier: MIT
"""A store: every verb of the program, by its name."""

from __future__ import annotations

import os
import threading
import time
import uuid
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generator,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

from .claims import LOG, Claim
from .connection import TRIES, Answer, Connection
from .doors import Door, ListeningServer, OwnProcess
from .errors import Error, ServerDied, error_of
from .event_pages import EventPages
from .names import Method, Named, unescaped
from .pipes import Ended
from .program import find_command
from .times import Duration, Moment, param_of, params_of, seconds_of

if TYPE_CHECKING:
    from .verbs import Verbs

Path = Union[str, "os.PathLike[str]"]


class Result(NamedTuple):
    """What a call answers: `data` as `--json` prints it, `warnings` ({where, code, message}), and the exit code of the
    command line, 0, or 3 where `data` has findings."""

    data: Any
    warnings: List[Dict[str, Any]]
    exit: int


if TYPE_CHECKING:
    Typed = Verbs[Result]
else:
    Typed = object


class Store(Named, Typed):
    """One database through one `rlmdb serve`, which this starts, and starts again when it died; with `socket` through
    one that listens there (`rlmdb serve --socket`) and has the database: connected to, and again when it died.

    Threads may share a store; its calls are done one after the other. After a fork the child has a server of its own.
    Any verb is an attribute: `store.task.add(prompt="…")`, `store.list()`; `import_` is `import`.
    """

    def __init__(
        self,
        database: Optional[Path] = None,
        *,
        directory: Optional[Path] = None,
        client: Optional[str] = None,
        command: Optional[Sequence[str]] = None,
        socket: Optional[Path] = None,
        timeout_ms: Optional[float] = None,
        patience_ms: float = 5000,
    ) -> None:
        if isinstance(command, str):
            raise TypeError('command is a list, such as ["ssh", HOST, "rlmdb", "serve"]')
        if socket is not None and (database, directory, command) != (None, None, None):
            raise TypeError("a server on a socket runs already, and has its database: give only `socket`")
        self._timeout_ms = timeout_ms
        self._patience = patience_ms / 1000
        self._socket = os.fspath(socket) if socket is not None else None
        self._directory = os.fspath(directory) if directory is not None else None
        if socket is None:
            self._command = list(command) if command is not None else find_command()
        self._client = client
        self._connection = self._new_connection(database)
        self._keeper: Optional[Connection] = None
        self._keeper_lock = threading.Lock()
        self._methods: Optional[Dict[str, Method]] = None
        self._connection.start()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the server. What was acknowledged is in the database; what another thread asks for gets `patience_ms`."""
        self._connection.close()
        if self._keeper is not None:
            self._keeper.close()

    @property
    def connection(self) -> Connection:
        """Internal."""
        return self._connection

    @property
    def server(self) -> Dict[str, Any]:
        """What answers: `program`, `schema`, `database`, `host`, `pid` and the rest of `initialize`."""
        return dict(self._connection.server)

    def methods(self) -> Dict[str, Method]:
        """Every verb that can be called, as the program lists them."""
        if self._methods is None:
            listed = self._connection.call("methods", {}, is_repeatable=True)["methods"]
            self._methods = {one["method"]: Method(one["about"], one["changes"], one["words"], one["params"]) for one in listed}
        return self._methods

    def call(self, method: str, /, *words: Any, **params: Any) -> Result:
        """Does one verb: `store.call("task.add", "…", priority=3)`. Raises an `Error`.

        What is typed as a word on the command line needs no name. Params have the names that `methods()` gives; one that is a word of Python takes a `_` behind it (`global_`).
        `timeout_ms`, also a param of every call, stands for the one of the store. A verb that takes a `request_id`
        gets one, so that it can be repeated when the server dies.
        """
        named = {unescaped(name): value for name, value in params.items()}
        described = self.methods().get(method)
        return self._call(method, described.named(method, words, named) if described is not None else named)

    def claim(
        self,
        id: Optional[str] = None,
        *,
        agent: Optional[str] = None,
        tree: Optional[str] = None,
        lease: Duration = "15m",
        wait: Duration = 0,
        **params: Any,
    ) -> Optional[Claim]:
        """The best ready task, or None where none is ready within `wait`. To be used with `with`: see `Claim`.

        Other threads wait meanwhile. Where the server runs on this machine the claim ends with this process; `pid=None`
        leaves it to the lease alone. `timeout_ms` of the store does not count the wait.
        """
        params = {"id": id, "agent": agent, "tree": tree, "lease": lease, "wait": wait, **params}
        params.setdefault("pid", os.getpid() if self._is_local() else None)
        if self._timeout_ms is not None:
            params.setdefault("timeout_ms", self._timeout_ms + seconds_of(wait) * 1000)
        began = time.monotonic()

        def give_back(late: Answer) -> None:
            claim = late["data"]["claim"]
            if claim is not None:
                self._give_back(claim["id"], claim["token"])

        data = self._call("claim", params, when_late=give_back).data["claim"]
        return Claim(self, data, seconds_of(lease), began) if data is not None else None

    def tasks(self, *, wait: Duration = 0, **params: Any) -> Iterator[Claim]:
        """Claims one after the other until none is ready within `wait`: `for task in store.tasks(): with task: …`"""
        while True:
            claim = self.claim(wait=wait, **params)
            if claim is None:
                return
            yield claim

    def events(
        self,
        id: Optional[str] = None,
        *,
        since: Union[int, Moment] = 0,
        limit: Optional[int] = None,
        follow: bool = False,
        pause_ms: float = 200,
        **params: Any,
    ) -> Iterator[Dict[str, Any]]:
        """Events behind the number `since`, or since a time such as "2h", in order, at most `limit`, a page at a time;
        with an `id` those of that task or tree.

        With `follow` it goes on for ever: it asks again `pause_ms` after it has seen the last.
        """
        pages = EventPages(since, limit)
        while not pages.is_over:
            yield from pages.taken(self.call("events", id=id, **pages.asked, **params).data)
            if not pages.has_more:
                if not follow:
                    return
                time.sleep(pause_ms / 1000)

    def follow(self, *, since: Union[int, Moment, None] = None, **params: Any) -> Iterator[Dict[str, Any]]:
        """Events as they are committed, in order, each once, for ever: behind the number `since`, or since a time such as
        "2h", without it those that come from this call on. `params` as `events.follow` has them.

        Has a server of its own, which ends with the iterator, and goes on where it was when that died. Conflict when
        the database was restored or replaced.
        """
        connection, begun = self.begin_to_follow(since, params)
        return self.followed(connection, begun, params)

    def begin_to_follow(self, since: Union[int, Moment, None], params: Dict[str, Any]) -> Tuple[Connection, int]:
        """For `followed`. Internal."""
        connection = self._new_connection(self._connection.server["database"])
        params = {**params_of(params, self.methods()["events.follow"].params), "since": param_of(since, "TIME")}
        begun = connection.call("events.follow", params, is_repeatable=True)
        return connection, int(begun["since"])

    def followed(self, connection: Connection, since: int, params: Dict[str, Any]) -> Generator[Dict[str, Any], None, None]:
        """Internal: see `follow`."""
        deaths = 0
        try:
            while True:
                try:
                    for notice in connection.notices():
                        deaths = 0
                        for event in self._events_of(notice, params):
                            since = event["seq"]
                            yield event
                except Ended:
                    deaths += 1
                    if deaths == TRIES:
                        raise ServerDied("the server that was followed ended each time") from None
                    connection.call("events.follow", {**params, "since": since}, is_repeatable=True)
        finally:
            connection.close()

    def _events_of(self, notice: Dict[str, Any], params: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
        what = notice["params"]
        if notice["method"] == "events.ended":
            raise error_of({"data": what["error"]})
        if notice["method"] == "events":
            yield from what["events"]
        elif notice["method"] == "events.missed":
            for event in self.events(since=what["from"] - 1, **params):
                if event["seq"] > what["to"]:
                    return
                yield event

    def _call(
        self, method: str, params: Dict[str, Any], when_late: Optional[Callable[[Answer], None]] = None
    ) -> Result:
        timeout_ms = params.pop("timeout_ms", self._timeout_ms)
        described = self.methods().get(method)
        if described is not None and "request_id" in described.params and params.get("request_id") is None:
            params = {**params, "request_id": uuid.uuid4().hex}
        is_read = described is not None and not described.changes
        is_repeatable = is_read or params.get("request_id") is not None
        if described is not None:
            params = params_of(params, described.params)
        answer = self._connection.call(
            method, params, is_repeatable=is_repeatable, timeout_ms=timeout_ms, when_late=when_late
        )
        return Result(answer["data"], answer["warnings"], answer["exit"])

    def _keeper_connection(self) -> Connection:
        """A second server, because the first does nothing else while it waits in a call."""
        with self._keeper_lock:
            if self._keeper is None:
                self._keeper = self._new_connection(self._connection.server["database"])
            return self._keeper

    def _new_connection(self, database: Optional[Path]) -> Connection:
        handshake: Dict[str, Any] = {"client": self._client}
        if self._socket is not None:
            door: Door = ListeningServer(self._socket, self._patience)
        else:
            door = OwnProcess(self._command, self._directory)
            handshake["database"] = database
        return Connection(door, handshake, self._patience)

    def _give_back(self, id: str, token: int) -> None:
        """Through a server of its own: that of the store may be in a call, hung or closed."""
        params = {"id": id, "token": token}
        connection = self._new_connection(self._connection.server["database"])
        try:
            connection.call("release", params, is_repeatable=True, timeout_ms=5000)
        except Exception as failure:
            LOG.warning("task %s stays claimed until its lease ends: %s", id, failure)
        finally:
            connection.close()

    def _is_local(self) -> bool:
        """Whether the server can see this process by its number."""
        server = self._connection.server
        return bool(server["boot_id"]) and (server["boot_id"], server["pid_namespace"]) == _own_namespace()


def _own_namespace() -> "tuple[str, str]":
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.readline().strip(), os.readlink("/proc/self/ns/pid")
    except OSError:
        return "", ""
