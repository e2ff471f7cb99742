"""The state file of a folder of checkpoints, which names the latest and all that are kept: a CheckpointState message in text form."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime import messages
from tfshim.engine.runtime.logger import get_logger
from tfshim.files.places import on_disk
from tfshim.files.replacing import write_beside
from tfshim.io._oserrors import raising_for

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tfshim.engine.values.annotations import Path


def made(
    folder: str,
    latest: str,
    every: Iterable[str],
    timestamps: Iterable[float] | None = None,
    last_preserved: float | None = None,
    relative_paths: bool = True,
) -> Message:
    """The CheckpointState of `folder`, whose latest checkpoint is `latest` and which holds `every`, written at `timestamps`.

    Paths below it are relative to it; without `relative_paths` only where `folder` is relative itself.
    """

    def relative(path: str) -> str:
        if not relative_paths and (os.path.isabs(folder) or os.path.isabs(path)):
            return path
        if not os.path.isabs(path) and (folder or path):
            return os.path.relpath(path, folder or os.curdir)
        return os.path.relpath(path, folder) if folder and path.startswith(os.path.abspath(folder) + os.sep) else path

    return messages.checkpoint_state.CheckpointState(
        model_checkpoint_path=relative(latest),
        all_model_checkpoint_paths=map(relative, every),
        all_model_checkpoint_timestamps=timestamps,
        last_preserved_timestamp=last_preserved,
    )


def write(folder: str, state: Message, name: str = "checkpoint") -> None:
    """Write `state`, see `made`, to the file `name` of `folder`."""
    path = os.path.join(folder, name)
    with raising_for(path):
        write_beside(path, messages.as_text(state).encode())


def write_one(prefix: str) -> None:
    """Have the state file of the folder of `prefix` name this checkpoint alone."""
    folder = os.path.dirname(prefix)
    write(folder, made(folder, prefix, [prefix]))


def read(folder: Path, name: str | None = None) -> Any:
    """The CheckpointState in the file `name` ("checkpoint") of `folder` with its paths as they stand there, see `absolute`.

    None where there is no such file, or none that can be read. Raises ValueError where the file names no checkpoint.
    """
    text_format = messages.text_format()
    path = os.path.join(folder, name or "checkpoint")
    try:
        with open(on_disk(path), encoding="utf-8") as f:
            text = f.read()
        state = text_format.Merge(text, messages.checkpoint_state.CheckpointState())
    except FileNotFoundError:
        return None
    except (OSError, text_format.ParseError) as e:
        # Not silently: the program that called begins anew.
        get_logger().warning("%s: %s", type(e).__name__, e)
        get_logger().warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {os.fspath(folder)}")
    return state


def absolute(folder: Path, path: str) -> str:
    """`path` of the state file of `folder` as others find it. Unlike a message it also holds a folder whose name is no UTF-8."""
    return path if os.path.isabs(on_disk(path)) else os.path.join(os.fsdecode(folder), path)


__all__ = ["absolute", "made", "read", "write", "write_one"]
