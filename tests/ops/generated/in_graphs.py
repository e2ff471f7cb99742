"""Generated calls in traced functions that know less of their arrays than a call does: static shapes, values and errors.

Every array of a call (`t(...)` and `a(...)`) becomes an argument of a `tf.function` whose signature leaves out sizes: all of them,
the first alone, or the rank too; which of these it is depends on the text of the call.

    python -m tests.ops.generated.in_graphs [GROUP|TEXT...]
    python -m tests.ops.generated.in_graphs --excuse

lists what differs from what TensorFlow gave. With `--excuse` all calls are looked at, and the functions of which some differ in a sort
that `calls_in_graphs_differences.json` has a reason for are written there; a function without a reason fails.
"""

import collections
import importlib
import json
import re
import sys
import warnings
import zlib
from pathlib import Path

import numpy as np

from tests.ops import partial
from tests.ops.generated import evaluate, known, store
from tests.ops.snapshot import leaves, snapshot

FOLDER, NAME = Path(__file__).parents[2] / "data", "calls_in_graphs"
KNOWN_FILE = FOLDER / "calls_in_graphs_differences.json"
_DRAWN = ("tf.nn.fractional_max_pool(", "tf.nn.fractional_avg_pool(")  # whose windows are random without a seed
_HOWS = ("sizes", "first size", "rank")  # what is left out


def left_out(text):
    """Which of `_HOWS` is left out where the call is traced."""
    return _HOWS[zlib.crc32(text.encode()) % len(_HOWS)]


def _shape(shape, how):
    if how == "rank":
        return None
    return [None] * len(shape) if how == "sizes" else [None, *shape[1:]][: len(shape)]


def outcome(tf, text):
    """(outcome, static shapes, message) of the call in a function, or None where no array is in it that a function can take.

    The outcome is that of `evaluate.outcome`; the static shapes are None where tracing raises.
    """
    plain = evaluate.names(tf)
    given = []

    def kept(make):
        def made(*arguments):
            value = make(*arguments)
            given.append(value)
            return value

        return made

    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        code = compile(text, "call", "eval")
        try:
            eval(code, plain | {"t": kept(plain["t"]), "a": kept(plain["a"])})
        except Exception:  # noqa: S110 - what it was given is known
            pass
        try:
            arrays = [tf.convert_to_tensor(v) for v in given]
        except Exception:
            return None
        if not arrays:
            return None
        how = left_out(text)
        specs = [tf.TensorSpec(_shape(x.shape.as_list(), how), x.dtype) for x in arrays]

        @tf.function(input_signature=specs, autograph=False)
        def run(*arguments):
            known_less = iter(arguments)
            return eval(code, plain | {"t": lambda *_: next(known_less), "a": lambda *_: next(known_less)})

        static = None
        try:
            traced = run.get_concrete_function()
            static = ";".join(partial.described(x) for x in leaves(tf, traced.structured_outputs))
            value = run(*arrays)
        except Exception as error:
            return {"error": type(error).__name__}, static, str(error)
        try:
            return snapshot(tf, value), static, ""
        except Exception as error:
            return {"kind": f"unreadable {type(value).__name__}"}, static, str(error)


def difference(got, wanted):
    """How what came of a call differs from what was recorded of it, as (sort, text), or None; both are (outcome, static shapes)."""
    (value, static), (wanted_value, wanted_static) = got, wanted
    if found := evaluate.difference(value, wanted_value):
        return found
    if static is None or wanted_static is None:
        # An error when the function runs here instead of when it is traced, or the other way round
        return None if static == wanted_static else ("traced", f"{static}, expected {wanted_static}")
    how = partial.compared(static.split(";"), wanted_static.split(";"))
    return None if how in ("", "less") else (how, f"{static}, expected {wanted_static}")


def known_reason(text):
    """Why a call is known to differ, in functions or outside of them, or None."""
    return "its windows are random" if text.startswith(_DRAWN) else known.reason(text)


def sort_of(found):
    """The sort of a difference that `difference` found, of which all may have one reason."""
    sort, text = found
    if sort in ("class", "answers", "raises"):
        return re.sub(r"(gives|expected) an? .*?(?=,|$)", r"\1 a value", text)
    return sort


def excuses():
    """{sort of a difference: {function of which a call has it: why}}"""
    return json.loads(KNOWN_FILE.read_text())


def write_excuses(found):
    """Write {sort of a difference: functions} with the reasons that are known; KeyError for a function without one."""
    why = excuses()
    kept = {sort: {function: why[sort][function] for function in sorted(found[sort])} for sort in sorted(found)}
    KNOWN_FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def recorded():
    """What `write` wrote."""
    return store.read(NAME, FOLDER)


def read():
    """What TensorFlow gave: {(group, function): {text of a call: (outcome, static shapes)}}."""
    kept, found = recorded(), {}
    for group in store.groups():
        for function, calls in store.read(group)["calls"].items():
            for text, eager in calls:
                if text in kept:
                    static, *other = kept[text]
                    found.setdefault((group, function), {})[text] = other[0] if other else eager, static
    return found


def write(found):
    """Write {text: [static shapes, outcome where it is another than that of the call outside of a function]}."""
    store.write(NAME, found, FOLDER)


def main(words):
    tf = importlib.import_module("tfshim")
    counts, calls, sorts = collections.Counter(), 0, collections.defaultdict(set)
    excuse = "--excuse" in words
    words = [w for w in words if w != "--excuse"]
    for (group, function), wanted_of in read().items():
        for text, wanted in wanted_of.items():
            if words and group not in words and not any(w in text for w in words):
                continue
            calls += 1
            *got, message = outcome(tf, text)
            found = difference(got, wanted)
            if found and not known_reason(text):
                counts[found[0]] += 1
                sorts[sort_of(found)].add(function)
                print(f"{function} | {left_out(text)} | {text[:300]}\n    {found[0]}: {found[1][:300]}\n    {message[:200]}")
    print(calls, "calls", dict(counts))
    if excuse:
        write_excuses(sorts)


if __name__ == "__main__":
    main(sys.argv[1:])
