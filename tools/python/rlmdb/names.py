# SPDX-License-Identifier: MIT
"""Verbs by their names, as attributes: of a store whose calls block, and of one whose calls are awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Sequence


class Method(NamedTuple):
    """A verb as the program describes it. `changes`: it may change the database or write files. `words`: params that
    need no name, in order. `params`: by name, each with `type`, `required`, `list` and mostly `about`."""

    about: str
    changes: bool
    words: List[str]
    params: Dict[str, Dict[str, Any]]

    def named(self, name: str, words: Sequence[Any], params: Dict[str, Any]) -> Dict[str, Any]:
        """The params of a call to `name`, with those that were given without one."""
        if len(words) > len(self.words):
            has = ", ".join(self.words) or "none"
            raise TypeError(f"{name} takes without a name: {has}; not {len(words)} values")
        for word in self.words[: len(words)]:
            if word in params:
                raise TypeError(f"{name} got two values for {word}")
        return {**dict(zip(self.words, words)), **params}


class Named:
    """What has verbs as attributes: `store.task.add`."""

    def methods(self) -> Dict[str, Method]:
        raise NotImplementedError

    def call(self, method: str, /, *words: Any, **params: Any) -> Any:
        raise NotImplementedError

    if not TYPE_CHECKING:  # a checker would take any name for a verb

        def __getattr__(self, name: str) -> "Verb":
            return self.verb(unescaped(name))

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.words_behind("")]

    def verb(self, name: str) -> "Verb":
        """`task`, or `task.add`, to be called. AttributeError where the program has none."""
        if name.startswith("_") or not any(one == name or one.startswith(name + ".") for one in self.methods()):
            raise AttributeError(f"there is no verb {name!r}")
        return Verb(self, name)

    def words_behind(self, start: str) -> List[str]:
        """The next words of all methods that begin with `start`."""
        return sorted({one[len(start) :].split(".")[0] for one in self.methods() if one.startswith(start)})


class Verb:
    """A command, or a command and its verb. Called with params it answers a `Result`, of an asynchronous store what is
    to be awaited."""

    def __init__(self, store: Named, name: str) -> None:
        self._store = store
        self._name = name

    def __call__(self, *words: Any, **params: Any) -> Any:
        return self._store.call(self._name, *words, **params)

    def __getattr__(self, name: str) -> "Verb":
        return self._store.verb(f"{self._name}.{unescaped(name)}")

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._store.words_behind(self._name + ".")]

    def __repr__(self) -> str:
        return f"<rlmdb {self._name}>"


def unescaped(name: str) -> str:
    return name[:-1] if name.endswith("_") and not name.startswith("_") else name
