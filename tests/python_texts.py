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
# What 3.11 says -> what a later one says in its place.
_SINCE_3_13 = [
    (r"'(\w+)' is an invalid keyword argument for print\(\)", r"print() got an unexpected keyword argument '\1'"),
]
_HERE = _BEFORE_3_11 if sys.version_info < (3, 11) else _SINCE_3_13 if sys.version_info >= (3, 13) else []
_CHANGES = [(re.compile(pattern), words) for pattern, words in _HERE]


def as_here(recorded):
    """`recorded`, a text or lists of such, with Python's own words as this Python has them."""
    if isinstance(recorded, list):
        return [as_here(part) for part in recorded]
    if isinstance(recorded, str):
        for pattern, words in _CHANGES:
            recorded = pattern.sub(words, recorded)
    return recorded
