"""Which public functions, classes and methods have a help text that is short, or has no example.

    python scripts/help_texts.py [--below 600] [--count] [--version 1]

A method that classes inherit is one text, named after the class that defines it. Names that are refused have the text of their refusal
and are left out, as are properties, exceptions, and what is Python's own or another package's, such as the methods of `unittest.TestCase`.
"""

import argparse
import inspect

from reference import names

# Packages whose classes and methods have the texts of their authors.
_OTHERS = ("numpy", "unittest", "absl", "inspect", "typing", "collections", "threading")


def texts(version=2):
    """[(public names by which it is reached, place of its owner, text)] of all that has or should have one."""
    found = {}
    for path, members in names.namespaces(version).items():
        if path.split(".")[0] in names.LISTED_ONLY:
            continue
        for member in members:
            whole = f"{path}.{member}".lstrip(".")
            if names.is_namespace(whole, version):
                continue
            value = names.described(whole, version).value
            if not callable(value) or inspect.ismodule(value):
                continue
            if isinstance(value, type) and issubclass(value, BaseException):
                continue
            _put(found, value, whole)
            if isinstance(value, type):
                for name, method in names.methods(value):
                    if not isinstance(method, property):
                        _put(found, method, f"{whole}.{name}")
    return list(found.values())


def lacks(text, characters=600):
    """Whether a text is shorter than so many characters, or has no example."""
    return len(text) < characters or ">>>" not in text


def _put(found, value, name):
    if getattr(value, "__module__", "").split(".")[0] in _OTHERS:
        return
    text = inspect.getdoc(value) or ""
    if not text.startswith("Not supported"):
        place = f"{value.__module__}.{getattr(value, '__qualname__', name)}"
        entry = found.setdefault(id(value), ([], place, text))
        entry[0].append(name)


def main():
    """Print each short text with the name by which it is reached first, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--below", type=int, default=600, help="characters that a text should have")
    parser.add_argument("--count", action="store_true", help="print the counts alone")
    parser.add_argument("--version", type=int, choices=(1, 2), default=2, help="whose names: those of `tf`, or of `tf.compat.v1`")
    asked = parser.parse_args()
    found = texts(asked.version)
    short = [entry for entry in found if lacks(entry[2], asked.below)]
    if not asked.count:
        for reached, place, text in sorted(short, key=lambda entry: -len(entry[0])):
            print(f"{len(reached):4} {len(text):5} {'example' if '>>>' in text else '-------'} {reached[0]:60} {place}")
    names_of = sum(len(entry[0]) for entry in found)
    short_names = sum(len(entry[0]) for entry in short)
    print(f"texts: {len(found)}, short or without an example: {len(short)}; counted by every name: {names_of}, {short_names}")


if __name__ == "__main__":
    main()
