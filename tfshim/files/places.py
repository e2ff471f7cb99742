"""Names of files as users write them."""

from __future__ import annotations

import os

_LOCAL = "file://"


def on_disk(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> str:
    """The path of the local disk that `path` names, which may begin with `file://`."""
    name = os.fsdecode(path)
    return name[len(_LOCAL) :] if name.startswith(_LOCAL) else name
