"""What the reference says of each public name: its object, its state, and what to use instead."""

import functools
import inspect
import types
from dataclasses import dataclass

from tfshim import public_names, refusals
from tfshim.cli import verdicts
from tfshim.refusals._entries import ANYTHING

# Namespaces whose names are only listed: there are too many, or none of them works.
LISTED_ONLY = ("raw_ops", "dtensor", "lite", "mlir")


@dataclass(frozen=True)
class Name:
    """A public name: `path` is dotted, without `tf.`."""

    path: str
    status: str
    advice: str
    value: object = None

    @property
    def full(self):
        """As a program writes it."""
        return f"tf.{self.path}"

    @property
    def last(self):
        """The name within its namespace."""
        return self.path.rpartition(".")[2]


def namespaces(version):
    """{dotted namespace: its names, sorted} of TensorFlow `version`."""
    return {path: sorted(names) for path, names in sorted(public_names._namespaces(version).items()) if not path.startswith("compat")}


@functools.cache
def described(path, version):
    """The `Name` of a dotted path from `tf`."""
    full = f"tensorflow.{path}"
    verdict = verdicts.of_name(full, version)
    value = None
    if verdict.status == verdicts.SUPPORTED:
        value = verdicts.resolve(full, version)
    return Name(path, verdict.status, verdict.advice, value)


def is_namespace(path, version):
    """Whether the dotted path is a namespace with a page of its own."""
    return path in public_names._namespaces(version)


@functools.cache
def _refused_arguments():
    found = {}
    for entry in refusals.entries():
        if entry.is_argument:
            for name in entry.names:
                found.setdefault(name, []).append(entry)
    return found


def arguments_refused(name):
    """[(argument, what is said of it)] for the arguments that a name, or a method of a class of that name, refuses."""
    rows = []
    for known, entries in _refused_arguments().items():
        if known == name.full or known.startswith(f"{name.full}.") and isinstance(name.value, type):
            member = known.removeprefix(name.full).lstrip(".")
            for entry in entries:
                values = "" if entry.values is ANYTHING else " = " + ", ".join(repr(v) for v in entry.values)
                rows.append((f"{member}({entry.about}{values})" if member else f"{entry.about}{values}", entry.advice(), entry.goes_on))
    return rows


def signature(value):
    """The text of the parameters of something callable, "" where Python does not know them."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def methods(kind):
    """[(name, method)] of the public methods and properties that a class defines or changes, with a docstring of their own."""
    rows = []
    for name in sorted(dir(kind)):
        if name.startswith("_"):
            continue
        found = inspect.getattr_static(kind, name, None)
        found = found.__func__ if isinstance(found, (classmethod, staticmethod)) else found
        if isinstance(found, (types.FunctionType, property)) and inspect.getdoc(found):
            rows.append((name, found))
    return rows
