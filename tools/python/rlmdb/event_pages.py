# SPDX-License-Identifier: MIT
"""Events, page by page: what is asked next, of a store of either kind."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Union

from .times import Moment

PAGE = 1000


class EventPages:
    """`asked` is what the next call of `events` takes; `taken` gives the events of its answer. `is_over`: as many came
    as were wanted. `has_more`: the next page need not be waited for."""

    def __init__(self, since: Union[int, Moment], limit: Optional[int]) -> None:
        self._since = since
        self._left = limit
        self.has_more = True

    @property
    def is_over(self) -> bool:
        return self._left is not None and self._left <= 0

    @property
    def asked(self) -> Dict[str, Any]:
        return {"since": self._since, "limit": PAGE if self._left is None else min(self._left, PAGE)}

    def taken(self, page: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
        self.has_more = page["next"] is not None
        if self._left is not None:
            self._left -= len(page["events"])
        for event in page["events"]:
            self._since = event["seq"]
            yield event
        if self.has_more:
            self._since = page["next"]
