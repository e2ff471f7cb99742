"""Operations of `tf.TensorArray` on pages of graphs of TensorFlow 1: of an array that has a handle, whose states are numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Flow: TypeAlias = Any  # of switches, which uses this module

_STATE = (dtypes.float32, [])


class Place:
    """Where nodes are recorded: in `context`, the branch or loop, or None; `mapped` gives what tensors are in the graph beside."""

    def __init__(self, flow: Flow, mapped: Callable[[Any], Any], context: Any) -> None:
        self.flow, self.mapped, self.context = flow, mapped, context

    def node(self, op_type: str, inputs: Sequence[Any], outputs: Sequence[Any], name: str, **attributes: Any) -> list[Any]:
        """What a node of the whole name `name` gives."""
        if self.context is not None:
            inputs = [self.context.value(x, f"{name}/") for x in inputs]
        made = raw_node(op_type, inputs, outputs, attributes, f"{name}/")
        return self._here(made)

    def constant(self, value: Any, name: str, dtype: Any = dtypes.int32) -> Any:
        """A constant of the whole name `name`."""
        made = TS.graph._constant(convert_to_tensor(np.asarray(value, dtype.as_numpy_dtype)), f"{name}/")
        return self._here(made.op)[0]

    def _here(self, made: Operation) -> list[Any]:
        made.context = self.context
        if self.context is not None:
            self.context.add(made.outputs)
        return made.outputs

    def range(self, until: Any, name: str) -> Any:
        """The numbers from 0 on."""
        start, delta = self.constant(0, f"{name}/start"), self.constant(1, f"{name}/delta")
        return self.node("Range", [start, until, delta], [(dtypes.int32, [None])], name, Tidx=dtypes.int32)[0]

    def rows(self, x: Any, scope: str) -> Any:
        """How many rows `x` has."""
        if x.shape.is_fully_defined():
            shape = self.constant(x.shape.as_list(), f"{scope}/Shape")
        else:
            leaf = dtypes.int32, [x.shape.rank]
            shape = self.node("Shape", [x], [leaf], f"{scope}/Shape", T=x.dtype, out_type=dtypes.int32)[0]
        ends = [self.constant([at], f"{scope}/strided_slice/{n}") for at, n in ((0, "stack"), (1, "stack_1"), (1, "stack_2"))]
        masks = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 1}
        about = {"T": dtypes.int32, "Index": dtypes.int32, **masks}
        return self.node("StridedSlice", [shape, *ends], [(dtypes.int32, [])], f"{scope}/strided_slice", **about)[0]


def recorded(n: Operation, place: Place) -> list[Any]:
    """What the node `n` gives, in `place`."""
    return _FORMS[n.kind](place, n, n.of_array)


def _scope(n: Operation) -> str:
    return n.name.rpartition("/")[0]


def _created(place: Place, n: Operation, array: Any) -> list[Any]:
    size, dtype, shape = n.arguments
    about = {
        "dtype": dtype,
        "element_shape": shape[0],
        "dynamic_size": bool(array._dynamic),
        "clear_after_read": bool(array._clear),
        "identical_element_shapes": bool(array._infer),
        "tensor_array_name": array._name_given or "",
    }
    handle, state = place.node("TensorArrayV3", [place.mapped(size)], [(dtypes.resource, [2]), _STATE], n.name, **about)
    place.flow.arrays[id(n.outputs[0])] = handle
    return [state]


def _of(place: Place, array: Any) -> Any:
    return place.flow.array(array._origin)


def _written(place: Place, n: Operation, array: Any) -> list[Any]:
    state, index, item, _ = map(place.mapped, n.arguments)
    return place.node("TensorArrayWriteV3", [_of(place, array), index, item, state], [_STATE], n.name, T=array._dtype)


def _read(place: Place, n: Operation, array: Any) -> list[Any]:
    state, index = map(place.mapped, n.arguments[:2])
    leaf = array._dtype, n.outputs[0].shape
    return place.node("TensorArrayReadV3", [_of(place, array), index, state], [leaf], n.name, dtype=array._dtype)


def _size(place: Place, array: Any, state: Any, scope: str) -> Any:
    given = array._given_size
    if given is None:
        name = TS.graph._unique(f"{scope}TensorArraySizeV3")
        return place.node("TensorArraySizeV3", [_of(place, array), state], [(dtypes.int32, [])], name)[0]
    if not isinstance(given, Tensor) or type(given) is EagerTensor:
        return place.constant(int(given), TS.graph._unique(f"{scope}Const"))
    return place.mapped(given)


def _taken(place: Place, n: Operation, array: Any, indices: Any, state: Any) -> list[Any]:
    leaf, about = (array._dtype, n.outputs[0].shape), {"dtype": array._dtype, "element_shape": array._cell[0]}
    return place.node("TensorArrayGatherV3", [_of(place, array), indices, state], [leaf], n.name, **about)


def _together(place: Place, n: Operation, array: Any) -> list[Any]:
    state, scope = place.mapped(n.arguments[0]), _scope(n)
    if n.kind == "TensorListStack":
        return _taken(place, n, array, place.range(_size(place, array, state, f"{scope}/"), f"{scope}/range"), state)
    known = array._cell[0]
    leaves = [(array._dtype, n.outputs[0].shape), (dtypes.int64, [None])]
    about = {"dtype": array._dtype, "element_shape_except0": TensorShape(None) if known.rank is None else known[1:]}
    made = place.node("TensorArrayConcatV3", [_of(place, array), state], leaves, n.name, **about)
    if known.rank is not None:  # of which TensorFlow works out how many rows there are
        _size(place, array, state, f"{scope}/" if scope else "")
    return made[:1]


def _gathered(place: Place, n: Operation, array: Any) -> list[Any]:
    state, indices = map(place.mapped, n.arguments[:2])
    return _taken(place, n, array, indices, state)


def _unstacked(place: Place, n: Operation, array: Any) -> list[Any]:
    value, scope = place.mapped(n.arguments[0]), n.name.removesuffix("/TensorArrayScatter/TensorArrayScatterV3")
    places = place.range(place.rows(value, scope), f"{scope}/range")
    inputs = [_of(place, array), places, value, place.mapped(array._flow)]
    return place.node("TensorArrayScatterV3", inputs, [_STATE], n.name, T=array._dtype)


def _scattered(place: Place, n: Operation, array: Any) -> list[Any]:
    state, indices, value, _ = map(place.mapped, n.arguments)
    return place.node("TensorArrayScatterV3", [_of(place, array), indices, value, state], [_STATE], n.name, T=array._dtype)


def _parted(place: Place, n: Operation, array: Any) -> list[Any]:
    value, lengths = map(place.mapped, n.arguments)
    scope = _scope(n)
    if lengths.dtype is not dtypes.int64:
        leaf = dtypes.int64, lengths.shape
        lengths = place.node("Cast", [lengths], [leaf], f"{scope}/Cast", SrcT=lengths.dtype, DstT=dtypes.int64, Truncate=False)[0]
    inputs = [_of(place, array), value, lengths, place.mapped(array._flow)]
    return place.node("TensorArraySplitV3", inputs, [_STATE], n.name, T=array._dtype)


def _counted(place: Place, n: Operation, array: Any) -> list[Any]:
    state = place.mapped(n.arguments[0])
    return place.node("TensorArraySizeV3", [_of(place, array), state], [(dtypes.int32, [])], n.name)


_FORMS: dict[str, Callable[[Place, Any, Any], list[Any]]] = {
    "TensorListReserve": _created,
    "TensorListSetItem": _written,
    "TensorListGetItem": _read,
    "TensorListStack": _together,
    "TensorListConcatV2": _together,
    "TensorListGather": _gathered,
    "TensorListFromTensor": _unstacked,
    "TensorListScatterIntoExistingList": _scattered,
    "TensorListSplit": _parted,
    "TensorListLength": _counted,
}

__all__ = ["Place", "recorded"]
