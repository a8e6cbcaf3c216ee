# SPDX-License-Identifier: MIT
# Written by tests/test_types.py with RLMDB_UPDATE_GOLDEN=1.
"""The verbs of the program, as the attributes of a store."""

import os
from datetime import timedelta
from typing import Any, Generic, Literal, Mapping, Optional, Sequence, TypeVar, Union

from .times import Duration, Moment

Answer = TypeVar("Answer", covariant=True)
Path = Union[str, os.PathLike[str]]


class CheckpointVerbs(Generic[Answer]):
    def create(
        self,
        *,
        name: Optional[str] = ...,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        description: Optional[str] = ...,
        pin: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        json: Any = ...,
        workflow: Optional[str] = ...,
        loop: Optional[str] = ...,
        trigger: Optional[str] = ...,
        retention_days: Optional[Union[int, str]] = ...,
        tag: Optional[Union[str, Sequence[str]]] = ...,
        artifact: Optional[Union[Path, Sequence[Path]]] = ...,
        keep_artifacts: Optional[bool] = ...,
        artifact_bytes: Optional[Union[int, str]] = ...,
        root: Optional[Path] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """keep all variables of the OWNER as they are; prints the ID"""

    def diff(
        self,
        id: Union[str, Sequence[str]],
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what changed between two, or from one to now"""

    def fork(
        self,
        id: str,
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """make a new tree of it"""

    def list(
        self,
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        owner: Optional[str] = ...,
        workflow: Optional[str] = ...,
        loop: Optional[str] = ...,
        workflows: Optional[bool] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """checkpoints of the OWNER, or all"""

    def pin(
        self,
        id: str,
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """prune never takes it"""

    def prune(
        self,
        *,
        tree: Optional[str] = ...,
        keep: Optional[Union[int, str]] = ...,
        dry_run: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        workflow: Optional[str] = ...,
        loop: Optional[str] = ...,
        workflows: Optional[bool] = ...,
        after: Optional[Literal["success", "failure"]] = ...,
        older_than: Optional[Union[int, str, timedelta]] = ...,
        clock_is_right: Optional[bool] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """remove all but the last used ones of each tree"""

    def restore(
        self,
        id: Optional[str] = ...,
        *,
        dry_run: Optional[bool] = ...,
        workflow: Optional[str] = ...,
        loop: Optional[str] = ...,
        root: Optional[Path] = ...,
        last: Optional[bool] = ...,
        select: Optional[str] = ...,
        smart: Optional[bool] = ...,
        allow_unchecked: Optional[bool] = ...,
        artifacts: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """go on from it, if it and its artifacts are as they were; with --last or --smart without an ID"""

    def rollback(
        self,
        id: Optional[str] = ...,
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        at: Optional[Union[int, Moment]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """set the variables back to it, or with --at to a moment"""

    def show(
        self,
        id: str,
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        owner: Optional[str] = ...,
        workflow: Optional[str] = ...,
        loop: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what it holds"""

    def unpin(
        self,
        id: str,
        *,
        tree: Optional[str] = ...,
        task: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """prune may take it again"""



class GridThreadVerbs(Generic[Answer]):
    def complete(
        self,
        id: str,
        *,
        grid: Optional[str] = ...,
        thread_name: Optional[str] = ...,
        commit: Optional[str] = ...,
        file: Optional[Union[Path, Sequence[Path]]] = ...,
        partial_work: Any = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a thread of the block"""

    def partial(
        self,
        id: str,
        *,
        grid: Optional[str] = ...,
        thread_name: Optional[str] = ...,
        commit: Optional[str] = ...,
        file: Optional[Union[Path, Sequence[Path]]] = ...,
        partial_work: Any = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a thread of the block"""

    def start(
        self,
        id: str,
        *,
        grid: Optional[str] = ...,
        thread_name: Optional[str] = ...,
        commit: Optional[str] = ...,
        file: Optional[Union[Path, Sequence[Path]]] = ...,
        partial_work: Any = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a thread of the block"""



class GridWarmthVerbs(Generic[Answer]):
    def __call__(
        self,
        *,
        grid: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what was learned"""

    def add(
        self,
        category: str,
        item: Union[str, Sequence[str]],
        *,
        grid: Optional[str] = ...,
        from_: Optional[str] = ...,
        summary: Optional[Path] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what is not there yet"""



class GridWaveVerbs(Generic[Answer]):
    def complete(
        self,
        n: Optional[Union[int, str]] = ...,
        *,
        grid: Optional[str] = ...,
        progress: Optional[Union[int, str]] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """wave N begins; or the next wave"""

    def start(
        self,
        n: Optional[Union[int, str]] = ...,
        *,
        grid: Optional[str] = ...,
        progress: Optional[Union[int, str]] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """wave N begins; or the next wave"""



class GridWriteThroughVerbs(Generic[Answer]):
    def off(
        self,
        *,
        grid: Optional[str] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """whether each change goes to the files at once"""

    def on(
        self,
        *,
        grid: Optional[str] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """whether each change goes to the files at once"""



class GridVerbs(Generic[Answer]):
    def answer(
        self,
        response: str,
        *,
        grid: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what the user says to the checkpoint"""

    def block(
        self,
        block: str,
        json: Any = ...,
        *,
        grid: Optional[str] = ...,
        partial: Optional[bool] = ...,
        directory: Optional[str] = ...,
        from_: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """it is done: summary, lessons, the next block"""

    def blocker(
        self,
        description: str,
        *,
        grid: Optional[str] = ...,
        block: Optional[str] = ...,
        thread: Optional[str] = ...,
        type: Optional[str] = ...,
        waiting_for: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """something stands in the way"""

    def checkpoint(
        self,
        type: str,
        *,
        grid: Optional[str] = ...,
        wave: Optional[Union[int, str]] = ...,
        thread_name: Optional[str] = ...,
        block: Optional[str] = ...,
        thread: Optional[str] = ...,
        awaiting: Optional[str] = ...,
        expires: Optional[Moment] = ...,
        completed: Any = ...,
        pending: Any = ...,
        warmth: Any = ...,
        replace: Optional[bool] = ...,
        error: Optional[str] = ...,
        details: Any = ...,
        current: Any = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """human_verify, human_action, decision, session_death or failure"""

    def complete(
        self,
        *,
        grid: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """nothing is left to do"""

    def decide(
        self,
        question: str,
        *,
        grid: Optional[str] = ...,
        offer: Optional[Mapping[str, Any]] = ...,
        choice: Optional[str] = ...,
        rationale: Optional[str] = ...,
        affects: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a decision of the user"""

    def diff(
        self,
        moment: Union[Union[int, Moment], Sequence[Union[int, Moment]]],
        *,
        grid: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what changed between two, or from one to now"""

    def fail(
        self,
        error: str,
        *,
        grid: Optional[str] = ...,
        details: Any = ...,
        current: Any = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """it failed, with a checkpoint that says so"""

    def history(
        self,
        *,
        grid: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what happened to it"""

    def init(
        self,
        dir: Optional[Path] = ...,
        *,
        grid: Optional[str] = ...,
        cluster: Optional[str] = ...,
        session: Optional[str] = ...,
        write_through: Optional[bool] = ...,
        mode: Optional[Literal["autopilot", "guided", "hands_on"]] = ...,
        phases: Optional[Union[int, str]] = ...,
        phase_name: Optional[str] = ...,
        blocks: Optional[Union[int, str]] = ...,
        waves: Optional[Union[int, str]] = ...,
        threads: Optional[Union[int, str]] = ...,
        energy: Optional[Union[int, str]] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a new mission"""

    def list(
        self,
        *,
        grid: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """all missions, and what they come to"""

    def pause(
        self,
        reason: Optional[str] = ...,
        *,
        grid: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a session ends: interrupted"""

    def position(
        self,
        json: Any = ...,
        *,
        grid: Optional[str] = ...,
        mode: Optional[Literal["autopilot", "guided", "hands_on"]] = ...,
        phases: Optional[Union[int, str]] = ...,
        phase_name: Optional[str] = ...,
        blocks: Optional[Union[int, str]] = ...,
        waves: Optional[Union[int, str]] = ...,
        threads: Optional[Union[int, str]] = ...,
        energy: Optional[Union[int, str]] = ...,
        phase: Optional[Union[int, str]] = ...,
        status: Optional[Literal["active", "checkpoint", "interrupted", "completed", "failed"]] = ...,
        progress: Optional[Union[int, str]] = ...,
        wave: Optional[Union[int, str]] = ...,
        thread_name: Optional[str] = ...,
        block: Optional[str] = ...,
        thread: Optional[str] = ...,
        error: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """set members of STATE.md"""

    def restore(
        self,
        moment: Union[int, Moment],
        file: Optional[Union[Path, Sequence[Path]]] = ...,
        *,
        grid: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """files as they were then; what was stays a moment"""

    def resume(
        self,
        name: Optional[str] = ...,
        *,
        grid: Optional[str] = ...,
        option: Optional[str] = ...,
        plan: Optional[Path] = ...,
        apply: Optional[Path] = ...,
        feedback: Optional[str] = ...,
        most: Optional[Union[float, str]] = ...,
        root: Optional[Path] = ...,
        from_: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """all that a new session needs, as a prompt"""

    def scratch(
        self,
        note: Union[str, Sequence[str]],
        *,
        grid: Optional[str] = ...,
        block: Optional[str] = ...,
        thread: Optional[str] = ...,
        program: Optional[str] = ...,
        archive: Optional[bool] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """an entry of the scratchpad, a session's heartbeat"""

    def search(
        self,
        text: str,
        *,
        grid: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """lines of files; without --grid of all missions"""

    def show(
        self,
        file: Optional[Path] = ...,
        *,
        grid: Optional[str] = ...,
        at: Optional[Union[int, Moment]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """one and its files, or a file's text"""

    def start(
        self,
        *,
        grid: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a session works on it: active"""

    def status(
        self,
        name: Optional[str] = ...,
        *,
        grid: Optional[str] = ...,
        root: Optional[Path] = ...,
        timestamp: Optional[Moment] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """where it stands, what comes next, what is open"""

    @property
    def thread(self) -> GridThreadVerbs[Answer]: ...
    def unblock(
        self,
        number: Union[int, str],
        resolution: str,
        *,
        grid: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """no more"""

    def validate(
        self,
        name: Optional[str] = ...,
        *,
        grid: Optional[str] = ...,
        root: Optional[Path] = ...,
        timestamp: Optional[Moment] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """commits, files, checkpoint, plans and position"""

    @property
    def warmth(self) -> GridWarmthVerbs[Answer]: ...
    @property
    def wave(self) -> GridWaveVerbs[Answer]: ...
    def write(
        self,
        file: Path,
        path: Optional[Path] = ...,
        *,
        grid: Optional[str] = ...,
        text: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a file of it as it is to be: a plan, notes"""

    @property
    def write_through(self) -> GridWriteThroughVerbs[Answer]: ...


class LoopVerbs(Generic[Answer]):
    def abort(
        self,
        id: str,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """its status: aborted"""

    def auto(
        self,
        id: str,
        at: Union[str, Sequence[str]],
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """take checkpoints by itself, at iteration_boundary, artifact_complete and phase_start; none: no more"""

    def baseline(
        self,
        id: str,
        json: Any = ...,
        *,
        replace: Optional[bool] = ...,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """the project's metrics at its start, given later"""

    def best(
        self,
        id: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """the best one, which need not be the last"""

    def compare(
        self,
        id: Union[str, Sequence[str]],
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """two side by side"""

    def crash(
        self,
        id: str,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """its status: crashed"""

    def export(
        self,
        id: str,
        *,
        output: Optional[Path] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """its state document"""

    def finish(
        self,
        id: str,
        *,
        status: Optional[Literal["completed", "failed", "aborted"]] = ...,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """end it, as completed or by --status"""

    def iterations(
        self,
        id: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """its iterations with their scores"""

    def levels(
        self,
        id: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """changes of its reinforcement level"""

    def list(
        self,
        *,
        all: Optional[bool] = ...,
        limit: Optional[Union[int, str]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """the active loops; with --all every one"""

    def metrics(
        self,
        id: str,
        json: Any = ...,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """set members of persistence_metrics"""

    def pattern(
        self,
        id: str,
        json: Any = ...,
        *,
        pattern: Optional[str] = ...,
        iteration: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """append a pattern; with --pattern set members of one"""

    def patterns(
        self,
        id: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """patterns that were detected"""

    def pause(
        self,
        id: str,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """its status: paused"""

    def phase(
        self,
        id: str,
        phase: str,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """begin a phase"""

    def record(
        self,
        id: str,
        json: Any = ...,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """append an iteration; score, delta, best and level follow"""

    def recover(
        self,
        id: str,
        json: Any = ...,
        *,
        event: Optional[str] = ...,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """append a recovery attempt"""

    def recoveries(
        self,
        id: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """the attempts to put that right"""

    def regression(
        self,
        id: str,
        json: Any = ...,
        *,
        event: Optional[str] = ...,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """append a regression; with --event set members of one"""

    def regressions(
        self,
        id: str,
        *,
        open: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what got worse, and what became of it"""

    def reinforce(
        self,
        id: str,
        level: str,
        *,
        reason: Optional[str] = ...,
        iteration: Optional[Union[int, str]] = ...,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """OFF, MINIMAL, STANDARD, AGGRESSIVE or ADAPTIVE"""

    def report(
        self,
        id: str,
        *,
        output: Optional[Path] = ...,
        html: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """all of it, for people; --html with a chart"""

    def resume(
        self,
        id: str,
        *,
        timestamp: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """its status: running"""

    def show(
        self,
        id: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what is known of it"""

    def start(
        self,
        task: str,
        *,
        id: Optional[str] = ...,
        completion: Optional[str] = ...,
        max_iterations: Optional[Union[int, str]] = ...,
        baseline: Any = ...,
        auto: Optional[Union[str, Sequence[str]]] = ...,
        force: Optional[bool] = ...,
        timestamp: Optional[Moment] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a new one; prints its id"""



class RetentionVerbs(Generic[Answer]):
    def clear(
        self,
        kind: Union[str, Sequence[str]],
        *,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """as if it had never been set"""

    def set(
        self,
        set: Mapping[str, Any],
        *,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """how long, or how many, things of that kind are kept"""

    def show(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """what was set"""



class TaskDependVerbs(Generic[Answer]):
    def add(
        self,
        id: Union[str, Sequence[str]],
        *,
        on: Optional[Union[str, Sequence[str]]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """add, remove or list what tasks depend on"""

    def list(
        self,
        id: Union[str, Sequence[str]],
        *,
        on: Optional[Union[str, Sequence[str]]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """add, remove or list what tasks depend on"""

    def remove(
        self,
        id: Union[str, Sequence[str]],
        *,
        on: Optional[Union[str, Sequence[str]]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """add, remove or list what tasks depend on"""



class TaskVerbs(Generic[Answer]):
    def add(
        self,
        prompt: Optional[str] = ...,
        *,
        prompt_json: Any = ...,
        agent: Optional[str] = ...,
        priority: Optional[Union[int, str]] = ...,
        metadata: Any = ...,
        parent: Optional[str] = ...,
        depends_on: Optional[Union[str, Sequence[str]]] = ...,
        max_attempts: Optional[Union[int, str]] = ...,
        backoff: Optional[Duration] = ...,
        decomposition_strategy: Optional[Literal["parallel", "sequential", "conditional", "map-reduce"]] = ...,
        merge_strategy: Optional[Literal["concatenate", "summarize", "vote", "best-of-n"]] = ...,
        context: Any = ...,
        config: Any = ...,
        new_tree: Optional[bool] = ...,
        execution_mode: Optional[Literal["strict", "seeded", "logged", "default"]] = ...,
        session: Optional[str] = ...,
        hold: Optional[Duration] = ...,
        hold_pid: Optional[Union[int, str]] = ...,
        not_before: Optional[Moment] = ...,
        tree: Optional[str] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a new task, queued; prints its id"""

    def append(
        self,
        id: Optional[str] = ...,
        text: Optional[str] = ...,
        *,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """TEXT, or standard input as it comes, to a running task's output"""

    def cancel(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        tree: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """queued or running to cancelled; with --tree all of a tree"""

    def complete(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        result: Optional[str] = ...,
        result_json: Any = ...,
        partial: Optional[bool] = ...,
        output_type: Optional[Literal["text", "json", "markdown", "code", "file_path"]] = ...,
        confidence: Optional[Union[int, str]] = ...,
        model: Optional[str] = ...,
        finish_reason: Optional[Literal["stop", "length", "tool_use", "error"]] = ...,
        artifact: Optional[Union[Path, Sequence[Path]]] = ...,
        input_tokens: Optional[Union[int, str]] = ...,
        output_tokens: Optional[Union[int, str]] = ...,
        input_cost_usd: Optional[Union[float, str]] = ...,
        output_cost_usd: Optional[Union[float, str]] = ...,
        cost_usd: Optional[Union[float, str]] = ...,
        cache_hits: Optional[Union[int, str]] = ...,
        cache_savings_usd: Optional[Union[float, str]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """running to completed"""

    def cost(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        input_tokens: Optional[Union[int, str]] = ...,
        output_tokens: Optional[Union[int, str]] = ...,
        input_cost_usd: Optional[Union[float, str]] = ...,
        output_cost_usd: Optional[Union[float, str]] = ...,
        cost_usd: Optional[Union[float, str]] = ...,
        cache_hits: Optional[Union[int, str]] = ...,
        cache_savings_usd: Optional[Union[float, str]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """tokens and dollars that a run used, added to the task's"""

    @property
    def depend(self) -> TaskDependVerbs[Answer]: ...
    def fail(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        error: Optional[str] = ...,
        code: Optional[str] = ...,
        output_type: Optional[Literal["text", "json", "markdown", "code", "file_path"]] = ...,
        confidence: Optional[Union[int, str]] = ...,
        model: Optional[str] = ...,
        finish_reason: Optional[Literal["stop", "length", "tool_use", "error"]] = ...,
        artifact: Optional[Union[Path, Sequence[Path]]] = ...,
        input_tokens: Optional[Union[int, str]] = ...,
        output_tokens: Optional[Union[int, str]] = ...,
        input_cost_usd: Optional[Union[float, str]] = ...,
        output_cost_usd: Optional[Union[float, str]] = ...,
        cost_usd: Optional[Union[float, str]] = ...,
        cache_hits: Optional[Union[int, str]] = ...,
        cache_savings_usd: Optional[Union[float, str]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """queued or running to failed"""

    def hold(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        pid: Optional[Union[int, str]] = ...,
        all: Optional[bool] = ...,
        lease: Optional[Duration] = ...,
        release: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """keep queued tasks from others (--all: those held already), or let them go"""

    def note(
        self,
        id: Optional[str] = ...,
        text: Optional[str] = ...,
        *,
        by: Optional[str] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """a note beside the task, with its time; whoever works on it goes on"""

    def remove(
        self,
        id: Union[str, Sequence[str]],
        *,
        recursive: Optional[bool] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """out of the store, with its variables, output and checkpoints"""

    def retry(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        tree: Optional[str] = ...,
        failed: Optional[bool] = ...,
        dry_run: Optional[bool] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """failed or cancelled to queued; with --failed all that failed"""

    def set(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        set: Optional[Mapping[str, Any]] = ...,
        *,
        not_before: Optional[Moment] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """members of the record; of a root also its tree's execution_mode and session_id"""

    def start(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        pid: Optional[Union[int, str]] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        ndjson: Optional[Path] = ...,
        tasks: Optional[Sequence[Mapping[str, Any]]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """queued to running"""



class VarVerbs(Generic[Answer]):
    def delete(
        self,
        name: Union[str, Sequence[str]],
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        root: Optional[Path] = ...,
        reason: Optional[str] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """take them away, all of them or none"""

    def drop(
        self,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        yes: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show the state document; with --yes remove all of it"""

    def dump(
        self,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        resolve: Optional[bool] = ...,
        root: Optional[Path] = ...,
        at: Optional[Union[int, Moment]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """the whole state as one JSON object: names and values, Final null where there is none"""

    def get(
        self,
        name: str,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        inherit: Optional[bool] = ...,
        stored: Optional[bool] = ...,
        count: Optional[bool] = ...,
        root: Optional[Path] = ...,
        at: Optional[Union[int, Moment]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """print its value as JSON, with --text a text bare"""

    def history(
        self,
        name: Optional[str] = ...,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """every change of them that is known, oldest first"""

    def list(
        self,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        at: Optional[Union[int, Moment]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """all of them, expired ones too"""

    def rename(
        self,
        old: str,
        new: str,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        root: Optional[Path] = ...,
        reason: Optional[str] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """place, value and times stay"""

    def set(
        self,
        name: str,
        value: Any = ...,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        root: Optional[Path] = ...,
        type: Optional[Literal["text", "number", "boolean", "null", "json", "array", "file_path", "file_content"]] = ...,
        description: Optional[str] = ...,
        source: Optional[str] = ...,
        ttl: Optional[Duration] = ...,
        read_only: Optional[bool] = ...,
        writable: Optional[bool] = ...,
        spill_to_file: Optional[bool] = ...,
        complete: Optional[bool] = ...,
        propagate: Optional[bool] = ...,
        reason: Optional[str] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """create or overwrite it; VALUE is JSON, with --text a text"""

    def states(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """list the state documents"""

    def status(
        self,
        status: str,
        *,
        task: Optional[str] = ...,
        tree: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        reason: Optional[str] = ...,
        if_version: Optional[Union[int, str]] = ...,
        token: Optional[Union[int, str]] = ...,
        force: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """set a document's: incomplete, complete, error, cancelled"""



class Verbs(Generic[Answer]):
    def adopt(
        self,
        dir: Optional[Path] = ...,
        *,
        undo: Optional[bool] = ...,
        dry_run: Optional[bool] = ...,
        force: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """move a whole legacy project into its database, and back"""

    def backup(
        self,
        file: Path,
        *,
        force: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """copy the database to one verified file"""

    def budget(
        self,
        id: Optional[str] = ...,
        *,
        set: Optional[Union[float, str]] = ...,
        clear: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show what a tree may cost and has cost, and set it"""

    @property
    def checkpoint(self) -> CheckpointVerbs[Answer]: ...
    def cleanup(
        self,
        id: Optional[Union[str, Sequence[str]]] = ...,
        *,
        dry_run: Optional[bool] = ...,
        yes: Optional[bool] = ...,
        clock_is_right: Optional[bool] = ...,
        completed: Optional[Duration] = ...,
        failed: Optional[Duration] = ...,
        unreviewed: Optional[bool] = ...,
        cancelled: Optional[Duration] = ...,
        events: Optional[Duration] = ...,
        requests: Optional[Duration] = ...,
        checkpoints: Optional[Union[int, str]] = ...,
        batch: Optional[Union[int, str]] = ...,
        review: Optional[bool] = ...,
        reviewed: Optional[bool] = ...,
        not_reviewed: Optional[bool] = ...,
        note: Optional[str] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """remove finished tasks that are old enough, and what has expired"""

    def cost(
        self,
        id: Optional[str] = ...,
        *,
        by: Optional[Literal["node", "depth", "agent", "model"]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show where a tree's tokens and money went"""

    def eta(
        self,
        id: Optional[str] = ...,
        *,
        backtest: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """estimate when a tree will be done"""

    def explain(
        self,
        code: Optional[str] = ...,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """explain the code of an error, finding or reason"""

    def export(
        self,
        *,
        format: Optional[Literal["tasks-json", "tree", "state", "checkpoint", "loop", "project"]] = ...,
        tree: Optional[str] = ...,
        node: Optional[str] = ...,
        global_: Optional[bool] = ...,
        session: Optional[str] = ...,
        temp: Optional[str] = ...,
        state: Optional[str] = ...,
        checkpoint: Optional[str] = ...,
        loop: Optional[str] = ...,
        output: Optional[Path] = ...,
        force: Optional[bool] = ...,
        updated_at: Optional[Moment] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """write tasks, a tree, a state, a checkpoint, a loop, or a project"""

    @property
    def grid(self) -> GridVerbs[Answer]: ...
    def heartbeat(
        self,
        id: str,
        *,
        token: Union[int, str],
        lease: Optional[Duration] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """keep a claimed task"""

    def import_(
        self,
        path: Optional[Union[Path, Sequence[Path]]] = ...,
        *,
        text: Optional[Union[str, Sequence[str]]] = ...,
        name: Optional[Union[Path, Sequence[Path]]] = ...,
        dry_run: Optional[bool] = ...,
        quarantine: Optional[bool] = ...,
        salvage: Optional[bool] = ...,
        on_conflict: Optional[Literal["fail", "skip", "newer", "replace"]] = ...,
        merge: Optional[Literal["newest"]] = ...,
        no_prove: Optional[bool] = ...,
        strict: Optional[bool] = ...,
        keep_going: Optional[bool] = ...,
        live: Optional[bool] = ...,
        max_depth: Optional[Union[int, str]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """bring legacy files in, without loss and with proof"""

    def init(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """create an empty database"""

    def limits(
        self,
        id: Optional[str] = ...,
        *,
        max_depth: Optional[Union[int, str]] = ...,
        max_children: Optional[Union[int, str]] = ...,
        max_nodes: Optional[Union[int, str]] = ...,
        max_context_tokens: Optional[Union[int, str]] = ...,
        timeout: Optional[Duration] = ...,
        refuse: Optional[bool] = ...,
        warn: Optional[bool] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show how far a tree may grow, and set it"""

    def list(
        self,
        which: Optional[str] = ...,
        *,
        state: Optional[str] = ...,
        agent: Optional[str] = ...,
        tree: Optional[str] = ...,
        created: Optional[Moment] = ...,
        since: Optional[Moment] = ...,
        until: Optional[Moment] = ...,
        started: Optional[Moment] = ...,
        ended: Optional[Moment] = ...,
        where: Optional[str] = ...,
        limit: Optional[Union[int, str]] = ...,
        after: Optional[str] = ...,
        blocked: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """list tasks, newest first"""

    @property
    def loop(self) -> LoopVerbs[Answer]: ...
    def maintain(
        self,
        *,
        dry_run: Optional[bool] = ...,
        backup: Optional[Path] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """clean up by the retention that was set, for a timer"""

    def merge(
        self,
        node: str,
        *,
        strategy: Optional[Literal["concatenate", "summarize", "vote", "best-of-n"]] = ...,
        vote: Optional[Literal["majority", "consensus", "plurality"]] = ...,
        separator: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """bring the results of a node's children together"""

    def migrate(
        self,
        action: str,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show or apply steps of the database's schema"""

    def prime(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """tell an agent what it needs to know before it begins"""

    def progress(
        self,
        id: Optional[str] = ...,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show how far trees are"""

    def purge(
        self,
        *,
        task: Optional[Union[str, Sequence[str]]] = ...,
        tree: Optional[str] = ...,
        session: Optional[str] = ...,
        text: Optional[str] = ...,
        text_file: Optional[Path] = ...,
        with_children: Optional[bool] = ...,
        force: Optional[bool] = ...,
        dry_run: Optional[bool] = ...,
        yes: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """take a task, a tree, a session or a text out for good"""

    def ready(
        self,
        *,
        agent: Optional[str] = ...,
        tree: Optional[str] = ...,
        limit: Optional[Union[int, str]] = ...,
        after: Optional[str] = ...,
        explain: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """list the tasks that claim would take, best first"""

    def recover(
        self,
        id: Optional[str] = ...,
        *,
        tree: Optional[Union[str, Literal[True]]] = ...,
        dry_run: Optional[bool] = ...,
        retry_failed: Optional[bool] = ...,
        force: Optional[bool] = ...,
        plan: Optional[Path] = ...,
        apply: Optional[Path] = ...,
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """queue what a crash interrupted again"""

    def release(
        self,
        id: str,
        *,
        token: Union[int, str],
        request_id: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """give a claimed task back"""

    def report(
        self,
        id: Optional[str] = ...,
        *,
        output: Optional[Path] = ...,
        html: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """write what a person wants to know of a tree"""

    def restore(
        self,
        file: Path,
        *,
        force: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """put a backup back as the database"""

    @property
    def retention(self) -> RetentionVerbs[Answer]: ...
    def search(
        self,
        text: Union[str, Sequence[str]],
        *,
        tree: Optional[str] = ...,
        in_: Optional[Union[Literal["prompt", "result", "error", "output", "note", "variable"], Sequence[Literal["prompt", "result", "error", "output", "note", "variable"]]]] = ...,
        created: Optional[Moment] = ...,
        since: Optional[Moment] = ...,
        until: Optional[Moment] = ...,
        limit: Optional[Union[int, str]] = ...,
        after: Optional[Union[int, str]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """find text in prompts, results, errors, outputs, notes, variables"""

    def show(
        self,
        id: Union[str, Sequence[str]],
        *,
        at: Optional[Union[int, Moment]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show tasks with all their members"""

    def sql(
        self,
        statement: str,
        *,
        limit: Optional[Union[int, str]] = ...,
        after: Optional[Union[int, str]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """run one read-only SQL statement"""

    def stats(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """count tasks by state"""

    def status(
        self,
        id: Optional[str] = ...,
        *,
        depth: Optional[Union[int, str]] = ...,
        cost: Optional[bool] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show what a tree is doing, and its cost"""

    def summary(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """show what runs and what is newest"""

    @property
    def task(self) -> TaskVerbs[Answer]: ...
    def tree(
        self,
        id: Optional[str] = ...,
        *,
        format: Optional[Literal["unicode", "ascii", "json", "mermaid", "dot", "ascii_tree", "graphviz"]] = ...,
        depth: Optional[Union[int, str]] = ...,
        cost: Optional[bool] = ...,
        at: Optional[Union[int, Moment]] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """draw a tree"""

    def trees(
        self,
        *,
        session: Optional[str] = ...,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """list all trees, newest first"""

    def vacuum(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """make the file smaller after rows were removed"""

    @property
    def var(self) -> VarVerbs[Answer]: ...
    def verify(
        self,
        file: Optional[Path] = ...,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """check the database, or compare it with a file or a project"""

    def where(
        self,
        *,
        owner: Optional[str] = ...,
        timeout_ms: Optional[float] = None,
    ) -> Answer:
        """say which database is used, and why"""

