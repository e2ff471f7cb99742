"""What tfshim does not have: one table, from which the exceptions are made and which `tfshim check` reads.

The entries are in the modules of this package, one for each part of the interface, and are loaded when the first of them is
needed: nothing that works pays for them. Whatever refuses raises `refused(NAME, ABOUT)`, so that no text is elsewhere.
"""

import functools
import importlib
import warnings

_TABLES = ("core", "devices", "files", "keras", "observing", "v1", "contrib", "raw_operations", "written_operations")


@functools.cache
def entries():
    """All `Refusal`s."""
    return tuple(entry for table in _TABLES for entry in importlib.import_module(f"tfshim.refusals.{table}").REFUSALS)


@functools.cache
def _index():
    found = {}
    for entry in entries():
        for name in entry.names:
            if found.setdefault((name, entry.about), entry) is not entry:
                raise ValueError(f"two refusals of {name!r} {entry.about!r}")
    return found


def refused(name, about="", **details):
    """The exception for what is refused, to be raised.

    Args:
        name: the public name, as the table has it.
        about: which argument, or which situation, of the table's entries for that name; "" for the name as a whole.
        details: what the entry's text has in braces, and `value`: the argument's value, to be shown.

    Returns:
        a NotImplementedError, or the exception that TensorFlow itself raises there, where the entry says so.
    """
    entry = _index()[name, about]
    return entry.error(entry.text(name, **details))


_warned = set()


def warn(name, about="", **details):
    """Warn, once for each text, of what is left out while the program goes on: a refusal that must not stop it."""
    text = _index()[name, about].text(name, **details)
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, UserWarning, stacklevel=3)


def refusing(name, parameters="*args, **kwargs", doc=None):
    """A function of the public `name` that raises; `parameters` is the text of its signature."""
    space = {"_refused": refused, "_name": name}
    exec(f"def function({parameters}):\n    raise _refused(_name)\n", space)
    function, short = space["function"], name.rpartition(".")[2]
    function.__name__ = function.__qualname__ = short
    function.__doc__ = doc or f"Not supported: raises NotImplementedError, with what to use instead. Mirrors `{name}`."
    return function


def refusing_class(name, base=object, parameters="*args, **kwargs", members="", static=""):
    """A class of the public `name` that cannot be made: its construction raises, as do its methods.

    `members` has their names, `static` those of static methods.
    """
    error = _index()[name, ""].error.__name__
    body = {
        "__init__": refusing(name, "self, " + parameters if parameters else "self", "Raises."),
        "__doc__": f"Not supported: making one raises {error}, with what to use instead. Mirrors `{name}`.",
    }
    for member in members.split():
        body[member] = refusing(name, "self, *args, **kwargs", "Raises.")
    for member in static.split():
        body[member] = staticmethod(refusing(name, doc="Raises."))
    return type(name.rpartition(".")[2], (base,), body)
