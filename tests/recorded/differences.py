"""How two results of an expression differ, and which differences are known.

tests/data/expressions/TOPIC.differs lists what is known to differ: a line `KIND: reason`, and below it, indented, the
expressions. A case that differs in more than its kind fails, and so does one that does not differ any more. The kinds:

- name: the exception's text but for the name of the call at its end.
- type: what is shown; the name of its class is another.
- operation: the text but for the names and dumps of operations and nodes, tracebacks, and the arguments of Keras' calls.
- words: most words of the text (`tests.ops.laws.message_differs`).
- text: the text; the exception's class is TensorFlow's.
- answer: the whole result.
- rounding N: the figures in what `show` gives, by N times the tolerance of their dtype; decimals N: plain Python floats,
  by N * 1e-5. Below it is any part of an expression (`*` for all), and the largest N that applies counts.

`sometimes` before a kind: whether it differs depends on the version of Python or NumPy, or on the seed of hashes. So it
does with rounding on every processor.
"""

import functools
import math
import re

from tests.ops.laws import message_differs
from tests.recorded.expressions import FOLDER
from tests.recorded.tensors import differs, parsed

KINDS = (None, "name", "type", "operation", "words", "text", "answer")


@functools.cache
def known(topic):
    """What differs in a topic: ({expression: (kind, whether it always does, reason)}, [(part, "rounding" or "decimals", factor)])."""
    cases, figures = {}, []
    path = FOLDER / f"{topic}.differs"
    for line in path.read_text().splitlines() if path.exists() else ():
        if not line.startswith(" "):
            kind, reason = line.split(": ", 1)
            always = not kind.startswith("sometimes ")
            kind, _, factor = kind.removeprefix("sometimes ").partition(" ")
        elif factor:
            figures.append((line.strip(), kind, float(factor)))
        else:
            cases[line.strip()] = kind, always, reason
    return cases, figures


def kind_of_difference(got, want):
    """The kind of difference between two results; None if there is none."""
    if got[0] == want[0] == "raises":
        # How many layers of a class there were before depends on the cases that this process ran.
        got, want = ([*answer[:2], re.sub(r"(layer '\w+?)_\d+'", r"\1'", answer[2])] for answer in (got, want))
    if got == want:
        return None
    if "raises" not in (got[0], want[0]) and got[1:] == want[1:]:
        return "type"
    if want[0] != "raises" or got[:2] != want[:2]:
        return "answer"
    got, want = got[2], want[2]
    if got.removesuffix(" name: ") == want.removesuffix(" name: "):
        return "name"
    if core(got) == core(want):
        return "operation"
    return "words" if message_differs(got, want, 0.6) is None else "text"


def core(message):
    """An exception's text without what depends on how the result is computed."""
    message = re.split(r"\n\nCall arguments received|\nTraceback|\s*; NodeDef", message)[0]
    message = re.sub(r"\{\{[^}]*\}\}\s*", "", message).strip()
    return re.sub(r"\s*\[Op:\w+\]( name:( [\w/]*)?)?$", "", message)


def problem(topic, expression, got, want):
    """None if the result `got` equals TensorFlow's `want`, or differs as is known; else a description of the difference."""
    cases, figures = known(topic)
    listed, always, reason = cases.get(expression, (None, False, ""))
    kind = kind_of_difference(got, want)
    if kind == "answer" and got[0] == want[0] != "raises" and _within_rounding(expression, got[1], want[1], figures):
        kind = None
    if kind is None and always:
        return f"does not differ any more ({reason}): take it out of {topic}.differs"
    if KINDS.index(kind) > KINDS.index(listed):
        return f"{expression}\ngave     {got}\nexpected {want}\n({kind} differs)"
    return None


def _within_rounding(expression, got, want, figures):
    factors = {kind: 0.0 for _, kind, _ in figures}
    for part, kind, factor in figures:
        if part == "*" or part in expression:
            factors[kind] = max(factors[kind], factor)
    if not any(factors.values()):
        return False
    try:
        got, want = parsed(got), parsed(want)
    except (SyntaxError, NameError, TypeError):
        return False  # a text with figures in it, which is to be the same
    return _decimals_agree(got, want, factors["decimals"]) if "decimals" in factors else differs(got, want, factors["rounding"]) is None


def _decimals_agree(got, want, factor):
    if isinstance(want, (list, tuple)):
        return type(got) is type(want) and len(got) == len(want) and all(_decimals_agree(g, w, factor) for g, w in zip(got, want))
    if isinstance(want, float) and isinstance(got, float):
        return math.isclose(got, want, rel_tol=factor * 1e-5, abs_tol=factor * 1e-5)
    return type(got) is type(want) and got == want
