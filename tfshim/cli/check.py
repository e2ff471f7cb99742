"""`tfshim check FILE`: which of the TensorFlow names that a document uses are there, all at once."""

import importlib

from tfshim import private_modules
from tfshim.cli import documents, era, names


def check(path, version=None, out=print):
    """Print every TensorFlow name that the script or notebook at `path` uses as supported or not yet.

    Args:
        path: a script, or a notebook (`.ipynb`).
        version: 1 or 2: as which TensorFlow's the names are read; None finds out from the document.
        out: called with each line.

    Returns:
        the exit status: 0 if all names are supported, 1 if not (or a part of the document is no Python).

    Raises:
        DocumentError: the file cannot be read.
    """
    pieces = documents.read(path)
    found, broken = names.uses(pieces)
    find_reason = era.notebook_for_v1 if documents.is_notebook(path) else names.written_for_v1
    reason = find_reason(pieces, found) if version is None else None
    version = version or (1 if reason else 2)
    if version == 1:
        out(f"{path} is read as TensorFlow 1" + (f" ({reason})." if reason else "."))
    first = {}
    for use in found:
        first.setdefault(use.name, use)
    problems = {name: _problem(name, version) for name in sorted(first)}
    missing = [name for name, problem in problems.items() if problem]
    width = max((len(names.short(name)) for name in first), default=0)
    for name, problem in problems.items():
        out(f"  {names.short(name):<{width}}  {'not yet' if problem else 'supported':<9}  {first[name].place()}")
    for piece, error in broken:
        place = f"cell {piece.number}, " if piece.number else ""
        out(f"  {place}line {getattr(error, 'lineno', None) or '?'}: not Python: {error.args[0]}")
    if not first:
        out(f"{path} uses no name of TensorFlow.")
    else:
        rest = f", {len(missing)} not yet." if missing else "."
        out(f"{len(first) - len(missing)} of {len(first)} names supported{rest}")
    return 1 if missing or broken else 0


def _problem(name, version):
    """Why the dotted `name` does not resolve in tfshim, or None if it does."""
    try:
        if name.startswith("tensorflow.python."):
            private_modules.resolve(name)
            return None
        parts = name.split(".")[1:]
        beside_v1 = parts[:1] in (["contrib"], ["compat"])
        value = importlib.import_module("tfshim" if version == 2 or beside_v1 else "tfshim.compat.v1")
        for part in parts:
            value = private_modules.member(value, part)
    except (ImportError, AttributeError) as e:
        return str(e)
    return None
