"""Tensors as they are: `identity` and what else passes its argument on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.tensor import Tensor


@op("Identity", input="any", dtype_agnostic=True)
def _identity(input, name=None):
    return input


@tf_export("identity")
@composite
def identity(input: TensorLike, name: str | None = None) -> AnyTensor:
    """A tensor with the value that something has now. Mirrors `tf.identity`.

    Arguments:
        input: a tensor, variable, SparseTensor, RaggedTensor or IndexedSlices, or what converts to a tensor.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape, dtype and value of `input`, in graphs a node of its own; a composite tensor for a
        composite one. For a variable it is a copy that later assignments do not change.

    The gradient passes unchanged. In graphs it gives a value a name, or a place under `tf.control_dependencies`.

    Example:
        >>> v = tf.Variable([1.0, 2.0])
        >>> before = tf.identity(v)
        >>> v.assign([9.0, 9.0])
        <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([9., 9.], dtype=float32)>
        >>> before
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    if isinstance(input, IndexedSlices):
        parts = (input.values, input.indices, input.dense_shape)
        return IndexedSlices(*[None if p is None else _identity(p, name) for p in parts])
    if hasattr(input, "_type_spec") and not hasattr(type(input), "_tfshim_value"):
        return nest.map_structure(_identity, input, expand_composites=True)
    return _identity(input, name)


@tf_export("identity_n")
@composite
def identity_n(input: TensorLike, name: str | None = None) -> list[Tensor]:
    """Several tensors, passed on together. Mirrors `tf.identity_n`.

    In a graph all of them wait for the last one.

    Arguments:
        input: a list of at least one tensor, of any dtypes and shapes.
        name: a name for the operation in graphs.

    Returns:
        A list of tensors with their values.

    Raises:
        InvalidArgumentError: the list is empty.

    TensorFlow uses it to give a group of tensors a gradient of their own, as does `tf.custom_gradient`. The gradient
    passes unchanged.

    Example:
        >>> tf.identity_n([tf.constant(1), tf.constant("a")])
        [<tf.Tensor: shape=(), dtype=int32, numpy=1>, <tf.Tensor: shape=(), dtype=string, numpy=b'a'>]
    """
    input = list(input)
    if not input:
        raise invalid(
            "Length for attr 'T' of 0 must be at least minimum 1\n\t; NodeDef: {{node IdentityN}} [Op:IdentityN] name: ",
        )
    return [_identity(x, name) for x in input]


@tf_export("guarantee_const")
@op("GuaranteeConst", input="any", dtype_agnostic=True, grad="missing")
def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """A tensor unchanged, with the caller's promise that it is constant. Mirrors `tf.guarantee_const`.

    Arguments:
        input: a tensor of any dtype, or a variable, of which it is the value.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape, dtype and value of `input`.

    Raises:
        LookupError: a gradient is asked for, which the operation does not have.

    TensorFlow may compute what depends on such values once instead of in each run of a graph. Here no use is made of
    the promise, so that nothing goes wrong where it is not kept.

    Example:
        >>> tf.guarantee_const([1, 2])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    return input
