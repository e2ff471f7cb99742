"""Record which shapes TensorFlow's operations ask of their inputs: ranks, sizes that are fixed, and sizes that have to be equal.

Needs a Python with TensorFlow 2.15 and the calls that scripts/record_declared_shapes.py recorded; writes
tfshim/engine/graphs/declarations/input_shape_table.py, whose notation input_shapes.py beside it describes. Each operation is added to
graphs with placeholders that know nothing but the one shape that is tried: what is refused then is refused whatever else is given.
"""

import itertools
import os
import sys

import recording  # noqa: F401 - settings of TensorFlow  # isort: split
import tensorflow as tf
from recording import PACKAGE, write
from tensorflow.python.framework import op_def_registry

from tests.ops import declared

TARGET = PACKAGE / "engine" / "graphs" / "declarations" / "input_shape_table.py"
WIDTH = 138
_MOST_RANK = 6
_SIZES = (1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 25)
_COUNTS = ("N",)  # of the inputs


class Probe:
    """A call of an operation with attributes that it takes, to be made with inputs of which little is known."""

    def __init__(self, call, attributes):
        self.call = call
        made = declared.Call(call.kind, {}, attributes)
        made.inputs, made.tensors = call.inputs, call.tensors
        self.made, self.known = made, {}
        self.names = []  # of the tensors, None in lists
        for name, given in call.inputs.items():
            if isinstance(given, list):
                self.names += [None] * sum(isinstance(g, declared.Given) for g in given)
            elif isinstance(given, declared.Given):
                self.names.append(name)

    def takes(self, **shapes):
        """Whether the operation can be added with these shapes, as texts, and nothing known of the other inputs."""
        choice = ";".join("*" if n is None else shapes.get(n, "*") for n in self.names)
        if choice not in self.known:
            try:
                with tf.Graph().as_default():
                    self.made.make(tf, choice)
                self.known[choice] = True
            except Exception:
                self.known[choice] = False
        return self.known[choice]


def probes(calls):
    """The calls with the recorded attributes, and with another value of each that is a bool, a whole number or one of few texts."""
    found = {}
    for call, _ in calls:
        changes = [{}]
        for a in op_def_registry.get(call.kind).attr:
            if a.type == "bool":
                changes += [{a.name: v} for v in (True, False)]
            elif a.type == "int" and a.name not in _COUNTS and isinstance(value := call.attributes.get(a.name, a.default_value.i), int):
                changes.append({a.name: value + 1})
            elif a.type == "string":
                changes += [{a.name: v.decode()} for v in a.allowed_values.list.s]
        for change in changes:
            attributes = call.attributes | change
            probe = Probe(call, attributes)
            if str(attributes) not in found and probe.takes():
                found[str(attributes)] = probe
    return list(found.values())


def _unknown(rank, **sizes):
    return ",".join(sizes.get(f"d{i}", "?") for i in range(rank))


def ranks(tried, name):
    """(least, most) rank that some call takes, most None if there is no limit; None where all are taken, or others than a range."""
    taken = [r for r in range(_MOST_RANK + 1) if any(p.takes(**{name: _unknown(r)}) for p in tried)]
    if not taken or taken != list(range(taken[0], taken[-1] + 1)):
        return None
    most = None if taken[-1] == _MOST_RANK else taken[-1]
    return None if (taken[0], most) == (0, None) else (taken[0], most)


def fixed(tried, name, rank, axis):
    """The one size that all calls take at an axis, or None."""
    axis %= rank
    taken = [n for n in _SIZES if any(p.takes(**{name: _unknown(rank, **{f"d{axis}": str(n)})}) for p in tried)]
    return taken[0] if len(taken) == 1 else None


def equal(tried, one, other):
    """Whether two axes, each (name, rank, axis), have to have equal sizes in all calls."""
    (a, rank_a, at_a), (b, rank_b, at_b) = one, other

    def taken(p, m, n):
        if a == b:
            return p.takes(**{a: _unknown(rank_a, **{f"d{at_a}": str(m), f"d{at_b}": str(n)})})
        return p.takes(**{a: _unknown(rank_a, **{f"d{at_a}": str(m)}), b: _unknown(rank_b, **{f"d{at_b}": str(n)})})

    return all(
        taken(p, 3, 3)
        and taken(p, 5, 5)
        and taken(p, 12, 12)
        and not any(taken(p, m, n) for m, n in ((3, 5), (5, 3), (1, 5), (5, 1), (12, 6)))
        for p in tried
    )


def _of_variable(given):
    """Whether an input is a variable, whose shape other inputs have to fit."""
    return isinstance(given, tuple) and given[0].kind in declared._VARIABLES


def line(kind, calls):
    """What the operation asks, in the notation of the table; None for nothing."""
    tried = probes(calls)
    if not tried:
        return None
    names = list(dict.fromkeys(n for p in tried for n in p.names if n is not None))
    names = [n for n in names if all(n in p.names for p in tried)]
    asked = {n: found for n in names if (found := ranks(tried, n)) is not None}
    exact = {n: rank for n, (rank, most) in asked.items() if rank == most}
    dims = {n: ["?"] * rank for n, rank in exact.items()}
    definition = op_def_registry.get(kind)
    # Where there are lists, sizes may be how long these are.
    lists = any(a.type.startswith("list(") for a in definition.attr) or any(i.number_attr for i in definition.input_arg)
    for n, rank in exact.items():
        for axis in range(0 if lists else rank):
            if (size := fixed(tried, n, rank, axis)) is not None:
                dims[n][axis] = str(size)
    letters = iter("abcdefghijklmnop")
    axes = [(n, rank, axis) for n, rank in exact.items() for axis in range(rank) if dims[n][axis] == "?"]
    for one, other in itertools.combinations(axes, 2):
        if equal(tried, one, other):
            (a, _, i), (b, _, j) = one, other
            letter = dims[a][i] if dims[a][i] != "?" else dims[b][j] if dims[b][j] != "?" else next(letters)
            dims[a][i] = dims[b][j] = letter
    parts = []
    for n, (least, most) in asked.items():
        if n in dims:
            text = ",".join(dims[n]) or "()"
        elif most is None:
            last = None if lists else fixed(tried, n, least, -1)
            text = "...," + ",".join(["?"] * (least - 1) + [str(last) if last is not None else "?"])
        else:
            text = f"{least}-{most}"
        parts.append(f"{n}:{text}")
    return " ".join([kind, *parts]) if parts else None


def line_apart(kind, calls):
    """`line`, from a process of its own: some shapes end it."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.write(writes, (line(kind, calls) or "").encode())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return text


def main(types):
    texts = []
    for kind, calls in declared.read().items():
        if types and kind not in types:
            continue
        calls = [c for c in calls if not any(_of_variable(given) for given in c[0].inputs.values())]
        definition = op_def_registry.get(kind)
        # Where an attribute is a shape, what is asked depends on it.
        if definition is None or not calls or any(a.type in ("shape", "list(shape)") for a in definition.attr):
            continue
        text = line_apart(kind, calls)
        if not text:
            continue
        print(text, flush=True)
        texts.append(text)
    if not types:
        write_table(texts)


def write_table(texts):
    """Write the lines of the operations as the module."""
    rows = []
    for text in texts:
        while len(text) > WIDTH:
            cut = text.rindex(" ", 0, WIDTH)
            rows.append(text[:cut])
            text = "    " + text[cut + 1 :]
        rows.append(text)
    about = "Which shapes operations ask of their inputs; written by scripts/record_input_shapes.py, read by `input_shapes` beside it."
    write(TARGET, f'"""{about}"""\n\nTABLE = r"""\n' + "\n".join(rows) + '\n"""\n')


if __name__ == "__main__":
    main(sys.argv[1:])
