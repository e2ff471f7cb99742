"""Python's own messages, as the running Python words them: TensorFlow's results were recorded with Python 3.11."""

import re
import sys

# What 3.11 says -> what an earlier one says in its place.
_BEFORE_3_11 = [
    (r"property '(\w+)' of '\w+' object has no setter", r"can't set attribute '\1'"),
    (r"cannot access local variable '(\w+)' where it is not associated with a value", r"local variable '\1' referenced before assignment"),
    # how `ast.unparse` writes it
    (r"\blambda:", "lambda :"),
]
# What 3.11 says -> what later ones say in its place.
_SINCE_3_12 = [
    # each pair of an OrderedDict's list, then its brackets
    (
        r"(?<=OrderedDict\(\[)(.*?)(?=\]\))",
        lambda found: re.sub(r"\(('\w+'), ((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", r"\1: \2", found[1]),
    ),
    (r"OrderedDict\(\[(.*?)\]\)", r"OrderedDict({\1})"),
    (r"has type collections\.deque", "has type deque"),
    (
        r"(class \w+) with abstract (methods?) ([\w, ]*\w)",
        lambda found: f"{found[1]} without an implementation for abstract {found[2]} {_quoted(found[3])}",
    ),
    (r"missing a required argument: '(k)'", r"missing a required keyword-only argument: '\1'"),
]
_SINCE_3_13 = [
    *_SINCE_3_12,
    (r"'(\w+)' is an invalid keyword argument for print\(\)", r"print() got an unexpected keyword argument '\1'"),
    (
        r"'(\w+)' parameter is positional only, but was passed as a keyword",
        r"got some positional-only arguments passed as keyword arguments: '\1'",
    ),
    (r"(unexpected keyword argument 'experimental_nothing')(?!\. Did)", r"\1. Did you mean 'experimental_compile'?"),
    (r"('DeviceSpecV2' object has no attribute 'foo')(?! and no)", r"\1 and no __dict__ for setting new attributes"),
]


def _quoted(names):
    return ", ".join(f"'{name}'" for name in names.split(", "))


_HERE = (
    _BEFORE_3_11
    if sys.version_info < (3, 11)
    else _SINCE_3_13
    if sys.version_info >= (3, 13)
    else _SINCE_3_12
    if sys.version_info >= (3, 12)
    else []
)
_CHANGES = [(re.compile(pattern), words) for pattern, words in _HERE]


def as_here(recorded):
    """`recorded`, a text or lists of such, with Python's own words as this Python has them."""
    if isinstance(recorded, list):
        return [as_here(part) for part in recorded]
    if isinstance(recorded, str):
        for pattern, words in _CHANGES:
            recorded = pattern.sub(words, recorded)
    return recorded
