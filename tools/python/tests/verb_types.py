# SPDX-License-Identifier: MIT
"""`rlmdb/verbs.pyi`, made of what the program says of its verbs."""

import keyword

HEAD = '''# SPDX-License-Identifier: MIT
# Written by tests/test_types.py with RLMDB_UPDATE_GOLDEN=1.
"""The verbs of the program, as the attributes of a store."""

import os
from datetime import timedelta
from typing import Any, Generic, Literal, Mapping, Optional, Sequence, TypeVar, Union

from .times import Duration, Moment

Answer = TypeVar("Answer", covariant=True)
Path = Union[str, os.PathLike[str]]
'''
OF_TYPE = {
    **dict.fromkeys(("N", "T", "NUMBER"), "Union[int, str]"),
    **dict.fromkeys(("USD", "SIZE"), "Union[float, str]"),
    **dict.fromkeys(("FILE", "DIR", "PATH", "PLACE"), "Path"),
    **dict.fromkeys(("JSON", "VALUE", "JSON|-"), "Any"),
    **dict.fromkeys(("TIME", "WHEN"), "Moment"),
    **dict.fromkeys(("SEQ|TIME", "MOMENT"), "Union[int, Moment]"),
    "DURATION": "Duration",
    "OBJECTS": "Sequence[Mapping[str, Any]]",
    "DAYS": "Union[int, str, timedelta]",
    "true|false": "bool",
}
# The store has these in its own way.
NOT_THESE = {"claim", "events"}


def verb_types(methods):
    """A class for each word with verbs behind it; the innermost come first."""
    tree = {}
    for name, method in methods.items():
        place = tree
        for word in name.split("."):
            place = place.setdefault(word, {})
        place[""] = method
    classes = []
    members = [line for word in sorted(set(tree) - NOT_THESE) for line in member(word, tree[word], [word], classes)]
    return "\n".join([HEAD, *classes, class_of("Verbs", members)])


def member(word, place, path, classes):
    if set(place) == {""}:
        return signature(python_name(word), place[""])
    name = "_".join(path).title().replace("_", "") + "Verbs"
    lines = signature("__call__", place[""]) if "" in place else []
    for below in sorted(set(place) - {""}):
        lines += member(below, place[below], [*path, below], classes)
    classes.append(class_of(name, lines))
    return ["    @property", f"    def {python_name(word)}(self) -> {name}[Answer]: ..."]


def class_of(name, lines):
    return f"\nclass {name}(Generic[Answer]):\n" + "\n".join(lines) + "\n"


def signature(name, method):
    lines = [f"    def {name}(", "        self,"]
    lines += [f"        {one}" for one in params_of(method, method.words)]
    named = [one for one in method.params if one not in method.words]
    lines += ["        *,", *[f"        {one}" for one in params_of(method, named)]]
    return [*lines, "        timeout_ms: Optional[float] = None,", "    ) -> Answer:", f'        """{method.about}"""', ""]


def params_of(method, names):
    for name in names:
        param = method.params[name]
        is_needed = param["required"]
        kind = type_of(param["type"])
        if param["list"] and not kind.startswith("Mapping"):
            kind = f"Union[{kind}, Sequence[{kind}]]"
        if kind != "Any" and not is_needed:
            kind = f"Optional[{kind}]"
        yield f"{python_name(name)}: {kind}{'' if is_needed else ' = ...'},"


def type_of(type):
    if type in OF_TYPE:
        return OF_TYPE[type]
    if "=" in type:
        return "Mapping[str, Any]"
    if type.startswith("["):
        return "Union[str, Literal[True]]"
    if type[0].islower():
        return "Literal[" + ", ".join(f'"{word}"' for word in type.split("|")) + "]"
    return "str"


def python_name(word):
    return word + "_" if keyword.iskeyword(word) else word
