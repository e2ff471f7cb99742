"""What recurrent cells of TensorFlow 1 use of `tensorflow.python.ops.rnn_cell_impl` beside the public classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import DTypeLike


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


@tf_private("tensorflow.python.ops.rnn_cell_impl._Linear")
class Linear:
    """`args` side by side times a kernel, plus a bias: two variables of the variable scope in which it is made.

    `args`: a tensor [batch, n] or a list of them, which a call takes others of the same shapes of; `build_bias`: whether there is a bias.
    """

    def __init__(self, args: Any, output_size: int, build_bias: bool, bias_initializer: Any = None, kernel_initializer: Any = None) -> None:
        if args is None or nest.is_nested(args) and not args:
            raise ValueError("`args` must be specified")
        self._is_sequence = nest.is_nested(args)
        shapes = [a.shape for a in (args if self._is_sequence else [args])]
        for shape in shapes:
            if shape.rank != 2:
                raise ValueError(f"linear is expecting 2D arguments: {shapes}")
            if shape[1] is None:
                raise ValueError(f"linear expects shape[1] to be provided for shape {shape}, but saw {shape[1]}")
        self._build_bias = build_bias
        dtype = (args[0] if self._is_sequence else args).dtype
        scope = tf.compat.v1.get_variable_scope()
        with tf.compat.v1.variable_scope(scope):
            size = sum(shape[1] for shape in shapes)
            self._weights = tf.compat.v1.get_variable("kernel", [size, output_size], dtype=dtype, initializer=kernel_initializer)
            if build_bias:
                initializer = bias_initializer or tf.compat.v1.constant_initializer(0.0, dtype=dtype)
                self._biases = tf.compat.v1.get_variable("bias", [output_size], dtype=dtype, initializer=initializer)

    def __call__(self, args: Any) -> Any:
        joined = tf.concat(args, 1) if self._is_sequence and len(args) > 1 else args[0] if self._is_sequence else args
        product = tf.matmul(joined, self._weights)
        return tf.nn.bias_add(product, self._biases) if self._build_bias else product
