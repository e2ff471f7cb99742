"""Where a long check is: lines of standard error, at most one a second, which are one on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


def progress(what: str, items: Iterable[T], name: Any = 0) -> Iterator[T]:
    """The `items`, texts or what has one under `name`, with a line about each: what is done, its number and name, the seconds so far."""
    items, start = list(items), time.monotonic()
    end, told = "\r" if sys.stderr.isatty() else "\n", start - 1
    for number, item in enumerate(items, 1):
        now = time.monotonic()
        if now - told >= 1:
            told, shown = now, item if isinstance(item, str) else item[name]
            print(f"{what} {number} of {len(items)}: {shown} ({now - start:.0f} s)", end=end, file=sys.stderr, flush=True)
        yield item
    print(f"{what}: {len(items)} in {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
