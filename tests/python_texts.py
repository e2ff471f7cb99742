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
_CHANGES = [(re.compile(pattern), words) for pattern, words in (_BEFORE_3_11 if sys.version_info < (3, 11) else [])]


def as_here(recorded):
    """`recorded`, a text or lists of such, with Python's own words as this Python has them."""
    if isinstance(recorded, list):
        return [as_here(part) for part in recorded]
    if isinstance(recorded, str):
        for pattern, words in _CHANGES:
            recorded = pattern.sub(words, recorded)
    return recorded
