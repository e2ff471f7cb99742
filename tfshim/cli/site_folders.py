"""Folders among installed packages, which are there as a whole or not at all for whoever looks."""

import os
import shutil


def write(folder, texts):
    """Make `folder` (a Path) with the files `texts`, {name in it: str}. Raises OSError if it cannot be written, or is there."""
    temporary = _out_of_sight(folder)
    for name, text in texts.items():
        path = temporary / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    os.rename(temporary, folder)


def remove(folder):
    """Remove `folder` (a Path). Raises OSError."""
    gone = _out_of_sight(folder)
    os.rename(folder, gone)
    shutil.rmtree(gone)


def _out_of_sight(folder):
    """A name beside `folder` that pip passes over."""
    return folder.with_name(f"~{folder.name}.{os.getpid()}")
