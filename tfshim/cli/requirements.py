"""What tfshim requires, and what that requires in turn: whether the installed versions go together."""

import importlib.metadata
import re

_NAME = re.compile(r"[\w.-]+")
# One condition on a version, as in ">=6.31.1,<8"; what is compared otherwise (a pre-release, "===") is left to pip.
_CLAUSE = re.compile(r"\s*(>=|<=|==|!=|~=|<|>)\s*(\d+(?:\.\d+)*)(\.\*)?\s*")


def of_tfshim():
    """({what tfshim requires: its least version, "" for any}, [what its extras for users add]), by names of distributions."""
    required, extras = {}, []
    for name, wanted, marker in _declared("tfshim"):
        if "extra" not in marker:
            least = re.search(r">=\s*([\w.]+)", wanted)
            required[name] = least[1] if least else ""
        elif name != "tfshim" and not any(f"{kind!r}" in marker or f'"{kind}"' in marker for kind in ("test", "lint", "docs", "release")):
            extras.append(name)
    return required, list(dict.fromkeys(extras))


def unmet(name, installed):
    """(a distribution, the versions of it that are wanted) for each that `name` requires and that is installed in another version.

    `installed` gives the version of a distribution, or None. What is required under a condition (`; python_version < "3.9"`) is left out.
    """
    for other, wanted, marker in _declared(name):
        version = None if marker else installed(other)
        clauses = [_CLAUSE.fullmatch(part) for part in wanted.split(",")]
        if version and wanted and not all(clause is None or _holds(version, *clause.groups()) for clause in clauses):
            yield other, wanted


def numbers(version):
    """The numbers that a version begins with, to be compared: 2.11.0 is 2.11."""
    return [int(part) for part in re.sub(r"(\.0)+$", "", re.match(r"[\d.]*", version)[0]).split(".") if part]


def _declared(name):
    """(distribution, conditions on its version, condition on the environment) of what the distribution `name` requires."""
    try:
        texts = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return
    for text in texts:
        needed, _, marker = text.partition(";")
        other = _NAME.match(needed)[0]
        yield other, re.sub(r"^\[.*?\]|[()\s]", "", needed[len(other) :]), marker.strip()


def _holds(version, comparison, bound, any_below):
    have, limit = numbers(version), numbers(bound)
    series = [int(part) for part in bound.split(".")][: -1 if comparison == "~=" else None]
    within = (have + [0] * len(series))[: len(series)] == series
    if any_below:
        return within if comparison == "==" else not within
    if comparison == "~=":
        return within and have >= limit
    return {
        ">=": have >= limit,
        "<=": have <= limit,
        "==": have == limit,
        "!=": have != limit,
        "<": have < limit,
        ">": have > limit,
    }[comparison]
