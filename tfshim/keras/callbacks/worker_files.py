"""Where one of several workers writes what the first one keeps.

All workers take part in saving, as reading some variables takes all of them; but the files of the others are not wanted.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tfshim.files.places import on_disk

if TYPE_CHECKING:
    from tfshim.keras.annotations import Model


def _is_kept(model: Model) -> bool:
    extended = model.distribute_strategy.extended
    return not extended._in_multi_worker_mode() or extended.should_checkpoint


def _temporary(folder: str, model: Model) -> str:
    # Keras' name of it.
    return os.path.join(folder, f"workertemp_{model.distribute_strategy.cluster_resolver.task_id}")


def folder_to_write(folder: str, model: Model) -> str:
    """`folder` for the first worker, a temporary one in it for others."""
    return folder if _is_kept(model) else _temporary(folder, model)


def remove_temporary(folder: str, model: Model) -> None:
    """Remove the temporary folder that `folder_to_write` gave for `folder`, if it was one."""
    if not _is_kept(model):
        shutil.rmtree(on_disk(_temporary(folder, model)), ignore_errors=True)


@contextlib.contextmanager
def file_to_write(path: str, model: Model) -> Iterator[str]:
    """`path` for the first worker; for others a path in a temporary folder beside it, which is removed afterwards."""
    folder, name = os.path.split(path)
    written = folder_to_write(folder, model)
    if written != folder:
        os.makedirs(on_disk(written), exist_ok=True)
    try:
        yield os.path.join(written, name)
    finally:
        remove_temporary(folder, model)
