"""Cases traced with a part of their sizes unknown: which dtypes and static shapes the outputs have then.

Every tensor input of a case becomes a placeholder that knows its shape whole, in part or not at all; a choice of these for all inputs
is written as `x=2,?;y=*` (`*`: not even the rank). What came of it is a list of texts such as `float32[2,?]`, one for each output, or
the name of an exception behind `!`.

    python -m tests.ops.partial [TEXT ...]

lists what differs from what TensorFlow gave, for cases whose text contains one of the texts.
"""

import collections
import gzip
import importlib
import itertools
import json
import re
import sys
import zlib
from pathlib import Path

from tests.ops import case as case_module
from tests.ops.snapshot import leaves

FILE = Path(__file__).parent.parent / "data" / "partial_shapes.json.gz"
_MOST = 40  # choices for one case


def chosen_cases():
    """Cases with tensors that may be traced; of those that differ in dtypes only, the first and the last."""
    alike = collections.defaultdict(list)
    for family in case_module.families():
        for case in case_module.load(family):
            if case.tensors and case.graph and not case.bad:
                plain = re.sub(r"tf\.(bfloat16|float|complex|u?int|bool|string)\d*\b", "DTYPE", case.source)
                shapes = tuple((k, v.values.shape) for k, v in case.tensors.items())
                alike[plain, shapes, str([v for v in case.inputs.items() if v[0] not in case.tensors])].append(case)
    for cases in alike.values():
        yield from {c.id: c for c in (cases[0], cases[-1])}.values()


def less_and_less(shape):
    """The shape of an input, known less and less: whole, every choice of sizes, no rank."""
    for unknown in itertools.product((False, True), repeat=len(shape)):
        yield [None if u else n for n, u in zip(shape, unknown)]
    yield None


def choices(case):
    """Lists of shapes, one for each tensor input; all but the one where everything is known."""
    names = list(case.tensors)
    each = [list(less_and_less(case.tensors[n].values.shape)) for n in names]
    made = list(itertools.product(*each))[1:]
    if len(made) > _MOST:
        whole = [e[0] for e in each]
        kept = {}
        for i, options in enumerate(each):  # one input known less, and all inputs known as little
            for option in (options[1], options[-2], options[-1]):
                kept[text(names, [*whole[:i], option, *whole[i + 1 :]])] = None
        for at in (-2, -1):
            kept[text(names, [e[at] for e in each])] = None
        order = sorted((text(names, m) for m in made), key=lambda t: zlib.crc32((case.id + t).encode()))
        wanted = set([*kept, *order][: _MOST + len(kept)])
        made = [m for m in made if text(names, m) in wanted]
    return [(text(names, m), dict(zip(names, m))) for m in made]


def shapes_of(written):
    """The shapes that the text of a choice says, by the names of the inputs."""
    given = (part.split("=") for part in written.split(";"))
    return {name: None if s == "*" else [None if d == "?" else int(d) for d in s.split(",") if d] for name, s in given}


def text(names, shapes):
    """How a choice of shapes is written."""
    return ";".join(f"{n}={shape_text(s)}" for n, s in zip(names, shapes))


def shape_text(shape):
    """How a shape is written: its sizes, `?` for an unknown one, and `*` for an unknown rank."""
    return "*" if shape is None else ",".join("?" if d is None else str(d) for d in shape)


def outcome(tf, case, shapes):
    """The dtypes and static shapes of the outputs of `case` where its inputs have the static `shapes`; or the exception."""
    specs = {k: tf.TensorSpec(shapes[k], getattr(tf, v.dtype)) for k, v in case.tensors.items()}

    @tf.function(input_signature=[specs], autograph=False)
    def run(tensors):
        return case.evaluate(tf, tensors)

    try:
        made = run.get_concrete_function().structured_outputs
    except Exception as error:
        return "!" + type(error).__name__
    return [described(x) for x in leaves(tf, made)]


def described(x):
    shape = getattr(x, "shape", None)
    dtype = getattr(getattr(x, "dtype", None), "name", type(x).__name__)
    return f"{dtype}[{shape_text(None if shape is None or shape.rank is None else shape.as_list())}]"


def outcomes(tf, case):
    """What came of every choice for `case`: its text -> outcome."""
    return {written: outcome(tf, case, shapes) for written, shapes in choices(case)}


def read():
    """What TensorFlow gave: id of a case -> text of a choice -> outcome."""
    return json.loads(gzip.decompress(FILE.read_bytes()))


def _exactness(got, wanted):
    """How the text of one output compares with TensorFlow's: "", "dtype", "rank", "less", "more" or "wrong"."""
    if got == wanted:
        return ""
    (kind, shape), (kind_wanted, shape_wanted) = (t[:-1].split("[", 1) for t in (got, wanted))
    if kind != kind_wanted:
        return "dtype"
    if "*" in (shape, shape_wanted):
        return "less" if shape == "*" else "more"
    dims, dims_wanted = (s.split(",") if s else [] for s in (shape, shape_wanted))
    if len(dims) != len(dims_wanted):
        return "rank"
    differ = [(g, w) for g, w in zip(dims, dims_wanted) if g != w]
    if any("?" not in pair for pair in differ):
        return "wrong"
    return "less" if all(g == "?" for g, w in differ) else "more"


def compared(got, wanted):
    """How an outcome differs from TensorFlow's: "" if not; "error" (TensorFlow has none), "no error", "outputs", or as one output does."""
    if got == wanted:
        return ""
    if isinstance(got, str):
        return "other error" if isinstance(wanted, str) else "error"
    if isinstance(wanted, str):
        return "no error"
    if len(got) != len(wanted):
        return "outputs"
    found = [_exactness(g, w) for g, w in zip(got, wanted)]
    return next((f for f in ("dtype", "rank", "wrong", "more", "less") if f in found), "")


def main(words):
    tf = importlib.import_module("tfshim")
    recorded, counts = read(), collections.Counter()
    by_op = collections.defaultdict(collections.Counter)
    for case in chosen_cases():
        wanted = recorded.get(case.id)
        if wanted is None or words and not any(w in case.id for w in words):
            continue
        for written, shapes in choices(case):
            if written not in wanted:
                continue
            got = outcome(tf, case, shapes)
            kind = compared(got, wanted[written])
            counts[kind or "as TensorFlow"] += 1
            if kind:
                by_op[case.op][kind] += 1
                print(f"{kind:11} {case.id[:110]} | {written} -> {got}, TensorFlow {wanted[written]}")
    print(dict(counts))
    for op, kinds in sorted(by_op.items(), key=lambda p: -sum(p[1].values())):
        print(f"{op:40} {dict(kinds)}")


if __name__ == "__main__":
    main(sys.argv[1:])
