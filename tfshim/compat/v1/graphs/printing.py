"""What the operation `Print` of TensorFlow 1 writes."""

from __future__ import annotations

import sys

import numpy as np


class Printing:
    """What `Print` writes, and how often."""

    def __init__(self, message: str | None, first_n: int | None, summarize: int | None) -> None:
        self.message, self.left, self.summarize = message or "", -1 if first_n is None else first_n, 3 if summarize is None else summarize

    def __call__(self, *arrays: np.ndarray) -> None:
        if self.left == 0:
            return
        self.left -= 1
        print(self.message + "".join(self._text(a) for a in arrays), file=sys.stderr)

    def _text(self, array):
        array = np.asarray(array)
        limit = array.size if self.summarize < 0 else min(self.summarize, array.size)

        def rows(x, taken):
            """The text of `x`, which comes after `taken` elements, and how many there are with it."""
            if x.ndim <= 1:
                kept = x.reshape(-1)[: limit - taken].tolist()
                cut = "..." if len(kept) < x.size and array.ndim > 1 else ""
                return " ".join(map(_shown, kept)) + cut, taken + len(kept)
            made = ""
            for row in x:
                if taken < limit:
                    text, taken = rows(row, taken)
                    made += f"[{text}]"
            return made, taken

        return f"[{rows(array, 0)[0]}{'...' if limit < array.size else ''}]"


def _shown(value):
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return f"{value:.9g}" if isinstance(value, float) else str(int(value)) if isinstance(value, bool) else str(value)
