"""Names of TensorFlow that only TensorFlow 1 has: a document that uses one is written for it."""

import re

from tfshim._tables import only_v1 as table

# What was at the top of `tensorflow` in TensorFlow 1 and is in no list of names, because it went with it or is a package of protocols.
_GONE = {"contrib", "examples", "merge_all_summaries"}
# The namespaces whose names show which version a document is written for.
_TELLING = "data image io losses metrics nn saved_model summary test train".split()
_TOP = _GONE.union(table.NAMES[""].split())
_MEMBERS = frozenset(f"{namespace}.{name}" for namespace in _TELLING for name in table.NAMES[namespace].split())
_WORD = re.compile(r"\w+")


def may_use(text):
    """Whether the program `text` has a word that could be a name which only TensorFlow 1 has: most have none, and need no parsing."""
    words = set(_WORD.findall(text))
    return not words.isdisjoint(_TOP) or any(not words.isdisjoint(table.NAMES[namespace].split()) for namespace in _TELLING)


def only_v1(name):
    """Whether the dotted `name`, from `tensorflow`, is one that only TensorFlow 1 has."""
    parts = name.split(".")
    return parts[0] == "tensorflow" and len(parts) > 1 and (parts[1] in _TOP or ".".join(parts[1:3]) in _MEMBERS)
