"""Lists of tensors, and the loops that work through rows: with TensorFlow's lists, which loops there read and write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.functions.concrete_function import _call_graph, _Callee
from tfshim.engine.graph_export.splicing import raw_node, splice
from tfshim.engine.graphs import control_flow
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.dtypes import DType

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer

_LIST = (dtypes.variant, [])


def _dims(shape: TensorShape, name: str = "") -> Any:
    """A static shape as lists take it, -1 for what is not known.

    That of scalars is a tensor, which TensorFlow makes beforehand: in the scope around the node `name`, where that is given.
    """
    if shape.rank == 0:
        value = np.zeros([0], np.int32)
        return _beforehand(value, name) if name else convert_to_tensor(value)
    return -1 if shape.rank is None else np.array([-1 if d is None else d for d in shape.as_list()], np.int32)


def _beforehand(value: Any, name: str) -> Any:
    """A constant that TensorFlow makes before it begins with the node `name`, in the scope around it."""
    return TS.graph._constant(convert_to_tensor(value), _name_beside(name, "Const"))


def _name_beside(name: str, last: str) -> str:
    """A name that ends in `last`, with a number where it is taken, in the scope around the node `name`."""
    around = name.rstrip("/").rpartition("/")[0]
    return f"{TS.graph._unique(f'{around}/{last}' if around else last)}/"


def _raw(
    op_type: str, inputs: Sequence[Any], leaf: tuple[Any, Any], attributes: dict[str, Any] | None = None, name: str | None = None
) -> Any:
    return raw_node(op_type, inputs, [leaf], attributes, name).outputs[0]


def _int32(x: Any) -> Any:
    x = convert_to_tensor(x)
    if x.dtype is dtypes.int32:
        return x
    return _raw("Cast", [x], (dtypes.int32, x.shape), {"DstT": dtypes.int32})


# ---------------------------------------------------------------------- operations of arrays
def _reserve(name: str, size: Any, dtype: DType, shape: Any) -> Any:
    # Later elements tell more of the shape than TensorFlow knows here.
    return _raw("TensorListReserve", [_dims(shape.first, f"{name}dims"), _int32(size)], _LIST, {"element_dtype": dtype}, name)


def _set(name: str, flow: Any, index: Any, value: Any, grows: bool) -> Any:
    attributes = {"element_dtype": value.dtype, "resize_if_index_out_of_bounds": grows}
    return _raw("TensorListSetItem", [flow, _int32(index), value], _LIST, attributes, name)


def _get(name: str, flow: Any, index: Any, dtype: DType, shape: Any) -> Any:
    return _raw("TensorListGetItem", [flow, _int32(index), _dims(shape[0], name)], (dtype, shape[0]), {"element_dtype": dtype}, name)


def _stack(name: str, flow: Any, dtype: DType, shape: Any, join: str) -> Any:
    count = -1 if type(shape) is list else shape.count
    leading = count if join == "stack" and count >= 0 else None
    leaf = dtype, None if shape[0].rank is None else [leading, *shape[0].as_list()[join == "concat" :]]
    if join == "stack":
        about = {"element_dtype": dtype, "num_elements": count}
        return _raw("TensorListStack", [flow, _dims(shape[0], name or "")], leaf, about, name)
    none = _beforehand(np.zeros([0], np.int64), name) if name else convert_to_tensor(np.zeros([0], np.int64))
    whole = TensorShape(None) if shape[0].rank is None else TensorShape([None, *shape[0].as_list()[1:]])
    made = raw_node("TensorListConcatV2", [flow, _dims(whole), none], [leaf, (dtypes.int64, [None])], {"element_dtype": dtype}, name)
    return made.outputs[0]


def _gather(name: str, flow: Any, indices: Any, dtype: DType, shape: Any) -> Any:
    leaf = dtype, control_flow.stacked_shape(indices.shape[0] if indices.shape.rank else None, shape[0])
    return _raw("TensorListGather", [flow, _int32(indices), _dims(shape[0], name)], leaf, {"element_dtype": dtype}, name)


def _row(shape: TensorShape) -> TensorShape:
    return TensorShape(None) if shape.rank is None else TensorShape(shape.as_list()[1:])


def _unstack(name: str, value: Any) -> Any:
    return _raw("TensorListFromTensor", [value, _dims(_row(value.shape), name)], _LIST, {"element_dtype": value.dtype}, name)


def _scatter(name: str, flow: Any, indices: Any, value: Any, grows: bool) -> Any:
    # TensorFlow's list grows by itself here; one that may not is left to complain elsewhere.
    return _raw("TensorListScatterIntoExistingList", [flow, value, _int32(indices)], _LIST, {"element_dtype": value.dtype}, name)


def _split(name: str, value: Any, lengths: Any) -> Any:
    if lengths.dtype is not dtypes.int64:
        lengths = _raw("Cast", [lengths], (dtypes.int64, lengths.shape), {"DstT": dtypes.int64}, _name_beside(name, "Cast"))
    return _raw("TensorListSplit", [value, -1, lengths], _LIST, {"element_dtype": value.dtype}, name)


def _length(name: str, flow: Any) -> Any:
    return _raw("TensorListLength", [flow], (dtypes.int32, []), None, name)


_OPERATIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "TensorListReserve": (3, _reserve),
    "TensorListSetItem": (4, _set),
    "TensorListGetItem": (4, _get),
    "TensorListStack": (4, _stack),
    "TensorListConcatV2": (4, _stack),
    "TensorListGather": (4, _gather),
    "TensorListFromTensor": (1, _unstack),
    "TensorListScatterIntoExistingList": (4, _scatter),
    "TensorListSplit": (2, _split),
    "TensorListLength": (1, _length),
}


def _operation(writer: Writer, node: Operation) -> list[Any] | None:
    count, form = _OPERATIONS[node.kind]
    if len(node.arguments) != count:  # another operation of the name
        return None
    return splice(writer, node, lambda *arguments: form(f"{node.name}/", *arguments), node.arguments)


# ---------------------------------------------------------------------- loops over rows
def _first_size(x: Any) -> Any:
    shape = _raw("Shape", [x], (dtypes.int32, [x.shape.rank]), {"out_type": dtypes.int32})
    masks = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 1}
    at = [convert_to_tensor(np.array([n], np.int32)) for n in (0, 1, 1)]
    return _raw("StridedSlice", [shape, *at], (dtypes.int32, []), masks)


def _number(op_type: str, a: Any, b: Any, dtype: DType = dtypes.int32) -> Any:
    return _raw(op_type, [a, convert_to_tensor(np.int32(b)) if isinstance(b, int) else b], (dtype, []))


def sequence(writer: Writer, node: Operation) -> list[Any]:
    """A loop over the rows of tensors: a `While` that takes them from lists and puts what it collects into lists."""
    body, states, elements, captures, reverse, likes = node.arguments
    return splice(writer, node, lambda s, e, c: _rows(body, s, e, c, reverse, likes), [states, elements, captures])


def _mapped(writer: Writer, node: Operation) -> list[Any]:
    body, elements, captures, likes, _ = node.arguments
    return splice(writer, node, lambda e, c: _rows(body, [], e, c, False, likes), [elements, captures])


def _rows(body: Any, states: list[Any], elements: list[Any], captures: list[Any], reverse: bool, likes: Sequence[Any]) -> list[Any]:
    count = _first_size(elements[0])
    rows = [_raw("TensorListFromTensor", [e, _dims(_row(e.shape))], _LIST, {"element_dtype": e.dtype}) for e in elements]
    shapes = [TensorShape(like[1]) for like in likes]
    made = [_raw("TensorListReserve", [_dims(s), count], _LIST, {"element_dtype": like[0]}) for s, like in zip(shapes, likes)]
    n = len(states)

    def test(i: Any, *_: Any) -> Any:
        return _number("Less", i, count, dtypes.bool)

    def step(i: Any, *carried: Any) -> list[Any]:
        at = _number("Sub", _number("Sub", count, 1), i) if reverse else i
        items = [
            _raw("TensorListGetItem", [r, at, _dims(_row(e.shape))], (e.dtype, _row(e.shape)), {"element_dtype": e.dtype})
            for r, e in zip(rows, elements)
        ]
        results = _call_graph(_Callee(body), [*carried[:n], *items], captures)
        held = [
            _raw("TensorListSetItem", [flow, at, r], _LIST, {"element_dtype": r.dtype, "resize_if_index_out_of_bounds": False})
            for flow, r in zip(carried[n:], results[n:])
        ]
        return [_number("AddV2", i, 1), *results[:n], *held]

    values = [convert_to_tensor(np.int32(0)), *states, *made]
    invariants = [TensorShape([]), *[s.shape for s in states], *[TensorShape([]) for _ in made]]
    _, *last = control_flow.loop(test, step, values, invariants)
    stacked = [
        _stack("TensorListConcatV2" if any(like[2:]) else "TensorListStack", flow, like[0], [s], "concat" if any(like[2:]) else "stack")
        for flow, like, s in zip(last[n:], likes, shapes)
    ]
    return [*last[:n], *stacked]


FORMS: dict[str, Callable[[Writer, Any], list[Any] | None]] = {"PForMap": _mapped, **dict.fromkeys(_OPERATIONS, _operation)}
