"""Symbolic tensors: the outputs of the operations of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.shapes import TensorShape, as_shape, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.dtypes import DType
    from tfshim.engine.values.shapes import ShapeLike


@tf_export("__internal__.SymbolicTensor", v1=[])
class SymbolicTensor(Tensor):
    """A value to come: output `value_index` of the operation `op` of a graph.

    `_a` and `_b` are its stand-ins under the two substitutions for unknown sizes by which shapes are inferred (see `abstract`).
    """

    __slots__ = ("_op", "_index", "_dt", "_shape", "_a", "_b", "_rec", "_src", "_detached", "_static", "_handle")
    __module__ = "tensorflow.python.framework.ops"

    def __init__(self, op: Any, index: int, dtype: DType, shape: TensorShape, a: Any, b: Any) -> None:
        self._op, self._index, self._dt, self._shape, self._a, self._b = op, index, dtype, shape, a, b
        self._rec = self._src = self._detached = self._static = self._handle = None

    op = property(lambda self: self._op, doc="The `tf.Operation` that computes it.")
    graph = property(lambda self: self._op.graph, doc="The `tf.Graph` it belongs to.")
    value_index = property(lambda self: self._index, doc="Which output of its operation it is.")
    dtype = property(lambda self: self._dt, doc="The `tf.DType`.")
    shape = property(lambda self: self._shape, doc="The static shape, as far as it is known.")
    name = property(lambda self: f"{self._op.name}:{self._index}", doc="The name, as `MatMul:0`.")
    device = property(lambda self: self._op.device, doc="The device it was assigned to, or an empty string.")

    def _rank(self) -> int | None:
        return self._shape.rank

    def _shape_tuple(self) -> tuple[int | None, ...] | None:
        return None if self._shape.rank is None else tuple(self._shape.as_list())

    def set_shape(self, shape: ShapeLike) -> None:
        """Make the static shape more specific. Raises ValueError if the two contradict each other."""
        shape = as_shape(shape)
        if not self._shape.is_compatible_with(shape):
            raise ValueError(_clash(self._shape, shape))
        merged = self._shape.merge_with(shape)
        if merged.rank is None or self._shape.rank is not None and merged.as_list() == self._shape.as_list():
            return
        self._op.graph.states_shapes = True
        self._op.graph.memory.pop("written", None)  # the GraphDef, which tells shapes
        if self._op.declared_shape is None:
            self._op.declared_shape = self._shape
        self._shape = merged
        self._a, self._b = abstract.stand_ins(merged, self._dt)

    def forget_shape(self) -> None:
        """Make the static shape unknown: what made the tensor says more of it than TensorFlow does."""
        self._shape, self._a, self._b = TensorShape(None), None, None

    def consumers(self) -> list[Operation]:
        """The operations that use this tensor."""
        return [o for o in self.graph.get_operations() if any(x is self for x in o.inputs)]

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value, computed in `session` or the default session."""
        return higher.evaluate(self, feed_dict, session)

    def __repr__(self) -> str:
        return f"<tf.Tensor {self.name!r} shape={self._text_shape()} dtype={self._text_dtype()}>"

    def __str__(self) -> str:
        shape = "" if self._shape.rank is None else f", shape={self._text_shape()}"
        return f'Tensor("{self.name}"{shape}, dtype={self._text_dtype()}' + (f", device={self.device})" if self.device else ")")

    def _text_dtype(self) -> str:
        reference = self._handle is not None and self._op.refers is self._handle and self._op.type != "Identity"
        return f"{self._dt.name}_ref" if reference else self._dt.name

    def _text_shape(self) -> str:
        if self._shape.rank is None:
            return "<unknown>"
        unknown = "None" if TensorShape._v2_behavior else "?"
        dims = [unknown if d is None else str(d) for d in self._shape.as_list()]
        return f"({', '.join(dims)}{',' if len(dims) == 1 else ''})"

    def __len__(self) -> NoReturn:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). Please call `x.shape` rather than "
            "`len(x)` for shape information."
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate that you're trying "
            "to pass a Tensor to a NumPy call, which is not supported."
        )

    def __hash__(self) -> int:
        if self._op.graph.building_function:
            raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")
        return id(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        raise TypeError("cannot pickle 'SymbolicTensor' object")  # it belongs to its graph


def _clash(known: TensorShape, given: TensorShape) -> str:
    """The text that says where two shapes contradict each other."""
    texts = " and ".join(dims_text(s.as_list()) for s in (known, given))
    if known.rank != given.rank:
        return f"Shapes must be equal rank, but are {known.rank} and {given.rank}"
    at = next(i for i, (a, b) in enumerate(zip(known.as_list(), given.as_list())) if None not in (a, b) and a != b)
    return f"Dimension {at} in both shapes must be equal, but are {known[at]} and {given[at]}. Shapes are {texts}."


def static_value(x: Any) -> Any:
    """The value of `x` as a NumPy array if it is known before the graph runs, else None."""
    if type(x) is EagerTensor:
        return x.numpy()
    if isinstance(x, SymbolicTensor):
        if x._static is not None:
            return x._static.numpy()
        a = x._a
        if a is not None and x._b is a and not getattr(a, "is_meta", False) and x._dt._kind in "iub":
            return a.numpy() if not isinstance(a, np.ndarray) else a
    return None


def known_integer(x: Any) -> Any:
    """`x` as a Python integer; the symbolic tensor itself where its value is known only when the graph runs."""
    if not isinstance(x, SymbolicTensor):
        return int(x)
    static = static_value(x)
    return x if static is None else int(static)
