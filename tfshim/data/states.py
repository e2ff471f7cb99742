"""Saved states of iterators as bytes: lists of plain values and of elements. Reading runs no code of a file."""

import json
import operator
import struct

import numpy as np
import torch

from tfshim.data.elements import put_tensor, spec_from_json, spec_to_json, take_tensor
from tfshim.data.stages import Unsaved
from tfshim.data.structures import Composer, component_storages
from tfshim.data.transformations.grouping import HeldDataset, held
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import FROM_TORCH, as_dtype, string

_PLAIN = (type(None), bool, int, float, str)
_LARGE = 16  # numbers of a list that are stored as bytes


def encoded(value):
    """`value` as bytes. Raises Unsaved for what cannot be stored."""
    blobs = []
    tree = _Writer(blobs).put(value)
    return b"\n".join([json.dumps(tree).encode(), b"".join(blobs)])


def decoded(data):
    """The value that `encoded` gave. Raises ValueError or the like for other bytes."""
    tree, _, blobs = data.partition(b"\n")
    return _Reader(blobs).take(json.loads(tree))


class _Writer:
    """Turns values into what JSON holds: a dictionary with one letter stands for what it does not, mostly a place in the blobs."""

    def __init__(self, blobs):
        self._blobs, self._size = blobs, 0

    def _add(self, parts):
        at = self._size
        self._blobs.extend(parts)
        self._size += sum(map(len, parts))
        return at

    def put(self, x):
        kind = type(x)
        if kind in _PLAIN:
            return x
        if kind is bytes:
            return {"b": [self._add([x]), len(x)]}
        if kind is list:
            if len(x) >= _LARGE and all(type(i) is int and -(2**63) <= i < 2**63 for i in x):
                return {"i": [self._add([struct.pack(f"<{len(x)}q", *x)]), len(x)]}
            return [self.put(i) for i in x]
        if kind is tuple:
            return {"u": [self.put(i) for i in x]}
        if kind is torch.Tensor or kind is np.ndarray:
            return self._storage(x)
        if isinstance(x, HeldDataset):
            return {"h": [self.put(list(x._args[0])), _spec_of(x._spec)]}
        if nest.is_composite(x):
            spec = x._type_spec
            return {"c": [_spec_of(spec), [self._storage(s) for s in component_storages([spec], [x])]]}
        raise Unsaved(kind.__name__)

    def _storage(self, x):
        if type(x) is np.ndarray:
            if not all(type(item) is bytes for item in x.flat):
                raise Unsaved("a tensor of objects")
            dtype = string
        else:
            dtype = FROM_TORCH.get(x.dtype)
            if dtype is None or x.device.type != "cpu" or x.is_conj() or x.is_neg():
                raise Unsaved(f"a tensor of {x.dtype} on {x.device}")
        parts = []
        put_tensor(x, dtype, parts)
        return {"t": [dtype.as_datatype_enum, self._add(parts)]}


def _spec_of(spec):
    try:
        return spec_to_json(spec)
    except errors.UnimplementedError as e:
        raise Unsaved(e.message) from None


class _Reader:
    def __init__(self, blobs):
        self._blobs = blobs

    def take(self, x):
        if type(x) is list:
            return [self.take(i) for i in x]
        if type(x) is not dict:
            return x
        ((kind, content),) = x.items()
        if kind == "b":
            at, size = content
            return self._blobs[at : at + size]
        if kind == "i":
            at, count = content
            return list(struct.unpack_from(f"<{count}q", self._blobs, at))
        if kind == "u":
            return tuple([self.take(i) for i in content])
        if kind == "t":
            return take_tensor(self._blobs, content[1], as_dtype(content[0]))[0]
        if kind == "h":
            return held(self.take(content[0]), spec_from_json(content[1]))
        if kind == "c":
            return Composer(spec_from_json(content[0]))([self.take(s) for s in content[1]])[0]
        raise ValueError(f"unknown kind {kind!r}")


# ---------------------------------------------------------------------- what a state belongs to
_OTHERWISE_NAMED = {
    "Map": "ParallelMapV2",
    "ParallelMap": "ParallelMapV2",
    "Take": "FiniteTake",
    "Skip": "FiniteSkip",
    "Repeat": "FiniteRepeat",
    "PaddedBatch": "PaddedBatchV2",
    "Cache": "MemoryCacheImpl",
}
# The number with which a transformation gives its input as it is.
_WITHOUT_EFFECT = {"Take": -1, "Skip": 0, "Repeat": 1, "Prefetch": 0, "Shard": 1}


def paths(dataset, above="Iterator::Root::Prefetch"):
    """The kinds of a dataset and of its inputs, outermost first, each with those above it.

    What gives its input as it is counts as little as it does in TensorFlow; whether elements are prefetched at the end, too.
    """
    kind = type(dataset).__name__.strip("_").removesuffix("V2").removesuffix("Dataset")
    inputs = getattr(dataset, "_inputs", ())
    if len(inputs) == 1 and (_gives_input(dataset, kind) or kind == "Prefetch" and above.count("::") == 2):
        return paths(inputs[0], above)
    if kind in ("Map", "ParallelMap"):
        above = above.removesuffix("::Prefetch") if above.count("::") == 2 else above  # it reads ahead by itself
    path = f"{above}::{_OTHERWISE_NAMED.get(kind, kind)}"
    made = [path]
    for i, inner in enumerate(inputs):
        made += paths(inner, path if len(inputs) == 1 else f"{path}[{i}]")
    return made


def _gives_input(dataset, kind):
    if kind in ("Options", "Variant"):
        return True
    arguments = getattr(dataset, "_args", ())
    if kind in ("Map", "ParallelMap"):
        graph = getattr(arguments[1], "graph", None)
        outputs = [_behind_identities(t) for t in getattr(graph, "outputs", ())]
        return bool(outputs) and len(outputs) == len(graph.inputs) and all(map(operator.is_, outputs, graph.inputs))
    return kind in _WITHOUT_EFFECT and len(arguments) > 1 and _number(arguments[1]) == _WITHOUT_EFFECT[kind]


def _behind_identities(tensor):
    while tensor.op is not None and tensor.op.kind == "Identity":
        tensor = tensor.op.inputs[0]
    return tensor


def _number(value):
    return int(value) if isinstance(value, (int, np.integer)) or getattr(value, "shape", None) == () and hasattr(value, "numpy") else None
