"""`tfshim check FILE ...`: which of the TensorFlow names that a document uses work, all at once, and what to do about the others."""

import os
import textwrap

from tfshim.cli import verdicts
from tfshim.cli.verdicts import LEFT_OUT, MISSING, REFUSED, SUPPORTED, UNKNOWN
from tfshim.user_programs import documents, names, neighbours

_ORDER = (REFUSED, LEFT_OUT, MISSING, UNKNOWN, SUPPORTED)
_IN_WORDS = {REFUSED: "not supported", LEFT_OUT: "left out with a warning", MISSING: "not yet", UNKNOWN: "not in TensorFlow"}
_PLACES = 4  # how many places of one name are listed
_WIDEST = 60  # a name that is longer pushes the rest of its row


def check(path, version=None, out=print, supported=True):
    """Print every TensorFlow name that the script or notebook at `path` uses, those that do not work first, with what to use instead.

    Arguments whose values are refused have rows of their own. A name is "supported"; "not supported"; "left out", where the
    program goes on without what was asked for; "not yet", if TensorFlow 2.15 has it and tfshim has not; or "unknown", if TensorFlow
    has it neither.

    Args:
        path: a script, or a notebook (`.ipynb`).
        version: 1 or 2: as which TensorFlow's the names are read; None finds out from the document.
        out: called with each line.
        supported: whether names that work are listed too.

    Returns:
        the exit status: 0 if everything is supported, 1 if not (or a part of the document is no Python).

    Raises:
        DocumentError: the file cannot be read.
    """
    pieces = documents.read(path)
    found, calls, broken = names.read(pieces)
    reason = neighbours.reason_for_v1(path, pieces, found) if version is None else None
    version = version or (1 if reason else 2)
    if version == 1:
        out(f"{path} is read as TensorFlow 1" + (f" ({reason})." if reason else "."))
    of_names = {name: verdicts.of_name(name, version) for name in dict.fromkeys(use.name for use in found)}
    rows = {}  # verdict -> its uses
    for use in found:
        rows.setdefault(of_names[use.name], []).append(use)
    arguments = {}
    for call in calls:
        for verdict in verdicts.of_call(call, version):
            (arguments if "(" in verdict.shown else rows).setdefault(verdict, []).append(call)
    written = {**rows, **arguments}
    _write_rows(written if supported else {verdict: uses for verdict, uses in written.items() if verdict.status != SUPPORTED}, out)
    for piece, error in broken:
        place = f"cell {piece.number}, " if piece.number else ""
        out(f"  {place}line {getattr(error, 'lineno', None) or '?'}: not Python: {error.args[0]}")
    if not rows:
        out(f"{path} uses no name of TensorFlow.")
    else:
        out(_summary(rows, arguments))
    return 1 if broken or arguments or any(verdict.status != SUPPORTED for verdict in rows) else 0


def check_all(paths, version=None, out=print):
    """Check several documents, and those of folders: a line for each, and under it what does not work.

    Args:
        paths: scripts, notebooks, and folders, of which all scripts and notebooks are read (not those of hidden folders, nor of
            virtual environments).
        version, out: as for `check`.

    Returns:
        the exit status: 0 if everything is supported, 1 if not, 2 if a file cannot be read, or a folder holds none.
    """
    statuses, count = [], 0
    for path in paths:
        if os.path.isdir(path) and next(_documents([path]), None) is None:
            statuses.append(2)
            out(f"{path}: no script and no notebook in it")
    for path in _documents(paths):
        lines = []
        try:
            statuses.append(check(path, version, lines.append, supported=False))
            out(f"{path}: {lines[-1].removeprefix(f'{path} ')}")
        except documents.DocumentError as e:
            statuses.append(2)
            out(str(e))
        for line in lines[:-1]:
            out(line)
        count += 1
    out(f"{count} file{'' if count == 1 else 's'}, {statuses.count(0)} with nothing in the way.")
    return max(statuses, default=0)


def _documents(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, inner, files in os.walk(path):
            inner[:] = sorted(name for name in inner if name[0] != "." and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg")))
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith((".py", ".ipynb")))


def _write_rows(rows, out):
    ordered = sorted(rows, key=lambda verdict: (_ORDER.index(verdict.status), verdict.shown))
    width = min(max((len(verdict.shown) for verdict in ordered), default=0), _WIDEST)
    status_width = max((len(verdict.status) for verdict in ordered), default=0)
    for verdict in ordered:
        out(f"  {verdict.shown:<{width}}  {verdict.status:<{status_width}}  {_places(rows[verdict])}{_catching(verdict, rows[verdict])}")
        for line in textwrap.wrap(verdict.advice, 110, break_long_words=False, break_on_hyphens=False):
            out(f"      {line}")


def _places(uses):
    """Where something is used: "line 3", "lines 3, 8" or "cell 2, line 3; cell 4, line 1"."""
    found = list(dict.fromkeys((use.cell, use.line) for use in uses))
    more = f" and {len(found) - _PLACES} more" if len(found) > _PLACES else ""
    found = found[:_PLACES]
    if found[0][0] is not None:
        return "; ".join(f"cell {cell}, line {line}" for cell, line in found) + more
    return ("line " if len(found) == 1 and not more else "lines ") + ", ".join(str(line) for _, line in found) + more


def _is_caught(verdict, uses):
    """Whether all the uses are within a `try` that catches what is raised."""
    if verdict.error is None or verdict.status == LEFT_OUT:
        return False
    caught = {kind.__name__ for kind in verdict.error.__mro__[:-1]}
    return all(caught & set(use.caught) for use in uses)


def _catching(verdict, uses):
    return f" (raises {verdict.error.__name__}, which the program catches)" if _is_caught(verdict, uses) else ""


def _summary(rows, arguments):
    count = sum(verdict.status == SUPPORTED for verdict in rows)
    parts = [f"{count} of {len(rows)} names supported"]
    for status in _ORDER[:-1]:
        number = sum(verdict.status == status for verdict in rows)
        if number:
            parts.append(f"{number} {_IN_WORDS[status]}")
    for status in (REFUSED, LEFT_OUT):
        number = sum(verdict.status == status for verdict in arguments)
        if number:
            parts.append(f"{number} argument{'s' if number > 1 else ''} {_IN_WORDS[status]}")
    caught = sum(_is_caught(verdict, uses) for verdict, uses in {**rows, **arguments}.items())
    if caught:
        parts.append(f"{caught} of these caught by the program")
    return ", ".join(parts) + "."
