"""`tf.SparseTensor`: the elements of a tensor that are stored, and their indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim._listing import LateBound
from tfshim.engine.graphs.sessions.default import evaluate
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.values.protocol import SPARSE
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.protos.tensors import constant_value_as_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike


__all__ = ["SparseTensor", "convert_to_sparse"]

_above = LateBound(
    "tfshim.sparse",
    {"dispatch": "answer", "elementwise": "divide_dense multiply_dense", "sparse_tensor_spec": "SparseTensorSpec"},
)


def _as_int64(value, name):
    return convert_to_tensor(value, int64, name=name)


def _fit(indices, values, dense_shape):
    """Whether these are eager tensors that make a sparse one as they are; where they are not, the conversion says what is wrong."""
    if not type(indices) is type(values) is type(dense_shape) is EagerTensor or not indices._dt is dense_shape._dt is int64:
        return False
    places, shape = indices._t.shape, dense_shape._t.shape
    return len(places) == 2 and len(shape) == 1 and values._t.shape == places[:1] and places[1] == shape[0]


@tf_export("sparse.SparseTensor", "SparseTensor")
class SparseTensor(CompositeTensor):
    """A tensor of which only some elements are stored; the others are 0. Mirrors `tf.SparseTensor`.

    Arguments:
        indices: the coordinates of the stored elements, int64 of shape [n, rank].
        values: the stored elements, of shape [n] and any dtype.
        dense_shape: the shape of the whole, an int64 vector.

    Raises:
        ValueError: the shapes of the three do not fit.

    Operations expect the coordinates in row-major order (`tf.sparse.reorder` sorts them) and without repeats.
    `tf.sparse` has what works on them: `to_dense`, `from_dense`, `sparse_dense_matmul`, `concat`, `slice`; `*` and `/`
    take a dense tensor and act on what is stored.

    Example:
        >>> s = tf.SparseTensor(indices=[[0, 1], [2, 0]], values=[5.0, 7.0], dense_shape=[3, 2])
        >>> tf.sparse.to_dense(s)
        <tf.Tensor: shape=(3, 2), dtype=float32, numpy=
        array([[0., 5.],
               [0., 0.],
               [7., 0.]], dtype=float32)>
        >>> tf.sparse.sparse_dense_matmul(s, tf.constant([[1.0], [10.0]]))
        <tf.Tensor: shape=(3, 1), dtype=float32, numpy=
        array([[50.],
               [ 0.],
               [ 7.]], dtype=float32)>
    """

    __module__ = "tensorflow.python.framework.sparse_tensor"
    _holds_variables = False
    is_tensor_like = True
    _tfshim_kind = SPARSE

    def __init__(self, indices: TensorLike, values: TensorLike, dense_shape: SizesLike) -> None:
        if TS.graph is None and _fit(indices, values, dense_shape):  # as those of every operation: without the steps below
            self._indices, self._values, self._dense_shape = indices, values, dense_shape
            self._static_shape = TensorShape([None if n < 0 else n for n in dense_shape._t.tolist()])
            return
        if TS.graph is None or TS.graph.building_function and not one_by_one.wanted():
            indices, values = _as_int64(indices, "indices"), convert_to_tensor(values, name="values")
            dense_shape = _as_int64(dense_shape, "dense_shape")
        else:
            with name_scope("SparseTensor"):
                indices = constant_of(_as_int64(indices, "indices"), "indices")
                values = constant_of(convert_to_tensor(values, name="values"), "values")
                dense_shape = constant_of(_as_int64(dense_shape, "dense_shape"), "dense_shape")
        places = indices.shape.with_rank(2)
        places.dims[0].assert_is_compatible_with(values.shape.with_rank(1).dims[0])
        places.dims[1].assert_is_compatible_with(dense_shape.shape.with_rank(1).dims[0])
        self._indices, self._values, self._dense_shape = indices, values, dense_shape
        self._static_shape = constant_value_as_shape(dense_shape)

    @classmethod
    def _of_parts(cls, parts, shape):
        """One of just these components, which need not be tensors."""
        made = cls.__new__(cls)
        made._indices, made._values, made._dense_shape = parts
        made._static_shape = shape
        return made

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """A SparseTensor of what a session gave. Mirrors `tf.SparseTensor.from_value`.

        A session gives back NumPy arrays, which operations do not take as a sparse tensor: this makes one of
        them again, so that a result
        of one run can enter the next graph.

        Arguments:
            sparse_tensor_value: a `tf.compat.v1.SparseTensorValue`, or a SparseTensor, which is given back as it is.

        Returns:
            A SparseTensor.

        Raises:
            TypeError: anything else.

        Example:
            >>> value = tf.compat.v1.SparseTensorValue([[0, 1]], [5.0], [2, 2])
            >>> tf.SparseTensor.from_value(value).values
            <tf.Tensor: shape=(1,), dtype=float32, numpy=array([5.], dtype=float32)>
        """
        value = sparse_tensor_value
        if not (isinstance(value, SparseTensor) or is_sparse_value(value)):
            raise TypeError(f"Argument sparse_tensor_value={value} is neither a SparseTensor nor SparseTensorValue.")
        return SparseTensor(value.indices, value.values, value.dense_shape)

    indices = property(lambda self: self._indices, doc="The places: int64 [n, rank].")
    values = property(lambda self: self._values, doc="The stored elements: [n].")
    dense_shape = property(lambda self: self._dense_shape, doc="The shape as a tensor: int64 [rank].")
    shape = property(lambda self: self._static_shape, doc="The static shape, a `tf.TensorShape`.")
    dtype = property(lambda self: self._values.dtype, doc="The dtype of the elements.")
    op = property(lambda self: self._values.op, doc="The operation that makes the values (in graphs).")
    graph = property(lambda self: self._indices.graph, doc="The graph of the component tensors.")

    def get_shape(self) -> TensorShape:
        """The static shape. Mirrors `tf.SparseTensor.get_shape`.

        The attribute `shape` has the same; this is the form that programs of TensorFlow 1 have. The tensor `dense_shape` has the sizes as
        an int64 vector, also where they are known only when a graph runs. It takes no arguments.

        Returns:
            a `tf.TensorShape`: as much of the dense shape as is known without running a graph. In eager programs all of it is. How many
            elements are stored it does not tell: the first size of `indices` does.

        Example:
            >>> sparse = tf.SparseTensor([[0, 1]], [5.0], [2, 3])
            >>> sparse.get_shape(), sparse.indices.shape
            (TensorShape([2, 3]), TensorShape([1, 2]))
            >>> sparse.get_shape().as_list() == sparse.dense_shape.numpy().tolist()
            True
        """
        return self._static_shape

    def set_shape(self, shape: SizesLike) -> None:
        """Say more of the static shape than a graph knows. Mirrors `tf.SparseTensor.set_shape`.

        A reader of files, or a placeholder, often gives a sparse tensor of which a graph knows the rank alone;
        layers that need the number
        of columns ask for it when they are built. Eager tensors know their shape, and are only checked.

        Arguments:
            shape: anything that `tf.TensorShape` takes.

        Raises:
            ValueError: it contradicts what is known.

        The elements stay as they are: it tells, and changes nothing.

        Example:
            >>> s = tf.SparseTensor([[0, 1]], [5.0], [2, 3])
            >>> s.set_shape([2, None])
            >>> s.shape
            TensorShape([2, 3])
        """
        self._static_shape = self._static_shape.merge_with(TensorShape(shape))

    def with_values(self, new_values: TensorLike) -> SparseTensor:
        """A SparseTensor with other values at the same indices. Mirrors `tf.SparseTensor.with_values`.

        The indices are shared, not copied. So a function of the stored elements alone is applied:
        `s.with_values(tf.nn.relu(s.values))`.

        Arguments:
            new_values: a tensor of any dtype with one element for each index.

        Returns:
            A SparseTensor of the same dense shape.

        Raises:
            ValueError: the number of elements differs.

        Example:
            >>> s = tf.sparse.from_dense([[0, 7], [5, 0]])
            >>> tf.sparse.to_dense(s.with_values(["a", "b"]))
            <tf.Tensor: shape=(2, 2), dtype=string, numpy=
            array([[b'', b'a'],
                   [b'b', b'']], dtype=object)>
        """
        return SparseTensor(self._indices, new_values, self._dense_shape)

    def consumers(self) -> Any:
        """The operations of a graph that use the indices, the values or the shape. Mirrors `tf.SparseTensor.consumers`.

        What reads a sparse tensor takes its three tensors, so the operations of all three are listed together.
        Programs use it to walk through
        a graph from what they know to what depends on it; `op.inputs` goes the other way.

        Returns:
            A list of `tf.Operation`, without repeats. Eager tensors have no consumers.

        Example:
            >>> with tf.Graph().as_default():
            ...     s = tf.SparseTensor([[0, 1]], tf.constant([5.0]), [2, 2])
            ...     doubled = s.values * 2.0
            ...     print([op.type for op in s.consumers()])
            ['Mul']
        """
        return self._consumers()

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value in a session, which runs the graph. Mirrors `tf.SparseTensor.eval`.

        It is `session.run(sparse_tensor)`, written from the tensor's side: the indices, the values and the
        shape are fetched in one run.

        Arguments:
            feed_dict: what stands for placeholders, a dictionary; None by default.
            session: the session; None, the default, for the one that is open.

        Returns:
            A `tf.compat.v1.SparseTensorValue`, a named tuple of the arrays `indices`, `values` and `dense_shape`.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session():
            ...     print(tf.SparseTensor([[0, 1]], [5.0], [2, 2]).eval().values)
            [5.]
        """
        return evaluate(self, feed_dict, session)

    @property
    def _type_spec(self):
        return _above.SparseTensorSpec(self.shape, self.dtype)

    def _shape_invariant_to_type_spec(self, shape):
        # The invariant is that of `dense_shape`, a vector: only the rank of the sparse tensor follows from it.
        shape = TensorShape(shape)
        if shape.ndims != 1:
            plural = "s" if shape.ndims != 1 else ""
            raise ValueError(f"Expected a shape with 1 dimension. Obtained: {shape} which has {shape.ndims} dimension{plural}.")
        return _above.SparseTensorSpec(None if shape[0] is None else [None] * shape[0], self.dtype)

    @classmethod
    def _tfshim_dispatch(cls, function, args, kwargs):
        return _above.answer(function, args, kwargs)

    def __mul__(self, y):
        return _above.multiply_dense(self, y)

    # What a tensor times this is. Not `__rmul__`: numbers, lists and arrays, which would find that too, have no product with it.
    _of_dense_mul = __mul__

    def __truediv__(self, y):
        return _above.divide_dense(self, y)

    __div__ = __truediv__

    def __str__(self):
        # `str`, because formatting a tensor gives its bare value.
        indices, values, shape = map(str, (self._indices, self._values, self._dense_shape))
        return f"SparseTensor(indices={indices}, values={values}, dense_shape={shape})"

    __repr__ = __str__


def is_sparse_value(value):
    """Whether `value` is a named tuple of indices, values and dense shape."""
    return isinstance(value, tuple) and getattr(value, "_fields", None) == ("indices", "values", "dense_shape")


@tf_private("tensorflow.python.framework.sparse_tensor.is_sparse")
def is_sparse_or_value(x):
    """Whether `x` is a SparseTensor or a named tuple of indices, values and dense shape."""
    return isinstance(x, SparseTensor) or is_sparse_value(x)


def convert_to_sparse(value):
    """`value`, which is a SparseTensor or a SparseTensorValue, as a SparseTensor. Raises TypeError for all else."""
    if isinstance(value, SparseTensor):
        return value
    if is_sparse_value(value):
        return SparseTensor.from_value(value)
    raise TypeError("Input must be a SparseTensor.")
