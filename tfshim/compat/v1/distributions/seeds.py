"""Seeds of a distribution that draws several times."""

from __future__ import annotations

import hashlib


def next_seed(seed: int | None, salt: str) -> int | None:
    """Another seed that follows from `seed` and a word, as TensorFlow derives it; None for None."""
    if seed is None:
        return None
    return int(hashlib.md5(f"{seed}{salt}".encode(), usedforsecurity=False).hexdigest()[:8], 16) & 0x7FFFFFFF
