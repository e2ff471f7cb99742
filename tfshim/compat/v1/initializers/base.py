"""What initializers of TensorFlow 1 share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from typing import Self

    from tfshim.compat.v1.variables.partitioned import PartitionInfo
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor


def sizes_of(shape):
    """The sizes of a static shape as a list; a tensor of sizes as it is."""
    return shape if not isinstance(shape, (list, tuple, TensorShape)) else TensorShape(shape).as_list()


def floating(dtype):
    """The DType `dtype`. Raises ValueError unless it is one of floating-point numbers."""
    dtype = as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


@tf_private("tensorflow.python.ops.init_ops.Initializer")
class Initializer:
    """Base of the initializers: called with a shape, a dtype and a partition it gives the initial value."""

    _fields: tuple[str, ...] = ()
    _keras_name: str | None = None  # the public name below `keras.initializers`, by which Keras' files know it

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """Give the arguments that the initializer was made with. Mirrors `get_config` of the initializers of `tf.compat.v1`.

        `from_config` of the same class makes an equal one of it. Numbers and texts go into JSON as they are; the dtype is there by
        its name. Layers keep it where they are saved. Tensors among the arguments stay tensors, which JSON does not take.

        Returns:
            A new dictionary from names of arguments to values; to change it does not change the initializer.

        Example:
            >>> config = tf.compat.v1.random_normal_initializer(stddev=0.5, seed=3).get_config()
            >>> config["stddev"], config["seed"], config["dtype"]
            (0.5, 3, 'float32')
        """
        made = {f: getattr(self, f) for f in self._fields}
        return {k: v.name if isinstance(v, dtypes.DType) else v for k, v in made.items()}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """Make the initializer that a configuration describes. Mirrors `from_config` of the initializers of `tf.compat.v1`.

        It is called on the class. Layers keep their initializers as configurations where they are saved, and make them again by this;
        a program does it to copy one, or to read it from JSON.

        Arguments:
            config: the dictionary that `get_config` of an initializer of this class gave; it may hold fewer arguments,
                for which the defaults stand.

        Returns:
            An initializer of the class.

        Raises:
            TypeError: an argument that the class does not have.

        Example:
            >>> config = tf.compat.v1.constant_initializer(3.0).get_config()
            >>> tf.compat.v1.constant_initializer.from_config(config)([2]).numpy().tolist()
            [3.0, 3.0]
        """
        return cls(**config)

    def _type(self, dtype):
        return self.dtype if dtype is None else as_dtype(dtype)
