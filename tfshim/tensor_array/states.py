"""What the operations of `tf.TensorArray` have in common: its elements outside of graphs, and its tensor in them."""

from __future__ import annotations

import contextlib

import numpy as np

from tfshim.array_ops import tensor_lists
from tfshim.engine.graphs import control_flow
from tfshim.engine.graphs.executor import as_object, storages
from tfshim.engine.graphs.func_graph import has_switches
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.protos.tensors import get_static_value

_NAMED = {"num_elements": "size"}
_NAMED_TWICE = frozenset("TensorListSetItem TensorListGetItem TensorListSplit".split())  # scope and node by the name given


class TensorArrayState:
    """The elements of an array outside of graphs, or the tensor that loops carry in them."""

    def _with(self, flow, size=None):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._flow, made._items = flow, None
        made._static_size = size
        return made

    @property
    def _eager(self):
        return self._items is not None and TS.graph is None

    def _as_flow(self):
        if self._items is None:
            return self._flow
        made = [None if x is None else storages([x])[0] for x in self._items]
        return wrap(as_object(made), dtypes.variant)

    def _node(self, kind, kernel, names, arguments, leaf, name, first, given=None):
        """The result of a new node `name`.

        In graphs of TensorFlow 1 the node is called as there: `first` is its scope, "" for none, and the name in that, of which `given`
        by the program takes the place of one.
        """
        graph = TS.graph
        switches = has_switches(graph)
        first = first if switches else name.rpartition("/")[::2]
        scope, last = first
        with name_scope(given or scope) if scope else contextlib.nullcontext():
            last = given or last if not scope or kind in _NAMED_TWICE and not switches else last
            within = graph.unique_name(last, mark_as_used=False)
            beside = {"item": "value", "tensor": "value", "lengths": "Cast/x"}  # of which constants are not within the node
            called = [f"{TS.name_scope}{beside[n]}/" if n in beside else f"{within}/{_NAMED.get(n, n) if switches else n}/" for n in names]
            arguments = [graph._as_node(a, n) if type(a) is EagerTensor else a for n, a in zip(called, arguments)]
            if kind == "TensorListReserve" and arguments[0].op.name == called[0][:-1]:
                arguments[0].op.is_operand = True  # which is converted after the shape of the elements
            if graph.building_function:  # what is captured is called after the operation that takes it
                arguments = [graph._local(a, within) if isinstance(a, SymbolicTensor) else a for a in arguments]
            made = control_flow.add_node(kind, kernel, names, arguments, [leaf], name=last)[0]
        if not switches:
            return made
        if kind == "TensorListReserve":
            self._origin = made
        made.op.of_array = self
        return made

    def _check_element_shape(self, shape):
        """Check the shape of a new element, and learn it."""
        known = self._cell[0]
        if not known.is_compatible_with(shape):
            if TS.graph is None:
                raise ValueError(f"Incompatible shape for value ({shape}), expected ({known})")
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {known} ")
        if self._infer:
            self._cell[0] = known.merge_with(shape)

    def _typed(self, value):
        value = convert_to_tensor(read_if_variable(value), dtype_hint=self._dtype)
        if value.dtype != self._dtype:
            raise invalid(f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype {value.dtype.name} ")
        return value

    def _zero(self):
        shape = self._cell[0]
        if not shape.is_fully_defined():
            raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
        return wrap(tensor_lists.zeros(shape.as_list(), self._dtype), self._dtype)

    def _element(self, i):
        """Element `i` of an eager array, zeros where it was not written or was cleared; it stays."""
        value = self._items[i]
        if value is None:
            value = self._items[i] = self._zero()
        return value

    def _all(self):
        """The elements of an eager array."""
        return [self._element(i) for i in range(len(self._items))]


class _Cell:
    """The shape of the elements as it is known in the end, when the graph runs.

    `first`: what is known of it so far. `count`: how many elements there are, if that is a number, else -1.
    """

    def __init__(self, cell, count=-1):
        self._cell, self.first, self.count = cell, cell[0], count

    def __getitem__(self, i):
        return self._cell[i]

    def _as_plain(self):
        """What a GraphDef holds of it."""
        return tuple(self._cell)

    @classmethod
    def _from_plain(cls, value):
        """The object of which a GraphDef holds `value`."""
        return cls(list(value))


def _int32(value, kind, name):
    """Positions or sizes for a node, which are int32. Raises TypeError for others."""
    if value is None:
        raise ValueError(f"Tried to convert '{name}' to a tensor and failed. Error: None values not supported.")
    if isinstance(value, (bool, int, float, str, list, tuple, np.ndarray, np.generic)):
        try:
            return convert_to_tensor(value, dtypes.int32)
        except TypeError:
            wrong = next((x for x in nest.flatten(value) if isinstance(x, (bool, float, str))), None)
            if wrong is None:
                raise
            raise TypeError(
                f"Expected int32 passed to parameter '{name}' of op '{kind}', got {value!r} of type '{type(value).__name__}' instead. "
                f"Error: Expected int32, but got {wrong} of type '{type(wrong).__name__}'."
            ) from None
    made = convert_to_tensor(value)
    if made.dtype != dtypes.int32:
        raise TypeError(f"Input '{name}' of '{kind}' Op has type {made.dtype.name} that does not match expected type of int32.")
    return made


def _check_lengths(lengths, value):
    """Raise InvalidArgumentError where `value` has no such parts."""
    if lengths.shape.rank != 1:
        raise invalid(f"Expected lengths to be a vector, received shape: {lengths.shape.as_list()}")
    if value.shape.rank == 0:
        raise invalid("Expected value to be at least a vector, but received shape: []")
    total = lengths.numpy().sum()
    if total != value.shape[0]:
        raise invalid(
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {total} and value's shape is: "
            f"{value.shape.as_list()} "
        )


def _known_count(size):
    """The number that the size of an array is, -1 where TensorFlow does not know it while the graph is made: it looks for constants."""
    if isinstance(size, SymbolicTensor):
        size = get_static_value(size) if size.op.type == "Const" else None
    return -1 if size is None else int(size)


def _place(index):
    """The index of an eager array, as Python's lists take it."""
    index = read_if_variable(index)
    return index.numpy() if isinstance(index, EagerTensor) else index


def _flow_leaf():
    return abstract.leaf(dtypes.variant, [])
