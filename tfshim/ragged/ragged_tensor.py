"""`tf.RaggedTensor`: rows of different lengths, as the values of all rows and the places where rows end.

It is one class: what it is made of and asked for. What is computed with it is in the modules of `above`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import math
from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.array_ops.casting import cast
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_outside_functions
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.composite_tensor import CompositeGradient, CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import RAGGED
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.ragged.axes import axis_from_front
from tfshim.ragged.making import _PRIVATE, RaggedConstruction, _values
from tfshim.ragged.partitions import ragged_range
from tfshim.ragged.rows import RaggedRows, concat_sizes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


above = LateBound(
    "tfshim.ragged",
    {
        "dense": "to_dense to_sparse",
        "dispatch": "dispatch",
        "factories": "boolean_mask",
        "indexing": "getitem",
        "ragged_tensor_spec": "RaggedTensorSpec",
        "tfshim.looping.mapping": "map_fn",
        "tfshim.strings.plain": "reduce_join unsorted_segment_join",
    },
)


class _FlatValues(CompositeGradient):
    """The gradient of a ragged tensor is that of its flat values."""

    def get_gradient_components(self, value):
        return value.flat_values

    def replace_gradient_components(self, value, component_grads):
        return value.with_flat_values(convert_to_tensor(component_grads))


@tf_export("RaggedTensor")
class RaggedTensor(RaggedConstruction, RaggedRows, CompositeTensor):
    """A tensor whose rows have different lengths. Mirrors `tf.RaggedTensor`; `tf.ragged.constant` and the methods
    `from_row_splits`, `from_row_lengths`, `from_value_rowids`, `from_tensor` make one.

    Arguments:
        values: the elements of all rows, one after the other; ragged itself for more than one ragged axis.
        row_partition: where rows begin.
        internal: must be True: the constructor is for the methods that make one.

    Row i is `values[row_splits[i]:row_splits[i + 1]]`. Operations that work element by element take it, reductions take
    its axes, `tf.concat`, `tf.gather` and indexing work on rows, and Keras' layers for embeddings and recurrences have
    it as input. `to_tensor` pads it, `to_list` makes nested lists.

    Example:
        >>> r = tf.ragged.constant([[1, 2, 3], [], [4]])
        >>> r * 10
        <tf.RaggedTensor [[10, 20, 30], [], [40]]>
        >>> r.row_lengths(), r.shape
        (<tf.Tensor: shape=(3,), dtype=int64, numpy=array([3, 0, 1])>, TensorShape([3, None]))
        >>> r.to_tensor(default_value=-1)
        <tf.Tensor: shape=(3, 3), dtype=int32, numpy=
        array([[ 1,  2,  3],
               [-1, -1, -1],
               [ 4, -1, -1]], dtype=int32)>
    """

    __module__ = "tensorflow.python.ops.ragged.ragged_tensor"
    _holds_variables = False
    __composite_gradient__ = _FlatValues()
    is_tensor_like = True
    _tfshim_kind = RAGGED
    __array_priority__ = 100

    def __init__(self, values: TensorLike, row_partition: Any, internal: Any = False) -> None:
        if internal is not _PRIVATE:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., RaggedTensor.from_row_lengths())"
            )
        self._values, (self._splits, self._uniform) = values, row_partition

    # ------------------------------------------------------------------ asking
    values = property(lambda self: self._values, doc="The values of all rows: a tensor, ragged or not.")
    row_splits = property(lambda self: self._splits, doc="Where rows end: an integer vector that starts with 0.")
    dtype = property(lambda self: self._values.dtype, doc="The dtype of the values.")
    uniform_row_length = property(
        lambda self: None if self._uniform is None else convert_to_tensor(self._uniform, self._splits.dtype),
        doc="The length of every row where the type says that they agree, else None.",
    )

    @property
    def flat_values(self) -> Any:
        """The innermost values, a dense tensor."""
        inner = self._values
        return inner.flat_values if isinstance(inner, RaggedTensor) else inner

    @property
    def ragged_rank(self) -> int:
        """How many dimensions are made by row splits."""
        return 1 + (self._values.ragged_rank if isinstance(self._values, RaggedTensor) else 0)

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of all ragged dimensions, the outermost first."""
        return (self._splits, *(self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()))

    @property
    def shape(self) -> TensorShape:
        """The static shape; ragged dimensions are None."""
        rows = self._splits.shape[0]
        inner = self._values.shape
        if inner.rank is None:
            return TensorShape(None)
        return TensorShape([None if rows is None else rows - 1, self._uniform, *inner.as_list()[1:]])

    def get_shape(self) -> TensorShape:
        """Tell the static shape. Mirrors `tf.RaggedTensor.get_shape`.

        Returns:
            A `tf.TensorShape`, the same as the property `shape`: ragged axes have the size None, unless all their rows were made with
            one length by `from_uniform_row_length`. Other axes have their sizes; within functions and graphs, those that are not known
            before they run are None as well.

        For the sizes of the values that are there, use `bounding_shape()`, `row_lengths()` or `tf.shape`, which gives a
        `tf.experimental.DynamicRaggedShape`.

        Example:
            >>> r = tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1)
            >>> r.get_shape()
            TensorShape([2, None, 2])
            >>> r.bounding_shape().numpy()
            array([2, 2, 2])
        """
        return self.shape

    @property
    def _type_spec(self):
        return above.RaggedTensorSpec.from_value(self)

    def consumers(self) -> Any:
        """Tell which operations of the graph take the components of this ragged tensor. Mirrors `tf.RaggedTensor.consumers`.

        Returns:
            A list of `tf.Operation`, those that have `flat_values` or one of `nested_row_splits` as input; outside of graphs, where
            nothing is kept, an empty list.

        It is for tools that walk through a graph, from a placeholder to what becomes of it. A program that computes does not need it: to
        get the values or the rows, use `flat_values`, `values`, `row_splits` or `row_lengths`.

        Example:
            >>> with tf.Graph().as_default():
            ...     r = tf.ragged.constant([[1.0, 2.0], [3.0]])
            ...     doubled = tf.multiply(r.values, 2.0, name="doubled")
            ...     print([operation.name for operation in r.consumers()])
            ['doubled']
        """
        return self._consumers()

    # ------------------------------------------------------------------ changing
    def with_values(self, new_values: TensorLike) -> RaggedTensor:
        """Make a ragged tensor with the same rows of other values. Mirrors `tf.RaggedTensor.with_values`.

        Arguments:
            new_values: a tensor or ragged tensor whose first axis has as many elements as `values` has. Its dtype and inner axes may
                differ.

        Returns:
            A RaggedTensor with the outermost `row_splits` of this one.

        Raises:
            ValueError: `new_values` is a scalar, or has another number of elements.

        With one ragged axis it applies to the elements any function that takes tensors: `r.with_values(f(r.values))`. With several,
        `with_flat_values` does.

        Example:
            >>> r = tf.ragged.constant([["a", "bc"], [], ["def"]])
            >>> r.with_values(tf.strings.length(r.values))
            <tf.RaggedTensor [[1, 2], [], [3]]>
        """
        new = _values(new_values)
        if new.shape.rank == 0:
            raise ValueError("Shape () must have rank at least 1")
        self._values.shape[:1].assert_is_compatible_with(new.shape[:1])
        if isinstance(new, RaggedTensor) and new.row_splits.dtype != self._splits.dtype:
            new = new.with_row_splits_dtype(self._splits.dtype)
        return RaggedTensor._make(new, self._splits, self._uniform)

    def with_flat_values(self, new_values: TensorLike) -> RaggedTensor:
        """Make a ragged tensor with the same rows, at all depths, of other elements. Mirrors `tf.RaggedTensor.with_flat_values`.

        Arguments:
            new_values: a tensor whose first axis has as many elements as `flat_values` has. Its dtype and inner axes may differ.

        Returns:
            A RaggedTensor with the `nested_row_splits` of this one.

        Raises:
            ValueError: `new_values` is a scalar, or has another number of elements.

        It applies to the elements any function that takes tensors, however many ragged axes there are; `tf.ragged.map_flat_values` does
        the same with a function.

        Example:
            >>> r = tf.ragged.constant([[[1, 2], []], [[3]]])
            >>> r.with_flat_values(tf.one_hot(r.flat_values - 1, 3)).shape
            TensorShape([2, None, None, 3])
        """
        inner = self._values
        return self.with_values(inner.with_flat_values(new_values) if isinstance(inner, RaggedTensor) else new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """Make a ragged tensor with row splits of another dtype. Mirrors `tf.RaggedTensor.with_row_splits_dtype`.

        Arguments:
            dtype: `tf.int32` or `tf.int64`, for the splits of all ragged axes.

        Returns:
            A RaggedTensor with the same rows and values; `row_lengths`, `nrows` and what else counts give `dtype`.

        Raises:
            ValueError: another dtype.

        Operations on two ragged tensors want both to have the same dtype of splits. Most functions make int64; what `tf.function` or a
        dataset declares by a `tf.RaggedTensorSpec` has that of its `row_splits_dtype`.

        Example:
            >>> r = tf.ragged.constant([[1, 2], [3]])
            >>> r.with_row_splits_dtype(tf.int32).row_splits
            <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 2, 3], dtype=int32)>
        """
        dtype = as_dtype(dtype)
        if not dtype.mask & dt.INDEX:
            raise ValueError(f"Argument `row_splits` dtype must be int32 or int64. Received <dtype: '{dtype.name}'>.")
        inner = self._values.with_row_splits_dtype(dtype) if isinstance(self._values, RaggedTensor) else self._values
        return RaggedTensor._make(inner, cast(self._splits, dtype), self._uniform)

    def merge_dims(self, outer_axis: IntLike, inner_axis: IntLike) -> AnyTensor:
        """Make one axis of several that follow each other. Mirrors `tf.RaggedTensor.merge_dims`.

        Arguments:
            outer_axis: the first of them, an integer; a negative one counts from the end.
            inner_axis: the last of them; it may be `outer_axis`, which changes nothing.

        Returns:
            A RaggedTensor with `inner_axis - outer_axis` fewer axes, or a dense tensor where no ragged axis is left. The elements are
            the same in the same order; only the borders between rows go.

        Raises:
            TypeError: an axis is no integer.
            ValueError: an axis is outside of the rank, or below 0 where the rank is unknown, or the first comes after the last.

        Example:
            >>> r = tf.ragged.constant([[[1, 2], [3]], [], [[4]]])
            >>> r.merge_dims(0, 1)
            <tf.RaggedTensor [[1, 2], [3], [4]]>
            >>> r.merge_dims(1, 2)
            <tf.RaggedTensor [[1, 2, 3], [], [4]]>
        """
        rank = self.shape.rank
        outer, inner = (
            axis_from_front(a, rank, "rank(self)", name) for a, name in ((outer_axis, "outer_axis"), (inner_axis, "inner_axis"))
        )
        if outer > inner:
            raise ValueError(f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis}).")
        if outer == inner:
            return self
        if outer > 0:
            merged = self._values
            if isinstance(merged, RaggedTensor):
                return self.with_values(merged.merge_dims(outer - 1, inner - 1)) if outer > 1 else self._fold(inner)
            if outer > 1:
                sizes = shape(merged)
                return self.with_values(reshape(merged, concat_sizes([sizes[: outer - 1], [-1], sizes[inner:]])))
            return self._fold(inner)
        if inner == 1:
            return self._values
        if isinstance(self._values, RaggedTensor):
            return self._values.merge_dims(0, inner - 1)
        sizes = shape(self._values)
        return reshape(self._values, concat_sizes([[-1], sizes[inner:]]))

    def _fold(self, inner):
        """Dimensions 1 to `inner` made one."""
        values = self._values
        if isinstance(values, RaggedTensor):
            made = RaggedTensor._make(values.values, gather(values.row_splits, self._splits))
            return made if inner == 2 else made._fold(inner - 1)
        sizes = shape(values, out_type=self._splits.dtype)
        width = sizes[1]
        made = RaggedTensor._make(reshape(values, concat_sizes([[-1], sizes[2:]])), self._splits * width)
        return made if inner == 2 else made._fold(inner - 1)

    def to_tensor(self, default_value: TensorLike | None = None, name: str | None = None, shape: SizesLike | None = None) -> Tensor:
        """Make a dense tensor of the rows, filled up to one length. Mirrors `tf.RaggedTensor.to_tensor`.

        Arguments:
            default_value: what fills rows up, of the tensor's dtype: a scalar, or a tensor that fits below the ragged axes. None: 0,
                False, or an empty string.
            name: a name for the operation in graphs.
            shape: the shape of the result, a list or `tf.TensorShape` with a size for each axis: longer rows are cut, shorter ones
                filled. None, or None or -1 for an axis: as long as the longest row.

        Returns:
            A tensor with the dtype of the values and as many axes as this one has.

        Raises:
            InvalidArgumentError: `shape` has another number of axes, or the rank of `default_value` is too high.

        Example:
            >>> r = tf.ragged.constant([[1, 2, 3], [], [4]])
            >>> r.to_tensor(default_value=-1).numpy().tolist()
            [[1, 2, 3], [-1, -1, -1], [4, -1, -1]]
            >>> r.to_tensor(shape=[None, 2]).numpy().tolist()
            [[1, 2], [0, 0], [4, 0]]
        """
        return above.to_dense(self, default_value, shape)

    def to_sparse(self, name: str | None = None) -> Any:
        """Make a sparse tensor that holds each value at its place. Mirrors `tf.RaggedTensor.to_sparse`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A `tf.SparseTensor` with the dtype of the values, whose `indices` are the row and the place within it, in order, and whose
            `dense_shape` is the bounding shape. Values of 0 are elements as any other: what is left out is what rows do not have.

        It is for functions that take sparse tensors and no ragged ones, as those of `tf.sets` and `tf.edit_distance`;
        `tf.RaggedTensor.from_sparse` is the way back.

        Example:
            >>> st = tf.ragged.constant([[5, 0], [], [7]]).to_sparse()
            >>> st.indices.numpy().tolist(), st.values.numpy().tolist(), st.dense_shape.numpy().tolist()
            ([[0, 0], [0, 1], [2, 0]], [5, 0, 7], [3, 2])
        """
        return above.to_sparse(self)

    # ------------------------------------------------------------------ Python values
    def _eager(self):
        if not isinstance(self.flat_values, EagerTensor):
            raise ValueError("RaggedTensor.numpy() is only supported in eager mode; return the tensor from the function.")

    def numpy(self) -> np.ndarray:
        """Give the rows as a NumPy array. Mirrors `tf.RaggedTensor.numpy`.

        Returns:
            An array of dtype object with one array for each row, where the rows have different lengths; where all have the same, an
            ordinary array of the values' dtype. Strings are bytes.

        Raises:
            ValueError: within a function or graph, where there are no values yet.

        Since the kind of the result depends on the values, a program that goes on computing is better off with `flat_values.numpy()` and
        `row_splits.numpy()`, or `to_tensor().numpy()`; one that shows or stores rows, with `to_list()`.

        Example:
            >>> [row.tolist() for row in tf.ragged.constant([[1, 2], [3]]).numpy()]
            [[1, 2], [3]]
            >>> tf.ragged.constant([[1, 2], [3, 4]]).numpy()
            array([[1, 2],
                   [3, 4]], dtype=int32)
        """
        self._eager()
        values, splits = self._values.numpy(), self._splits.numpy()
        rows = [values[a:b] for a, b in zip(splits[:-1], splits[1:], strict=True)]
        if any(len(row) != len(rows[0]) for row in rows):
            out = np.empty(len(rows), dtype=object)
            for i, row in enumerate(rows):
                out[i] = row
            return out
        return np.array(rows) if rows else np.zeros((0, 0, *values.shape[1:]), values.dtype)

    def to_list(self) -> list[Any]:
        """Give the rows as nested lists of Python's numbers or bytes. Mirrors `tf.RaggedTensor.to_list`.

        Returns:
            A list with a list for each row, as deep as the tensor has axes: the axes below the ragged ones are lists too. Strings are
            bytes.

        Raises:
            ValueError: within a function or graph, where there are no values yet.

        `tf.ragged.constant` makes a ragged tensor of such lists again; give it the dtype, and `ragged_rank` where inner axes are
        uniform, since lists do not tell them.

        Example:
            >>> tf.strings.split(["to be", "or", ""]).to_list()
            [[b'to', b'be'], [b'or'], []]
            >>> tf.RaggedTensor.from_row_lengths([[1, 2], [3, 4]], [2, 0]).to_list()
            [[[1, 2], [3, 4]], []]
        """
        self._eager()
        inner = self._values
        items = inner.to_list() if isinstance(inner, RaggedTensor) else inner.numpy().tolist()
        splits = self._splits.numpy().tolist()
        return [items[a:b] for a, b in zip(splits[:-1], splits[1:], strict=True)]

    def __repr__(self):
        if not isinstance(self.flat_values, EagerTensor):
            return f"tf.RaggedTensor(values={self._values}, row_splits={self._splits})"
        with np.printoptions(formatter={"all": _shown}):
            return f"<tf.RaggedTensor {_shown(self.numpy())}>"

    __str__ = __repr__

    def __hash__(self):
        if eager_outside_functions():  # in graphs of sessions they are keys of feeds
            raise TypeError("RaggedTensor is unhashable.")
        return id(self)

    def __bool__(self):
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __getitem__(self, key):
        return above.getitem(self, key)

    def __iter__(self):
        self._eager()
        return (self[i] for i in range(int(self.nrows())))

    @staticmethod
    def _tfshim_dispatch(function, args, kwargs):
        return above.dispatch(function, args, kwargs)


def _shown(x):
    if not isinstance(x, np.ndarray):
        return str(x)
    return np.array2string(x, separator=", ") if x.size else repr(x.tolist())


def range_rows(starts, limits, deltas=None):
    """`(row_splits, values)` of the places between `starts` and `limits`."""
    deltas = convert_to_tensor(1, starts.dtype) if deltas is None else deltas
    return ragged_range(starts, limits, deltas, starts.dtype)


def _compared(function, x, y, differing):
    """`function` element by element; `differing` where the two do not broadcast, which `==` returns rather than raises."""
    try:
        return differing if y is None else function(x, y)
    except (errors.InvalidArgumentError, ValueError, TypeError):
        return differing


def _install_operators():
    names = {
        "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "truediv", "floordiv": "floordiv", "mod": "floormod",
        "pow": "pow", "and": "logical_and", "or": "logical_or", "xor": "logical_xor",
    }  # fmt: skip
    for short, long in names.items():
        function = getattr(math, long)
        # `f` is bound here, since `function` changes with the loop.
        setattr(RaggedTensor, f"__{short}__", lambda x, y, f=function: f(x, y))
        setattr(RaggedTensor, f"__r{short}__", lambda x, y, f=function: f(y, x))
    for short, long in {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}.items():
        function = getattr(math, long)
        setattr(RaggedTensor, f"__{short}__", lambda x, y, f=function: f(x, y))
    RaggedTensor.__eq__ = lambda x, y: _compared(math.equal, x, y, False)
    RaggedTensor.__ne__ = lambda x, y: _compared(math.not_equal, x, y, True)
    for short, long in {"neg": "negative", "abs": "abs", "invert": "logical_not"}.items():
        function = getattr(math, long)
        setattr(RaggedTensor, f"__{short}__", lambda x, f=function: f(x))


_install_operators()
