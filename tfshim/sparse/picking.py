"""The stored elements of a sparse tensor in another order."""

from tfshim.engine.ops.op import op


def _picked_shape(values, which):
    return values.dtype, [which.shape[0] if which.shape.rank == 1 else None]


@op("SparsePick", values="T", which="int64", dtype_agnostic=True, register=False, shape_fallback=_picked_shape)
def pick(values, which, name=None):
    """The elements with the numbers `which`. Unlike that of `tf.gather`, the gradient is dense."""
    return values[which]


@op("SparseSplit", values="T", which="int64", dtype_agnostic=True, grad="missing", register=False, shape_fallback=_picked_shape)
def pick_of_split(values, which, name=None):
    """The same without a gradient, which TensorFlow does not have for `tf.sparse.split`."""
    return values[which]
