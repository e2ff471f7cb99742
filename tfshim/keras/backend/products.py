"""Products of tensors in `tf.keras.backend`, and what is computed along an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, linalg, math, sparse
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.keras.backend.values import int_shape, is_sparse, ndim

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike


@tf_export("keras.backend.l2_normalize")
def l2_normalize(x: TensorLike, axis: Axis = None) -> AnyTensor:
    """A tensor over its Euclidean norms along an axis.

    Mirrors `tf.keras.backend.l2_normalize`.

    Each vector along the axis is divided by the root of the sum of its squares, which is at least 1e-12, so that a vector of zeros stays
    one. The product of two such vectors is the cosine of their angle.

    Arguments:
        x: a floating-point tensor.
        axis: the axis of the vectors; None (the default): all elements are one vector.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.l2_normalize(tf.constant([[3.0, 4.0]]), axis=1).numpy().round(3)
        array([[0.6, 0.8]], dtype=float32)
    """
    return math.l2_normalize(x, axis=axis)


@tf_export("keras.backend.in_top_k")
def in_top_k(predictions: TensorLike, targets: TensorLike, k: IntLike) -> AnyTensor:
    """Whether the prediction for each target is among the k greatest of its row.

    Mirrors `tf.keras.backend.in_top_k`.

    A prediction counts as right if fewer than k classes have a higher number than the target's; ties count for it. The mean of the result
    over a batch is the top-k accuracy.

    Arguments:
        predictions: floats [batch, classes].
        targets: integers [batch]: the classes.
        k: how many places count, an integer.

    Returns:
        A bool tensor [batch].

    `tf.math.in_top_k` is the same with the targets first.

    Example:
        >>> tf.keras.backend.in_top_k(tf.constant([[0.1, 0.6, 0.3]]), tf.constant([2]), 2).numpy().tolist()
        [True]
    """
    return math.in_top_k(targets=targets, predictions=predictions, k=k)


@tf_export("keras.backend.dot")
def dot(x: TensorLike, y: TensorLike) -> AnyTensor:
    """The product of matrices; with more axes, along the last of `x` and the last but one of `y`.

    Mirrors `tf.keras.backend.dot`. The other axes stand one after the other, as in NumPy's `dot`.

    Of tensors of higher rank the last axis of the first meets the last but one of the second, as in Theano; sparse matrices multiply
    dense ones.

    Arguments:
        x: a tensor, dense or sparse.
        y: a tensor.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.dot(tf.constant([[1.0, 2.0]]), tf.constant([[3.0], [4.0]])).numpy().tolist()
        [[11.0]]
        >>> tf.keras.backend.dot(tf.ones([2, 3, 4]), tf.ones([5, 4, 6])).shape
        TensorShape([2, 3, 5, 6])
    """
    if is_sparse(x):
        return sparse.sparse_dense_matmul(x, y)
    ranks = ndim(x), ndim(y)
    if ranks[0] is None or (ranks[0] <= 2 and ranks[1] == 2):
        return linalg.matmul(x, y)
    at = ranks[1] - 2 if ranks[1] > 1 else 0
    return linalg.tensordot(x, y, [[ranks[0] - 1], [at]])


@tf_export("keras.backend.batch_dot")
def batch_dot(x: TensorLike, y: TensorLike, axes: Axis = None) -> AnyTensor:
    """The product of two tensors along one axis of each, example by example.

    Mirrors `tf.keras.backend.batch_dot`.

    Arguments:
        x, y: tensors of rank 2 at least, of the same batch.
        axes: an axis of both, or one of each; None (default): the last of `x`, and the last (of 2) or last but one of `y`.

    Returns:
        A tensor; [batch, 1] for two matrices.

    Raises:
        ValueError: ranks below 2, the batch axis, sizes that differ.

    Examples of a batch meet their own partner alone, unlike in `dot`; `tf.keras.layers.Dot` is the layer of it, which similarities of
    two embeddings and attention are made of.

    Example:
        >>> tf.keras.backend.batch_dot(tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]]), axes=1).numpy().tolist()
        [[11.0]]
    """
    shapes = int_shape(x), int_shape(y)
    ranks = [len(s) for s in shapes]
    if ranks[0] < 2 or ranks[1] < 2:
        raise ValueError(f"Cannot do batch_dot on inputs with rank < 2. Received inputs with shapes {shapes[0]} and {shapes[1]}.")
    if None not in (shapes[0][0], shapes[1][0]) and shapes[0][0] != shapes[1][0]:
        raise ValueError(
            f"Cannot do batch_dot on inputs with different batch sizes. Received inputs with shapes {shapes[0]} and {shapes[1]}."
        )
    if axes is None:
        axes = [ranks[0] - 1, ranks[1] - (1 if ranks[1] == 2 else 2)]
    axes = [axes, axes] if isinstance(axes, int) else list(axes)
    if [a for a in axes if isinstance(a, (list, tuple))]:
        raise ValueError(f"Multiple target dimensions are not supported. Expected: None, int, (int, int), Provided: {axes}")
    axes = [a + r if a < 0 else a for a, r in zip(axes, ranks)]
    if 0 in axes:
        raise ValueError(
            "Cannot perform batch_dot over axis 0. If your inputs are not batched, add a dummy batch dimension to your inputs "
            "using K.expand_dims(x, 0)"
        )
    along = shapes[0][axes[0]], shapes[1][axes[1]]
    if None not in along and along[0] != along[1]:
        raise ValueError(
            f"Cannot do batch_dot on inputs with shapes {shapes[0]} and {shapes[1]} with axes={axes}. "
            f"x.shape[{axes[0]}] != y.shape[{axes[1]}] ({along[0]} != {along[1]})."
        )
    x = x if is_variable(x) else convert_to_tensor(x)  # which the operations read
    y = y if is_variable(y) else convert_to_tensor(y, dtype_hint=x.dtype.base_dtype)
    return shown_parts.recorded(_product, x, y, axes)


def _product(x, y, axes):
    """The product of tensors along `axes`, which begin at 1 and are not negative."""
    if one_by_one.wanted():
        return _product_by_matrices(x, y, *axes)
    # "b" is the batch, "a" the axis that the product goes along.
    letters = iter("cdefghijklmnopqrstuvwxyz")
    of_x, of_y = (["b"] + ["a" if i == axis else next(letters) for i in range(1, r)] for r, axis in zip((x.shape.rank, y.shape.rank), axes))
    out = [c for c in of_x if c != "a"] + [c for c in of_y[1:] if c != "a"]
    found = linalg.einsum(f"{''.join(of_x)},{''.join(of_y)}->{''.join(out)}", x, y)
    # Keras gives a column where nothing but the batch is left.
    return array_ops.expand_dims(found, 1) if len(out) == 1 else found


def _product_by_matrices(x, y, of_x, of_y):
    """The same by Keras' operations: a product of matrices, with axes moved and merged for it."""
    rank_x, rank_y = x.shape.rank, y.shape.rank
    if rank_x == 2:
        x, of_x = array_ops.expand_dims(x, 1), 2
    if rank_y == 2:
        y = array_ops.expand_dims(y, 2)
    if of_x != x.shape.rank - 1:
        x = array_ops.transpose(x, [i for i in range(x.shape.rank) if i != of_x] + [of_x])
    if of_y != 1:
        y = array_ops.transpose(y, [0, of_y] + [i for i in range(1, y.shape.rank) if i != of_y])
    before = after = None
    if x.shape.rank > 3:
        sizes = array_ops.shape(x)
        before = sizes[1:-1]
        x = array_ops.reshape(x, array_ops.stack([sizes[0], -1, sizes[-1]]))
    if y.shape.rank > 3:
        sizes = array_ops.shape(y)
        after = sizes[2:]
        y = array_ops.reshape(y, array_ops.stack([sizes[0], sizes[1], -1]))
    found = linalg.matmul(x, y)
    sizes = array_ops.shape(found)
    if before is not None:
        sizes = array_ops.concat([sizes[:1], before, sizes[-1:]], 0)
    if after is not None:
        sizes = array_ops.concat([sizes[:-1], after], 0)
    if before is not None or after is not None:
        found = array_ops.reshape(found, sizes)
    if rank_x == 2:
        return array_ops.squeeze(found, [1])
    return array_ops.squeeze(found, [-1]) if rank_y == 2 else found
