"""Record which dtypes and static shapes TensorFlow infers for every operation of `tf.raw_ops`, where sizes or ranks of inputs are unknown.

Needs a Python with TensorFlow 2.15; writes tests/data/declared_shapes.json.gz. The calls are those that TensorFlow itself makes while
it evaluates the cases of the operations (tests/ops/cases), their gradients, the expressions of TOPICS, and in graphs the lines of
tests/data/declared_calls.txt: arguments that an operation takes, and the calls before it that make its handles. Each is built again
with parts of its inputs' shapes unknown (tests/ops/declared.py).
"""

import collections
import gzip
import inspect
import json
import os
import sys

import recording  # isort: split

import numpy as np
import record_expressions
import tensorflow as tf
from tensorflow.core.framework import tensor_shape_pb2
from tensorflow.python.framework import op_callbacks, op_def_registry, tensor_util

from tests.ops import declared, partial
from tests.recorded.expressions import FOLDER, answer, read_source

TOPICS = """raw_forms raw_others raw_resources raw_references raw_quantized raw_uniform raw_datasets tf1_open_shapes
    tf1_older_names""".split()
_MOST_CALLS = 2  # of one operation
_MOST_VALUES = 24
_MOST_CASES = 4  # of one public function
_HANDLES = (tf.resource, tf.variant)


class Unusable(Exception):
    """A call that cannot be written down: it takes a function, or a tensor of which something is unknown."""


class Calls:
    """The calls that TensorFlow makes while it evaluates something."""

    def __init__(self):
        self.found = collections.defaultdict(dict)  # type -> {ranks and attributes: call}
        self.makers = {}  # id of a handle -> (handle, call, number of the output)

    def __call__(self, kind, inputs, attrs, outputs, op_name=None, graph=None):
        kind = kind.decode() if isinstance(kind, bytes) else kind
        definition = op_def_registry.get(kind)
        if definition is None or not hasattr(tf.raw_ops, kind):
            return
        try:
            if graph is not None:
                operation = outputs[0].op if outputs else graph.get_operation_by_name(op_name)
                attrs = {a.name: operation.get_attr(a.name) for a in definition.attr}
            else:
                attrs = dict(zip(attrs[::2], attrs[1::2]))
            call = self.written(kind, definition, inputs, attrs)
        except (Unusable, ValueError, TypeError, KeyError, AttributeError):
            return
        for at, x in enumerate(outputs):
            if x.dtype in _HANDLES or x.dtype._is_ref_dtype or graph is not None:
                self.makers[id(x)] = x, call, at
        key = json.dumps([[_rank(g) for g in call["inputs"].values()], call["attributes"]])
        found = self.found[kind]
        if len(found) < 12 or "[0" not in json.dumps(call["inputs"]):
            found.setdefault(key, call)

    def written(self, kind, definition, inputs, attrs):
        """The call as data."""
        rest, given = list(inputs), {}
        for declared_input in definition.input_arg:
            if declared_input.number_attr or declared_input.type_list_attr:
                count = attrs[declared_input.number_attr or declared_input.type_list_attr]
                count = count if declared_input.number_attr else len(count)
                given[declared_input.name] = [self.tensor(rest.pop(0)) for _ in range(count)]
            else:
                given[declared_input.name] = self.tensor(rest.pop(0))
        follow = {n for i in definition.input_arg for n in (i.type_attr, i.number_attr, i.type_list_attr)}
        attributes = {}
        for a in definition.attr:
            if a.name not in follow and not (a.type == "tensor" and a.HasField("default_value")):
                value = _attribute(a.type, attrs[a.name]) if a.name in attrs else None
                if a.HasField("default_value") and (a.name not in attrs or value == _default(a)):
                    continue
                attributes[a.name] = value
        return {"call": kind, "inputs": _as_in_python(kind, given, attributes), "attributes": attributes}

    def tensor(self, x):
        """A tensor of a call as data."""
        if id(x) in self.makers and (x.dtype in _HANDLES or x.dtype._is_ref_dtype):
            _, call, at = self.makers[id(x)]
            if call["call"].startswith("Placeholder"):
                raise Unusable
            return {**call, "at": at}
        if x.dtype in _HANDLES or x.dtype._is_ref_dtype or not x.shape.is_fully_defined():
            raise Unusable
        text = f"{x.dtype.name}[{partial.shape_text(x.shape.as_list())}]"
        if x.shape.num_elements() <= _MOST_VALUES and (x.dtype.is_integer or x.dtype in (tf.bool, tf.string) or not x.shape.rank):
            value = x.numpy() if hasattr(x, "numpy") else tensor_util.constant_value(x)
            if value is not None and not x.dtype.is_complex and not x.dtype.is_quantized:
                plain = _texts(value) if x.dtype == tf.string else np.asarray(value).astype(_PLAIN.get(x.dtype, value.dtype)).tolist()
                if len(written := json.dumps(plain)) < 300 and "NaN" not in written and "Infinity" not in written:
                    text += f"={written}"
        return text


def _as_in_python(kind, given, attributes):
    """The inputs by the names that the function of `tf.raw_ops` has for them, which may be others than those of the declaration."""
    names = list(inspect.signature(getattr(tf.raw_ops, kind)).parameters)
    others = (n for n in names if n not in given and n not in attributes and n not in op_def_attributes(kind) and n != "name")
    return {name if name in names else next(others): value for name, value in given.items()}


def op_def_attributes(kind):
    """The names of the attributes that the operation declares."""
    return {a.name for a in op_def_registry.get(kind).attr}


_PLAIN = {tf.bfloat16: "float32"}


def _texts(value):
    value = np.asarray(value, object)
    return [_texts(v) for v in value] if value.ndim else value[()].decode("latin-1")


def _rank(given):
    if isinstance(given, str):
        return given.split("]")[0].count(",") + (not given.partition("[")[2].startswith("]"))
    return [_rank(g) for g in given] if isinstance(given, list) else given["call"]


def _attribute(kind, value):
    if kind.startswith("list("):
        return [_attribute(kind[5:-1], v) for v in value]
    if kind == "type":
        return {"dtype": tf.as_dtype(value).name}
    if kind == "shape":
        if isinstance(value, tensor_shape_pb2.TensorShapeProto) or value is None or isinstance(value, (list, tuple, tf.TensorShape)):
            shape = tf.TensorShape(value)
            return {"shape": None if shape.rank is None else shape.as_list()}
    if kind in ("int", "float", "bool"):
        return {"int": int, "float": float, "bool": bool}[kind](value)
    if kind == "string":
        return value.decode("latin-1") if isinstance(value, bytes) else str(value)
    raise Unusable


def _default(attr):
    value = attr.default_value
    if attr.type.startswith("list("):
        name = {"type": "type", "shape": "shape", "int": "i", "float": "f", "bool": "b", "string": "s"}[attr.type[5:-1]]
        return _attribute(attr.type, list(getattr(value.list, name)))
    name = {"type": "type", "shape": "shape", "int": "i", "float": "f", "bool": "b", "string": "s"}.get(attr.type)
    return None if name is None else _attribute(attr.type, getattr(value, name))


def evaluate(case):
    """Evaluate a case, and its gradient where it has one."""
    tensors = case.make(tf)
    with tf.GradientTape() as tape:
        sources = {k: tensors[k] for k in case.sources} if case.grad else {}
        for x in sources.values():
            tape.watch(x)
        made = case.evaluate(tf, tensors)
    if sources:
        tape.gradient([x for x in tf.nest.flatten(made) if getattr(x, "dtype", tf.bool).is_floating], sources)


def calls_of_tests():
    """The calls found in what the tests evaluate."""
    calls = Calls()
    op_callbacks.add_op_callback(calls)
    evaluated = collections.Counter()
    for case in partial.chosen_cases():
        evaluated[case.op] += 1
        if evaluated[case.op] > _MOST_CASES:
            continue
        try:
            evaluate(case)
        except Exception:  # noqa: BLE001, S112 - what it called until then counts
            continue
    for topic in TOPICS:
        path = FOLDER / f"{topic}.txt"
        if path.exists():
            setup, expressions = read_source(path)
            scope = record_expressions.names()
            exec(setup, scope)
            for e in expressions:
                answer(e, scope)
    for line in (recording.DATA / "declared_calls.txt").read_text().splitlines():
        with tf.Graph().as_default():
            eval(line, scope())
    op_callbacks.clear_op_callbacks()
    return calls.found


_CSR = {
    "CSRSparseMatrixToDense": "sparse_input",
    "CSRSparseMatrixToSparseTensor": "sparse_matrix",
    "CSRSparseMatrixComponents": "csr_sparse_matrix",
    "SparseMatrixNNZ": "sparse_matrix",
    "SparseMatrixMul": "a",
}


def scope():
    """What the lines of calls may use."""
    raw = tf.raw_ops

    def made_csr():
        return raw.DenseToCSRSparseMatrix(
            dense_input=tf.constant([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]), indices=tf.constant([[0, 1]], tf.int64)
        )

    names = {"f32": tf.float32, "i32": tf.int32, "i64": tf.int64, "c64": tf.complex64, "s": tf.string}
    return names | {
        "tf": tf,
        "raw": raw,
        "t": lambda *shape, dtype=tf.float32: tf.constant(0, dtype, shape) if dtype != tf.string else tf.fill(shape, ""),
        "v": lambda value, dtype=None: tf.Variable(value, dtype=dtype).handle,
        "n": lambda value: tf.compat.v1.Variable(value, use_resource=False),
        "l": lambda: raw.TensorListReserve(element_shape=[2], num_elements=3, element_dtype=tf.float32),
        "d": lambda: raw.TensorSliceDataset(components=[tf.zeros([4, 3])], output_shapes=[[3]]),
        "made_csr": made_csr,
        "csr": lambda kind, **given: getattr(raw, kind)(**{_CSR.get(kind, "input"): made_csr()}, **given),
        "a": lambda: raw.ConditionalAccumulator(dtype=tf.float32, shape=[2]),
        "b": lambda: raw.ResourceConditionalAccumulator(dtype=tf.float32, shape=[2]),
        "c": lambda: raw.SparseConditionalAccumulator(dtype=tf.float32, shape=[3, 2]),
    }


def chosen(found):
    """A few of the calls of one operation: other ranks first, then other attributes."""
    ordered = sorted(found.items(), key=lambda item: "[0" in json.dumps(item[1]["inputs"]) or ",0" in json.dumps(item[1]["inputs"]))
    ranks, rest, taken = set(), [], []
    for key, call in ordered:
        kind = json.dumps(json.loads(key)[0])
        (taken if kind not in ranks else rest).append(call)
        ranks.add(kind)
    return [*taken, *rest]


def main(types):
    found = calls_of_tests()
    kept = json.loads(gzip.decompress(declared.FILE.read_bytes())) if types else {}
    for kind in sorted(found):
        if types and kind not in types:
            continue
        kept[kind] = []
        for call in chosen(found[kind]):
            made = declared.Call(kind, call["inputs"], call["attributes"])
            choices = made.choices()
            if len(kept[kind]) < _MOST_CALLS and not isinstance(made.outcome(tf, choices[0]), str):
                kept[kind].append([call["inputs"], call["attributes"], {c: made.outcome(tf, c) for c in choices}])
    kept = {k: v for k, v in sorted(kept.items()) if v}
    text = "{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in kept.items()) + "\n}\n"
    beside = declared.FILE.with_name(declared.FILE.name + ".new")
    beside.write_bytes(gzip.compress(text.encode(), mtime=0))
    os.replace(beside, declared.FILE)
    print(len(kept), "types,", sum(map(len, kept.values())), "calls,", sum(len(c[2]) for v in kept.values() for c in v), "choices")


if __name__ == "__main__":
    main(sys.argv[1:])
