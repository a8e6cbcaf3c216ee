# SPDX-License-Identifier: MIT
"""Where a server is reached: a process that is started, or a socket that one listens at."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from typing import List, Optional

from .errors import UnusableProgram


class Door:
    """Opened, closed and opened again. `input` is written to, `output` read; they do not block."""

    # Whether the client says which database it wants.
    names_database = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.input = -1
        self.output = -1

    @property
    def is_open(self) -> bool:
        return self.input >= 0

    def open(self) -> None:
        raise NotImplementedError

    def break_off(self) -> None:
        """From any thread: who reads sees the end."""
        raise NotImplementedError

    def close(self, patience: Optional[float]) -> None:
        """`patience`: seconds in which the server may end."""
        raise NotImplementedError

    def forget(self) -> None:
        """In a forked child: it is the parent's, and only closed here."""
        raise NotImplementedError

    def how_it_ended(self) -> str:
        return "ended the connection"

    def was_killed(self) -> bool:
        """Whether it ended without wanting to, so that another one may do better."""
        return True


class OwnProcess(Door):
    def __init__(self, command: List[str], directory: Optional[str]) -> None:
        super().__init__(" ".join(command))
        self.process: Optional["subprocess.Popen[bytes]"] = None
        self._command = command
        self._directory = directory

    def open(self) -> None:
        if self._directory is not None and not os.path.isdir(self._directory):
            raise NotADirectoryError(f"there is no directory {self._directory}")
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=self._directory,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise UnusableProgram(f"cannot start {self._command[0]}: {error.strerror}") from None
        assert process.stdin is not None and process.stdout is not None
        self.process = process
        self.input = process.stdin.fileno()
        self.output = process.stdout.fileno()
        os.set_blocking(self.input, False)

    def break_off(self) -> None:
        process = self.process
        if process is not None:
            process.kill()

    def close(self, patience: Optional[float]) -> None:
        process = self._taken()
        if process is None:
            return
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def forget(self) -> None:
        process = self._taken()
        if process is not None:
            process.returncode = 0

    def how_it_ended(self) -> str:
        return f"ended with {self.process.wait()}" if self.process is not None else super().how_it_ended()

    def was_killed(self) -> bool:
        return self.process is not None and self.process.wait() < 0

    def _taken(self) -> Optional["subprocess.Popen[bytes]"]:
        process, self.process = self.process, None
        self.input = self.output = -1
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        return process


class ListeningServer(Door):
    """`patience`: seconds in which one that is not there may come (again)."""

    names_database = False
    PAUSE = 0.02

    def __init__(self, path: str, patience: float) -> None:
        super().__init__(f"the server at {path}")
        self._path = path
        self._patience = patience
        self._socket: Optional[socket.socket] = None

    def open(self) -> None:
        deadline = time.monotonic() + self._patience
        while True:
            made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            made.setblocking(False)
            try:
                made.connect(self._path)
                break
            except BaseException as error:
                made.close()
                if not isinstance(error, OSError):
                    raise
                is_absent = isinstance(error, (FileNotFoundError, ConnectionRefusedError, BlockingIOError))
                if not is_absent or time.monotonic() >= deadline:
                    hint = "is `rlmdb serve --socket` running there?"
                    raise UnusableProgram(f"cannot connect to {self._path}: {error.strerror or error}", hint=hint) from None
            time.sleep(self.PAUSE)
        self._socket = made
        self.input = self.output = made.fileno()

    def break_off(self) -> None:
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended by itself

    def close(self, patience: Optional[float]) -> None:
        self.forget()

    def forget(self) -> None:
        made, self._socket = self._socket, None
        self.input = self.output = -1
        if made is not None:
            made.close()
