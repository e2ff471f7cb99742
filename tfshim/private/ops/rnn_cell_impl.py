"""What recurrent cells of TensorFlow 1 use of `tensorflow.python.ops.rnn_cell_impl` beside the public classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import DTypeLike


# What TensorFlow 1's cells call their variables.
BIAS, WEIGHTS = "bias", "kernel"
tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl._BIAS_VARIABLE_NAME")(BIAS)
tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl._WEIGHTS_VARIABLE_NAME")(WEIGHTS)


@tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl._concat")
def concat(prefix: Any, suffix: Any, static: bool = False) -> Any:
    """The sizes of `prefix`, then those of `suffix`: scalars, vectors or shapes, as an int32 vector.

    With `static` a list, None for an unknown rank. Raises ValueError for shapes that are not known far enough.
    """
    parts, shapes = [], []
    for name, part in (("prefix", prefix), ("suffix", suffix)):
        if isinstance(part, tf.Tensor):
            shape = tf.get_static_value(part)
            if part.shape.rank not in (0, 1):
                raise ValueError(f"{name} tensor must be either a scalar or vector, but saw tensor: {part}")
            tensor = tf.expand_dims(part, 0) if part.shape.rank == 0 else part
            shape = None if shape is None else tf.TensorShape(shape.reshape(-1).tolist())
        else:
            shape = tf.TensorShape([part] if isinstance(part, int) else part)
            tensor = tf.constant(shape.as_list(), tf.int32) if shape.is_fully_defined() else None
        parts.append(tensor)
        shapes.append(shape)
    if static:
        joined = tf.TensorShape(None) if None in shapes else shapes[0].concatenate(shapes[1])
        return None if joined.rank is None else joined.as_list()
    if any(p is None for p in parts):
        raise ValueError(f"Provided a prefix or suffix of None: {prefix} and {suffix}")
    return tf.concat(parts, 0)


@tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl._zero_state_tensors")
def zero_state_tensors(state_size: Any, batch_size: Any, dtype: DTypeLike) -> Any:
    """Zeros for a state of the structure `state_size` of sizes or shapes, each with `batch_size` before it."""

    def zeros(size):
        made = tf.zeros(concat(batch_size, size), dtype=dtype)
        if not tf.executing_eagerly():
            made.set_shape(concat(batch_size, size, static=True))
        return made

    return nest.map_structure(zeros, state_size)


@tf_private("tensorflow.python.ops.rnn_cell_impl._like_rnncell")
def like_rnncell(cell: Any) -> bool:
    """Whether `cell` can be used as a recurrent cell: it is callable, and has the sizes and the first state of one."""
    return callable(cell) and all(hasattr(cell, name) for name in ("output_size", "state_size", "zero_state"))
