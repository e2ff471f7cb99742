"""Operations of `tf.raw_ops` in graphs, by their declarations: dtypes and static shapes of the outputs for inputs known less and less.

A call of an operation is `[inputs, attributes]`. Each input is written as its dtype and shape, with a value where the operation may look
at it (`int32[2]=[3, 4]`); a list of tensors as a list of such texts; a handle, such as a table's, as the call that makes it. A choice
says for every tensor of a call what a graph knows of it: `=` that value, or a shape as in `tests.ops.partial`.

    python -m tests.ops.declared [TYPE ...]

lists what differs from what TensorFlow gave.
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

import numpy as np

from tests.ops import partial

FILE = Path(__file__).parent.parent / "data" / "declared_shapes.json.gz"
_MOST = 4  # choices for a call of several tensors, beside those that are always made
_VARIABLES = ("VarHandleOp", "VariableV2")  # what makes them is no operation of `tf.raw_ops` here
_TEXT = re.compile(r"(\w+)\[([\d,]*)\](?:=(.*))?", re.S)


class Given:
    """A tensor of a call."""

    def __init__(self, text):
        self.dtype, dims, value = _TEXT.fullmatch(text).groups()
        self.shape = [int(d) for d in dims.split(",")] if dims else []
        self.value = None if value is None else json.loads(value)
        self.choices = ["="] * (value is not None) + [partial.shape_text(s) for s in partial.less_and_less(self.shape)]

    def make(self, tf, choice):
        """The tensor in the graph under construction."""
        dtype = getattr(tf, self.dtype)
        if choice == "=":
            if self.dtype in ("int32", "float32", "bool", "string") and self.value != []:
                return self.value  # as programs give it
            return np.reshape(np.array(self.value, dtype.as_numpy_dtype), self.shape)
        shape = None if choice == "*" else [None if d == "?" else int(d) for d in choice.split(",") if d]
        return tf.compat.v1.placeholder(dtype, shape)


class Call:
    """A call of the operation `kind`, see above."""

    def __init__(self, kind, inputs, attributes):
        self.kind, self.attributes = kind, attributes
        self.inputs = {name: _read(given) for name, given in inputs.items()}
        flat = itertools.chain.from_iterable(v if isinstance(v, list) else [v] for v in self.inputs.values())
        self.tensors = [x for x in flat if isinstance(x, Given)]

    def choices(self):
        """What may be known of the tensors, as texts; the first has all that can be."""
        each = [t.choices for t in self.tensors]
        most = ";".join(e[0] for e in each)
        if len(each) < 2:
            return each[0] if each else [most]
        kept = {most: None}
        for i, options in enumerate(each):  # one known less, and all known as little
            for option in (options[min(1, len(options) - 1)], options[-2], options[-1]):
                kept[";".join([*(e[0] for e in each[:i]), option, *(e[0] for e in each[i + 1 :])])] = None
        for at in (-2, -1):
            kept[";".join(e[at] for e in each)] = None
        rest = range(_MOST)
        drawn = [";".join(e[zlib.crc32(f"{self.kind} {n} {i}".encode()) % len(e)] for i, e in enumerate(each)) for n in rest]
        return [*kept, *dict.fromkeys(d for d in drawn if d not in kept)]

    def make(self, tf, choice):
        """What the operation gives in the graph under construction, where as much is known of its tensors as `choice` says."""
        known = iter(choice.split(";") if self.tensors else ())

        def made(given):
            if isinstance(given, Given):
                return given.make(tf, next(known))
            if isinstance(given, list):
                return [made(g) for g in given]
            call, at = given
            results = call.make(tf, call.choices()[0])
            return results[at] if isinstance(results, (list, tuple)) else results

        if self.kind in _VARIABLES:
            shape, dtype = (self.attributes[k] for k in ("shape", "dtype"))
            zero = tf.zeros(shape["shape"], getattr(tf, dtype["dtype"]))
            variable = tf.compat.v1.Variable(zero, use_resource=self.kind == "VarHandleOp")
            return variable.handle if self.kind == "VarHandleOp" else variable
        inputs = {name: made(given) for name, given in self.inputs.items()}
        return getattr(tf.raw_ops, self.kind)(**inputs, **{k: _attribute(tf, v) for k, v in self.attributes.items()})

    def outcome(self, tf, choice):
        """Texts of the dtypes and static shapes of the outputs, or the name of the exception behind `!`."""
        try:
            with tf.Graph().as_default():
                return [_described(x) for x in tf.nest.flatten(self.make(tf, choice)) if hasattr(x, "dtype")]
        except Exception as error:
            return "!" + type(error).__name__


def _read(given):
    if isinstance(given, str):
        return Given(given)
    if isinstance(given, list):
        return [_read(g) for g in given]
    return Call(given["call"], given["inputs"], given["attributes"]), given["at"]


def _attribute(tf, value):
    """The value of an attribute; dtypes and shapes are written as `{"dtype": ...}` and `{"shape": ...}`."""
    if isinstance(value, list):
        return [_attribute(tf, v) for v in value]
    if not isinstance(value, dict):
        return value
    return getattr(tf, value["dtype"]) if "dtype" in value else tf.TensorShape(value["shape"])


def _described(x):
    shape = x.shape
    return f"{x.dtype.base_dtype.name}[{partial.shape_text(None if shape.rank is None else shape.as_list())}]"


def read():
    """What TensorFlow gave: type -> list of (call, {choice: outcome})."""
    recorded = json.loads(gzip.decompress(FILE.read_bytes()))
    return {kind: [(Call(kind, *call[:2]), call[2]) for call in calls] for kind, calls in recorded.items()}


def differences(tf, calls, most=None, expected=()):
    """What differs from TensorFlow in the calls of one operation: (how, call, choice, got, TensorFlow's).

    `most`: how many choices to look at for each call, evenly spread; all if it is not given. Others follow while one of the `expected`
    kinds of differences was not met.
    """
    first, others, expected = [], [], set(expected)
    for call, recorded in calls:
        chosen = [(call, *item) for item in recorded.items()]
        spread = range(len(chosen))
        if most is not None and len(chosen) > most:
            spread = {i * (len(chosen) - 1) // (most - 1) for i in range(most)}
        for i, item in enumerate(chosen):
            (first if i in spread else others).append(item)
    for i, (call, choice, wanted) in enumerate([*first, *others]):
        if i >= len(first) and not expected:
            return
        got = call.outcome(tf, choice)
        how = partial.compared(got, wanted)
        if how:
            expected.discard(how)
            yield how, call, choice, got, wanted


def main(types):
    tf = importlib.import_module("tfshim")
    served, counts, by_type = set(dir(tf.raw_ops)), collections.Counter(), collections.defaultdict(collections.Counter)
    for kind, calls in read().items():
        if kind not in served or types and kind not in types:
            continue
        counts["choices"] += sum(len(recorded) for _, recorded in calls)
        for how, call, choice, got, wanted in differences(tf, calls):
            counts[how] += 1
            by_type[kind][how] += 1
            attributes = f" {call.attributes}" * bool(call.attributes)
            print(f"{how:11} {kind}{attributes} | {choice} -> {got}, TensorFlow {wanted}")
    print(dict(counts))
    for kind, kinds in sorted(by_type.items(), key=lambda p: -sum(p[1].values())):
        print(f"{kind:40} {dict(kinds)}")


if __name__ == "__main__":
    main(sys.argv[1:])
