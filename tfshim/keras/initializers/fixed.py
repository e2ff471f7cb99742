"""Initializers that give the same values each time: zeros, ones, constants and the identity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.values import dtypes, memory

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

from tfshim.keras.initializers.base import Initializer, checked
from tfshim.keras.saving.serialization import deserialize_keras_object


def _filled(dtype):
    """`dtype`, which can hold zeros and ones. Raises ValueError for others."""
    if dtype == dtypes.string or not dtype.is_numpy_compatible:
        raise ValueError(f"Expected numeric or boolean dtype, got {dtype}.")
    return dtype


@tf_export("keras.initializers.Zeros", "keras.initializers.zeros")
class Zeros(Initializer):
    """Zeros; the usual beginning of biases. As a name: "zeros".

    Mirrors `tf.keras.initializers.Zeros`, also under `zeros`. For kernels it would keep all units of a layer the same for ever. It has no
    arguments of its own.

    Arguments:
        shape: when called: the sizes of the weight.
        dtype: its dtype, numbers or booleans; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype of strings.

    Example:
        >>> tf.keras.initializers.Zeros()((2, 2))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[0., 0.],
               [0., 0.]], dtype=float32)>
        >>> tf.keras.layers.Dense(1, kernel_initializer="zeros").kernel_initializer((2,), dtype="int32").numpy().tolist()
        [0, 0]
    """

    __module__ = "keras.src.initializers.initializers"

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = checked(self, shape, dtype, kwargs)
        return array_ops.zeros(shape, _filled(dtype))


@tf_export("keras.initializers.Ones", "keras.initializers.ones")
class Ones(Initializer):
    """Ones; the usual beginning of scales, as those of normalization. As a name: "ones".

    Mirrors `tf.keras.initializers.Ones`, also under `ones`. It has no arguments of its own.

    Arguments:
        shape: when called: the sizes of the weight.
        dtype: its dtype, numbers or booleans; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype of strings.

    Example:
        >>> tf.keras.initializers.Ones()((2, 2))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 1.],
               [1., 1.]], dtype=float32)>
        >>> tf.keras.initializers.get("ones")((2,), dtype="bool").numpy().tolist()
        [True, True]
    """

    __module__ = "keras.src.initializers.initializers"

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = checked(self, shape, dtype, kwargs)
        return array_ops.ones(shape, _filled(dtype))


@tf_export("keras.initializers.Constant", "keras.initializers.constant")
class Constant(Initializer):
    """One number everywhere, or given numbers.

    Mirrors `tf.keras.initializers.Constant`, also under `constant`. A bias that begins with the logit of a rare class, or an embedding that
    begins with vectors from elsewhere (`embeddings_initializer=Constant(matrix)`) are made with it.

    Arguments:
        value: a number, 0 by default, or an array of the shape of the weight.
        shape: when called: the sizes of the weight.
        dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        TypeError or ValueError, when called: an array of another number of elements.

    Example:
        >>> tf.keras.initializers.Constant(3.0)((2,)).numpy().tolist()
        [3.0, 3.0]
        >>> tf.keras.initializers.Constant([[1.0, 2.0]])((1, 2)).numpy().tolist()
        [[1.0, 2.0]]
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(self, value: TensorLike = 0) -> None:
        self.value = value

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = checked(self, shape, dtype, kwargs)
        return array_ops.constant(self.value, dtype=dtype, shape=shape)

    def get_config(self) -> dict[str, Any]:
        return {"value": self.value}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """An initializer with the value that a dictionary holds. Mirrors `tf.keras.initializers.Constant.from_config`.

        In a file a constant that is an array stands as the dictionary that `tf.keras.saving.serialize_keras_object` makes of it; that
        form is read too, and becomes an array again.

        Arguments:
            config: what `get_config` gave: {"value": a number, a list, an array, or an array in its serialized form}. An entry "dtype",
                which initializers of TensorFlow 1 have, is taken out and not used.

        Returns:
            A new `tf.keras.initializers.Constant`.

        Raises:
            TypeError: another entry than "value".

        Example:
            >>> made = tf.keras.initializers.Constant.from_config({"value": [1.0, 2.0]})
            >>> made((2,)).numpy().tolist()
            [1.0, 2.0]
        """
        value = config.get("value")
        return super().from_config({**config, "value": deserialize_keras_object(value)} if isinstance(value, dict) else config)


@tf_export("keras.initializers.Identity", "keras.initializers.identity")
class Identity(Initializer):
    """The identity matrix times a number. As a name: "identity".

    Mirrors `tf.keras.initializers.Identity`, also under `identity`. A matrix that is not square has ones along its main diagonal. It is for
    matrices alone: convolutions have another rank.

    Arguments:
        gain: the number; 1.0 by default.
        shape: when called: two sizes.
        dtype: the dtype of floats; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a shape of another rank, or a dtype that is not of floats.

    Example:
        >>> tf.keras.initializers.Identity(gain=2.0)((2, 3)).numpy().tolist()
        [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(self, gain: FloatLike = 1.0) -> None:
        self.gain = gain

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = checked(self, shape, dtype, kwargs, number=True, parts=False)
        if len(shape) != 2:
            raise ValueError(f"Identity matrix initializer can only be used for 2D matrices. Received: shape={shape} of rank {len(shape)}.")
        try:
            made = self.gain * np.eye(int(shape[0]), int(shape[1]))
        except (MemoryError, ValueError) as e:  # NumPy's ValueError is of sizes that it cannot count
            raise memory.error(e, tuple(int(d) for d in shape), dtypes.as_dtype(dtype)) from None
        return array_ops.constant(made, dtype=dtype)

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain}
