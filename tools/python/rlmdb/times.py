# SPDX-License-Identifier: MIT
"""Python's times, as the program takes times."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import Any, Dict, Union

Duration = Union[str, int, timedelta]
Moment = Union[str, date, timedelta]

UNIT_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
DAY = timedelta(days=1)


def seconds_of(duration: Union[str, int, float, timedelta]) -> float:
    """Of a text as the program takes it ("90s"), of milliseconds, or of a length of time. 0 for what makes no sense:
    that is the program's to refuse."""
    if isinstance(duration, timedelta):
        return duration.total_seconds()
    if isinstance(duration, (int, float)):
        return duration / 1000
    match = re.fullmatch(r"(\d+)(ms|s|m|h|d)", duration)
    return int(match[1]) * UNIT_SECONDS[match[2]] if match else 0.0


def param_of(value: Any, type: str) -> Any:
    """Of a param that the program describes as of this `type`. What is within JSON stays as it is."""
    if type in ("JSON", "VALUE", "JSON|-", "FIELD=JSON"):
        return value
    if type == "OBJECTS" and isinstance(value, (list, tuple)):
        return [_object(one) for one in value]
    if isinstance(value, (list, tuple)):
        return [param_of(one, type) for one in value]
    if isinstance(value, dict):
        return {name: param_of(one, type) for name, one in value.items()}
    if isinstance(value, timedelta):
        return _whole_days(value) if type == "DAYS" else f"{round(value.total_seconds() * 1000)}ms"
    if isinstance(value, datetime):
        return _moment(value)
    return value.isoformat() if isinstance(value, date) else value


def params_of(params: Dict[str, Any], described: Dict[str, Dict[str, Any]]) -> Dict[str, Any]:
    return {name: param_of(value, described.get(name, {}).get("type", "")) for name, value in params.items()}


def _object(value: Any) -> Any:
    """Its members are as params; what is within these is JSON."""
    if not isinstance(value, dict):
        return value
    return {name: one if isinstance(one, (dict, list, tuple)) else param_of(one, "") for name, one in value.items()}


def _whole_days(value: timedelta) -> int:
    if value % DAY:
        raise ValueError(f"{value!r} is no number of whole days")
    return value // DAY


def _moment(value: datetime) -> str:
    if value.utcoffset() is None:
        raise ValueError(
            f"{value!r} has no time zone, so that it is no point in time: "
            "give it one, as datetime.now(timezone.utc) has, or .astimezone() for local time"
        )
    return value.astimezone(timezone.utc).isoformat()
