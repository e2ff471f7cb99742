"""Fewer nodes for the same values: what is computed twice is computed once, and what is known beforehand not at all.

Code builds the mask of a transformer in every layer, the difference from a mean twice in every normalisation, and the sizes of
tensors whose shape is known wherever they are used. The nodes stay in the graph; only the program leaves them out.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.graphs.operation import CONST, IDENTITY, Operation, everything, tensors_in
from tfshim.engine.ops.static_arguments import finish_static
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.values.tensor_messages import raw_bytes

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

_SIZES = (dtypes.int32, dtypes.int64)
_TYPES = (*_SIZES, dtypes.float32, dtypes.float64, dtypes.bool)
_MOST_FOLDED = 1024  # elements of a result that is kept for good
_MOST_COMPARED = 16  # elements of a constant that is looked for among others
# Operations on constants that cost nothing to compute once and no more to keep.
_FOLDED = frozenset((
    "AddV2", "Sub", "Mul", "RealDiv", "FloorDiv", "FloorMod", "Maximum", "Minimum", "Neg", "Square", "Sqrt", "Cast", "Range", "Pack",
    "ConcatV2", "StridedSlice", "ExpandDims", "Reshape", "Tile", "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual",
    "Prod", "All", "Any", "LogicalAnd", "LogicalOr", "LogicalNot",
))  # fmt: skip
# Stateful operations that change the variables among their arguments and nothing else.
_WRITES = frozenset(("ResourceApply", "AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"))


class _Skip(Exception):
    """The node has to stay as it is."""


def simplified(nodes: Sequence[Operation], inputs: Sequence[Any], outputs: Sequence[Any]) -> list[Operation]:
    """`nodes`, without those whose values others have; some are copies with other arguments, whose `original` is the node itself.

    For runs without a tape around them: what such a tape watches may be told apart from what has the same value.
    """
    kept = {id(t) for t in outputs}
    for node in nodes:
        if node.kind.startswith("_") or _has_graphs(node):
            # Gradients tell tensors apart, not values, and graphs within this one may take such gradients.
            kept.update(map(id, tensors_in(node.arguments)))
    given = {id(t) for t in inputs}
    same: dict[int, Any] = {}  # id of a tensor -> the one that has its value
    values: dict[int, EagerTensor] = {}  # id of a tensor -> its value, where that is known beforehand
    made: dict[Any, Operation] = {}  # what is computed -> the node that does
    makers: dict[int, Operation] = {}  # id of a tensor -> the node that reshapes another to it
    reads: dict[int, Any] = {}  # id of a variable -> what it was read as, and nothing has changed it since
    result: list[Operation] = []
    for node in nodes:
        if node.kind == "ReadVariableOp" and not any(id(t) in kept or id(t) in given for t in node.outputs):
            # An optimizer's steps under control dependencies read the powers of Adam for each variable.
            first_read = reads.setdefault(id(node.arguments[0]), node)
            if first_read is not node and first_read.device == node.device:
                same[id(node.outputs[0])] = first_read.outputs[0]
                continue
        elif node.kind in _WRITES and not _has_graphs(node):
            for x in everything(node.arguments):
                reads.pop(id(x), None)
        elif node.stateful and node.rng is None or node.kind.startswith("_") or _has_graphs(node):
            reads.clear()
        arguments = _replaced(node.arguments, same)
        changed = node if arguments is node.arguments else _like(node, arguments)
        if node.kind == "Assert" and _holds(changed.arguments[0], values):
            continue
        if node.stateful or node.rng is not None or node.kind.startswith("_") or any(id(t) in kept for t in node.outputs):
            result.append(_past_reshape(changed, makers, kept, given))
            continue
        changed = _past_reshape(changed, makers, kept, given)
        if _keeps_shape(changed):
            same[id(node.outputs[0])] = changed.arguments[0]
            continue
        if node.kind == "Reshape":
            makers[id(node.outputs[0])] = changed
        value = _value(changed, values, given)
        if value is not None:
            values[id(node.outputs[0])] = value
            changed = _constant(node, value)
            key = _constant_key(value) if value._t.numel() <= _MOST_COMPARED else None
        else:
            key = _key_of(changed)
        first = node if key is None else made.setdefault(key, node)
        if first is node:
            result.append(changed)
        else:
            same.update((id(t), s) for t, s in zip(node.outputs, first.outputs))
    return _needed(result, kept)


def _needed(nodes: list[Operation], kept: set[int]) -> list[Operation]:
    """`nodes` without constants and reshapes that none of the others uses."""
    used, needed = set(kept), []
    for node in reversed(nodes):
        if node.kind not in ("Const", "Reshape") or id(node.outputs[0]) in used:
            used.update(map(id, tensors_in(node.arguments)))
            needed.append(node)
    return needed[::-1]


def _keeps_shape(node: Operation) -> bool:
    """Whether `node` gives a tensor the shape that it has already, at most one of whose sizes is not known beforehand."""
    if node.kind != "Reshape":
        return False
    before, after, asked = node.arguments[0].shape, node.outputs[0].shape, node.arguments[1]
    if before.rank is None or before.rank != after.rank:
        return False
    sizes = before.as_list()
    if None in sizes:  # a size that is given, and not left open, may be wrong
        return 0 not in sizes and type(asked) is tuple and [-1 if size is None else size for size in sizes] == list(asked)
    return sizes == after.as_list()


def _past_reshape(node: Operation, makers: dict[int, Operation], kept: set[int], given: set[int]) -> Operation:
    """`node`, or where it reshapes what was reshaped before, one that reshapes the tensor from before that."""
    if node.kind != "Reshape":
        return node
    maker = makers.get(id(node.arguments[0]))
    if maker is None or id(node.arguments[0]) in kept or id(node.arguments[0]) in given:
        return node
    if not node.outputs[0].shape.is_fully_defined() or not maker.outputs[0].shape.is_fully_defined():
        return node
    # An open size is the same for any tensor of as many elements.
    return _like(node, [maker.arguments[0], *node.arguments[1:]])


def _like(node: Operation, arguments: list[Any]) -> Operation:
    made: Any = copy.copy(node)
    made.arguments, made.original = arguments, getattr(node, "original", node)
    return made


def _constant(node: Operation, value: EagerTensor) -> Operation:
    if node.kind == "Const":
        return node
    made = _like(node, [value])
    made.type, made.kind, made._op_def = "Const", "Const", CONST
    return made


def _has_graphs(node: Operation) -> bool:
    return any(hasattr(x, "building_function") or hasattr(x, "trainable_variables") for x in everything(node.arguments))


def _replaced(arguments: list[Any], known: dict[int, Any]) -> list[Any]:
    """`arguments` with what takes the place of tensors in them; the same list where nothing does."""
    if not any(id(t) in known for a in arguments for t in (a if type(a) is list else (a,))):
        return arguments
    return [[known.get(id(t), t) for t in a] if type(a) is list else known.get(id(a), a) for a in arguments]


def _key_of(node: Operation) -> Any:
    """What tells the value of `node` from those of others; None where that cannot be said."""
    if not node.arguments:  # a placeholder, or a resource of its own
        return None
    try:
        return (node.kind, id(node._op_def), *map(_key, node.arguments))
    except _Skip:
        return None


def _key(a: Any) -> Any:
    """What tells an argument from others."""
    if isinstance(a, Tensor):
        return id(a)
    if type(a) in (list, tuple):
        return (type(a), *map(_key, a))
    if a is None or type(a) in (bool, int, str, bytes):
        return type(a), a
    if type(a) is float:
        return float, repr(a)
    if isinstance(a, dtypes.DType):
        return dtypes.DType, id(a)
    raise _Skip


def _constant_key(x: EagerTensor) -> Any:
    return "Const", id(x._dt), tuple(x._t.shape), raw_bytes(x._t)


def _usable(x: Any) -> bool:
    """Whether `x` is a constant that can be looked at, and that no tape watches."""
    return type(x) is EagerTensor and x._rec is None and type(x._t) is torch.Tensor and x._dt in _TYPES and _plain(x._t)


def _plain(t: torch.Tensor) -> bool:
    return t.device.type == "cpu" and not t.requires_grad and t.numel() <= _MOST_FOLDED


def _value(node: Operation, values: dict[int, EagerTensor], given: set[int]) -> EagerTensor | None:
    """The value of the only output of `node` where it is known beforehand, else None. `given`: ids of what is fed."""
    if len(node.outputs) != 1:
        return None
    if node.kind == "Const":
        return node.arguments[0] if _usable(node.arguments[0]) else None
    o = node._op_def
    if node.kind == "Shape" and node.outputs[0]._dt in _SIZES:
        dims = node.arguments[0].shape
        return _sizes(dims.as_list(), node.outputs[0]._dt) if dims.rank is not None and None not in dims.as_list() else None
    if node.kind == "StridedSlice" and id(node.arguments[0]) not in given:
        found = _size_taken(node)
        if found is not None:
            return found
    if node.kind not in _FOLDED and o is not IDENTITY or node.device:
        return None
    known = {id(t): t if _usable(t) else values.get(id(t)) for t in tensors_in(node.arguments)}
    if not known or None in known.values():
        return None
    if o is IDENTITY:
        return known[id(node.arguments[0])]
    try:
        made = o.kernel(*(_storage(o, i, a, known) for i, a in enumerate(node.arguments)))
    except Exception:  # the run itself says what is wrong
        return None
    out = node.outputs[0]._dt
    return wrap(made, out) if type(made) is torch.Tensor and made.dtype is out.torch and _plain(made) else None


def _storage(o: Any, at: int, a: Any, known: dict[int, Any]) -> Any:
    if type(a) is list:
        return [known[id(x)]._t if isinstance(x, Tensor) else x for x in a]
    if not isinstance(a, Tensor):
        return a
    for p in o.static_params:
        if p.at == at:
            return finish_static(o, p, known[id(a)]._t.tolist())
    return known[id(a)]._t


def _holds(condition: Any, values: dict[int, EagerTensor]) -> bool:
    """Whether the scalar `condition` of an assertion is known beforehand to be true."""
    known = condition if _usable(condition) else values.get(id(condition))
    return known is not None and known._t.dtype is torch.bool and known._t.dim() == 0 and bool(known._t)


def _sizes(values: Any, dtype: DType) -> EagerTensor | None:
    most = 2**31 if dtype is dtypes.int32 else 2**63
    if any(v >= most for v in (values if type(values) is list else [values])):
        return None  # which is an error of the run
    return wrap(torch.tensor(values, dtype=dtype.torch), dtype)


def _size_taken(node: Operation) -> EagerTensor | None:
    """The size that `node` takes out of the shape of a tensor, where that size is known."""
    x = node.arguments[0]
    source = getattr(x, "_op", None)
    if source is None or source.type != "Shape" or len(node.arguments) < 9:
        return None
    begin, _, steps, _, _, ellipsis, new_axis, shrink = node.arguments[1:9]
    dims = source.arguments[0].shape
    if ellipsis or new_axis or shrink != 1 or steps not in (None, (1,)) or type(begin) is not tuple or len(begin) != 1 or dims.rank is None:
        return None
    if type(begin[0]) is not int or not -dims.rank <= begin[0] < dims.rank or dims[begin[0]] is None:
        return None
    return _sizes(dims[begin[0]], node.outputs[0]._dt)
