"""Inputs, targets and sample weights: packed into the tuples that training steps get, and unpacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("keras.utils.unpack_x_y_sample_weight")
def unpack_x_y_sample_weight(data: TensorLike) -> tuple[Any, ...]:
    """The parts of a batch as a triple, with None for those that are missing.

    Mirrors `tf.keras.utils.unpack_x_y_sample_weight`. Overrides of `train_step` and `test_step` begin with it, so that they take all forms
    of data that `fit` does.

    Arguments:
        data: `x`, `(x,)`, `(x, y)` or `(x, y, sample_weight)`, a tuple or list.

    Returns:
        `(x, y, sample_weight)`.

    Raises:
        ValueError: more than three parts.

    A `train_step` of one's own begins with it.

    Example:
        >>> tf.keras.utils.unpack_x_y_sample_weight((1, 2))
        (1, 2, None)
        >>> tf.keras.utils.unpack_x_y_sample_weight(np.float64(1.5)) == (1.5, None, None)
        True
    """
    if not isinstance(data, (list, tuple)):
        return data, None, None
    if not 1 <= len(data) <= 3:
        raise ValueError(f"Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: {data}")
    return (*data, *[None] * (3 - len(data)))


@tf_export("keras.utils.pack_x_y_sample_weight")
def pack_x_y_sample_weight(x: TensorLike, y: TensorLike | None = None, sample_weight: TensorLike | None = None) -> Any:
    """Inputs, targets and weights as one batch, in the form that `fit` takes.

    Mirrors `tf.keras.utils.pack_x_y_sample_weight`. The opposite of `unpack_x_y_sample_weight`: the tuple is as long as need be, and inputs
    alone are given as they are, unless they are a tuple or list themselves, which is put into a tuple.

    Arguments:
        x: the inputs.
        y: the targets, or None.
        sample_weight: the weights, or None.

    Returns:
        `x`, `(x,)`, `(x, y)` or `(x, y, sample_weight)`.

    Example:
        >>> tf.keras.utils.pack_x_y_sample_weight("x", "y")
        ('x', 'y')
        >>> tf.keras.utils.pack_x_y_sample_weight("x")
        'x'
        >>> tf.keras.utils.pack_x_y_sample_weight("x", sample_weight="w")
        'x'
    """
    if y is None:
        return (x,) if isinstance(x, tuple) else x
    return (x, y) if sample_weight is None else (x, y, sample_weight)
