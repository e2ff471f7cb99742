"""Sizes of tensors in a program, kept as Python integers.

Graphs are full of what code does with `tf.shape`: a size taken out, two multiplied, a list of them given to a reshape.
As tensors each step costs a call to torch, and its end a reading back; as integers next to nothing. A value becomes a
tensor only where an operation on tensors takes it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.graphs.operation import IDENTITY
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of graphs.executor, above this module

_TYPES = (dtypes.int32, dtypes.int64)
_MOST_ENTRIES = 16  # of a constant vector that takes part
_ARITHMETIC = {
    "AddV2": "WRAP({0} + {1}, {2})", "Sub": "WRAP({0} - {1}, {2})", "Mul": "WRAP({0} * {1}, {2})",
    "Maximum": "max({0}, {1})", "Minimum": "min({0}, {1})",
}  # fmt: skip
_DIVISIONS = {"FloorDiv": "{0} // {1}", "FloorMod": "{0} % {1}"}
# The kinds of parameters for which a vector is a tuple, and a single integer a tuple of one.
_TUPLES = ("ints", "shape")
_LARGEST_SIZE = 2**31 - 1


def wrap_around(x: int, bits: int) -> int:
    """`x` as an integer of so many bits holds it."""
    if type(x) is not int:  # of any size, while operations are written down
        return x
    half = 1 << bits - 1
    return x if -half <= x < half else (x + half) % (2 * half) - half


def _bits(dtype: Any) -> int:
    return 32 if dtype is dtypes.int32 else 64


def _range_of(kernel: Any, start: int, limit: int, delta: int, dtype: torch.dtype) -> torch.Tensor:
    if (limit - start) * delta < 0:
        return kernel(*(torch.tensor(x, dtype=dtype) for x in (start, limit, delta)))  # which raises TensorFlow's error
    return torch.arange(start, limit, delta, dtype=dtype)


def _shape_of(x: Any, most: int = _LARGEST_SIZE) -> Sequence[int]:
    """The shape of the tensor or array `x`; RuntimeError for sizes that its vector could not hold, as torch raises it."""
    shape = x.shape
    if (x.__class__ is torch.Tensor or x.__class__ is np.ndarray) and max(shape, default=0) > most:
        raise RuntimeError("value cannot be converted to type int32 without overflow")
    return shape


def _count_of(x: Any) -> int:
    return x.size if type(x) is np.ndarray else x.numel()


class SizeArithmetic:
    """What a writer of programs knows of the tensors that are sizes: the Python expressions that stand for them."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.known: dict[int, str] = {}  # id of a tensor -> the name of an integer, or of a tuple or list of integers
        self.count = 0
        writer.namespace.update(WRAP=wrap_around, PROD=math.prod, RANGE=_range_of, DIMS=_shape_of, COUNT=_count_of, TENSOR=torch.tensor)

    # ------------------------------------------------------------------ reading
    def text(self, t: Any) -> str | None:
        """The expression for `t`, a size or a small constant; None for any other tensor."""
        found = self.known.get(id(t))
        if found is None and isinstance(t, Tensor):
            constant = self.writer.constant(t)
            if constant is not None and constant._dt in _TYPES and constant._t.device.type == "cpu" and constant._t.ndim <= 1:
                if constant._t.numel() <= _MOST_ENTRIES:
                    found = self.known[id(t)] = repr(constant._t.tolist())
        return found

    def tensor(self, t: Any) -> str | None:
        """The name of `t` as a tensor, made of what it is as integers; None if it is no size."""
        found = self.known.get(id(t))
        if found is None or self.writer.constant(t) is not None:
            return None
        self.count += 1
        name = f"m{self.count}"
        self.writer.line(f"{name} = TENSOR({found}, dtype={self.writer.bind(t._dt.torch, 'd')})")
        return name

    def static(self, p: Any, t: Any) -> str | None:
        """The expression for `t` as the static parameter `p`; None if it has to be read from a tensor."""
        found, rank = self.known.get(id(t)), t._shape.rank
        if found is None:
            return None
        if p.kind in _TUPLES:
            return f"({found},)" if rank == 0 else f"tuple({found})"
        if p.kind == "vector":
            return f"tuple({found})" if rank == 1 else None
        return found if rank == 0 and p.kind in ("int", "axis") else f"tuple({found})" if p.kind == "axis" else None

    # ------------------------------------------------------------------ writing
    def node(self, node: Operation) -> bool:
        """Write `node` as arithmetic on integers, if it is one. What it gives may still be a tensor."""
        made = self._ways.get(node.kind)
        if made is None or not node.outputs or node.outputs[0]._dt not in _TYPES or node.outputs[0]._shape.rank not in (0, 1):
            return False
        return made(self, node)

    def _set(self, node: Operation, text: str) -> bool:
        self.count += 1
        name = self.known[id(node.outputs[0])] = f"z{self.count}"
        self.writer.line(f"{name} = {text}", node)
        return True

    def _any(self, tensors: Sequence[Any]) -> list[str] | None:
        """The expressions for `tensors`, if all have one and not all are constants."""
        texts = [self.text(t) for t in tensors]
        if any(t is None for t in texts) or all(self.writer.constant(t) is not None for t in tensors):
            return None
        return texts  # type: ignore[return-value]

    def _shape(self, node: Operation) -> bool:
        x, dtype = node.arguments[:2]
        most = "" if dtype is dtypes.int32 else f", {2**63 - 1}"
        return self._set(node, f"DIMS({self.writer.tensor(x)}{most})")

    def _size(self, node: Operation) -> bool:
        return _bits(node.outputs[0]._dt) == 64 and self._set(node, f"COUNT({self.writer.tensor(node.arguments[0])})")

    def _rank(self, node: Operation) -> bool:
        return self._set(node, f"{self.writer.tensor(node.arguments[0])}.ndim")

    def _identity(self, node: Operation) -> bool:
        if node._op_def is not IDENTITY or id(node.arguments[0]) not in self.known:
            return False
        self.known[id(node.outputs[0])] = self.known[id(node.arguments[0])]
        return True

    def _length(self, t: Any) -> int | None:
        return t._shape[0] if t._shape.rank == 1 else None

    def _slice(self, node: Operation) -> bool:
        x = node.arguments[0]
        if len(node.arguments) < 9 or id(x) not in self.known:
            return False
        length = self._length(x)
        if length is None:
            return False
        (begin, end, steps), masks = node.arguments[1:4], node.arguments[4:9]
        plain = all(type(v) is tuple and len(v) == 1 and type(v[0]) is int for v in (begin, end, (1,) if steps is None else steps))
        if not plain or masks[2] & 1 or masks[3] & 1:
            return False
        step = 1 if steps is None else steps[0]
        if masks[4] & 1:
            inside = -length <= begin[0] < length and step > 0
            return inside and self._set(node, f"{self.known[id(x)]}[{begin[0]}]")
        bounds = ["" if mask & 1 else str(v[0]) for mask, v in zip(masks[:2], (begin, end))]
        return step != 0 and self._set(node, f"{self.known[id(x)]}[{bounds[0]}:{bounds[1]}:{step}]")

    def _unpack(self, node: Operation) -> bool:
        x = node.arguments[0]
        if id(x) not in self.known or self._length(x) != len(node.outputs):
            return False
        for i, t in enumerate(node.outputs):
            self.known[id(t)] = f"{self.known[id(x)]}[{i}]"
        return True

    def _pack(self, node: Operation) -> bool:
        texts = self._any(node.arguments[0]) if all(t._shape.rank == 0 for t in node.arguments[0]) else None
        return texts is not None and self._set(node, f"[{', '.join(texts)}]")

    def _concat(self, node: Operation) -> bool:
        texts = self._any(node.arguments[0]) if all(t._shape.rank == 1 for t in node.arguments[0]) else None
        plain = node.arguments[1] in (0, -1) and type(node.arguments[1]) is int
        return texts is not None and plain and self._set(node, f"[{', '.join('*' + t for t in texts)}]")

    def _expand(self, node: Operation) -> bool:
        x, axis = node.arguments[:2]
        return id(x) in self.known and x._shape.rank == 0 and axis in (0, -1) and self._set(node, f"[{self.known[id(x)]}]")

    def _product(self, node: Operation) -> bool:
        x, axis, kept = node.arguments[:3]
        if id(x) not in self.known or x._shape.rank != 1 or kept or axis not in (None, 0, -1, (0,), (-1,)):
            return False
        return self._set(node, f"WRAP(PROD({self.known[id(x)]}), {_bits(x._dt)})")

    def _cast(self, node: Operation) -> bool:
        x = node.arguments[0]
        if id(x) not in self.known or x._shape.rank != 0:
            return False
        return self._set(node, f"WRAP({self.known[id(x)]}, {_bits(node.outputs[0]._dt)})")

    def _binary(self, node: Operation) -> bool:
        pair = node.arguments[:2]
        if any(not isinstance(t, Tensor) or t._shape.rank != 0 for t in pair):
            return False
        texts = self._any(pair)
        if texts is None:
            return False
        form = _ARITHMETIC.get(node.kind)
        if form is None:  # a division, which for zero is an error of the kernel
            divisor = texts[1]
            if not divisor.lstrip("-").isdigit() or int(divisor) in (0, -1):
                return False
            form = _DIVISIONS[node.kind]
        texts = [f"({t})" if t.startswith("-") else t for t in texts]
        return self._set(node, form.format(*texts, _bits(node.outputs[0]._dt)))

    def _range(self, node: Operation) -> bool:
        texts = self._any(node.arguments[:3]) if all(t._shape.rank == 0 for t in node.arguments[:3]) else None
        if texts is None or not texts[2].lstrip("-").isdigit() or not int(texts[2]):
            return False
        writer = self.writer
        kernel, dtype = writer.bind(node._op_def.kernel, "k"), writer.bind(node.outputs[0]._dt.torch, "d")
        writer.line(f"{writer.target(node)} = RANGE({kernel}, {', '.join(texts)}, {dtype})", node)
        return True

    _ways = {
        "Shape": _shape, "Size": _size, "Rank": _rank, "Identity": _identity, "StridedSlice": _slice, "Unpack": _unpack,
        "Pack": _pack, "ConcatV2": _concat, "ExpandDims": _expand, "Prod": _product, "Cast": _cast, "Range": _range,
        **dict.fromkeys([*_ARITHMETIC, *_DIVISIONS], _binary),
    }  # fmt: skip
