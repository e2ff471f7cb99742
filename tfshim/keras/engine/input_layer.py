"""`InputLayer` and `tf.keras.Input`: where values enter a model."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.keras import _naming
from tfshim.keras.backend.settings import floatx
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.keras_tensor import KerasTensor, keras_tensor_from_type_spec
from tfshim.keras.engine.node import Node, type_spec_of
from tfshim.keras.saving.serialization import deserialize_keras_object
from tfshim.keras.v1 import inputs
from tfshim.keras.v1.mode import building
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.typespec import TypeSpec


_NAMED_TWICE = "Cannot provide {} with `type_spec`: all other args except `name` must be None"


@tf_export("keras.layers.InputLayer")
class InputLayer(Layer):
    """The layer that a model's input belongs to; `tf.keras.Input` makes one.

    Mirrors `tf.keras.layers.InputLayer`. It may stand first in a Sequential in place of `input_shape` of the first layer.

    Arguments:
        input_shape: the shape of an example, without the batch.
        batch_size: the size of the batch, of which each replica of a strategy has its part; None (default): any.
        dtype: `tf.keras.backend.floatx()`, float32, by default.
        input_tensor: a tensor to be wrapped in place of a new one.
        sparse, ragged: whether it stands for `tf.SparseTensor`s or `tf.RaggedTensor`s; None (default): for dense ones.
        type_spec: a `tf.TypeSpec` in place of shape and dtype.
        name: the name; None (default): "input_1" and so on.
        **kwargs: `batch_input_shape`: the shape with the batch.

    Raises:
        ValueError: two shapes, both `sparse` and `ragged`, a dtype that differs from that of `input_tensor`, or an unknown keyword.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.InputLayer(input_shape=(3,)), tf.keras.layers.Dense(2)])
        >>> model.input_shape, model.output_shape
        ((None, 3), (None, 2))
    """

    __module__ = "keras.src.engine.input_layer"
    _object_identifier = "_tf_keras_input_layer"
    sparse: bool
    ragged: bool
    batch_size: int | None
    is_placeholder: bool

    def __init__(
        self,
        input_shape: ShapeLike = None,
        batch_size: int | None = None,
        dtype: DTypeLike | None = None,
        input_tensor: AnyTensor | None = None,
        sparse: bool | None = None,
        name: str | None = None,
        ragged: bool | None = None,
        type_spec: TypeSpec | None = None,
        **kwargs: Any,
    ) -> None:
        if type_spec is not None:
            others = (("shape", input_shape), ("batch_size", batch_size), ("dtype", dtype), ("sparse", sparse), ("ragged", ragged))
            for given, value in others:
                if value not in (None, False):
                    raise ValueError(_NAMED_TWICE.format(f"`{given}`"))
        batch_shape = kwargs.pop("batch_input_shape", None)
        if batch_shape is not None and input_shape is not None:
            raise ValueError("Only provide the input_shape OR batch_input_shape argument to InputLayer, not both at the same time.")
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments: {list(kwargs)}")
        if sparse and ragged:
            raise ValueError("Cannot set both sparse and ragged to True in a Keras input.")
        if batch_size is not None:
            batch_size = _of_replica(batch_size)
        if batch_shape is None:
            if input_shape is not None:
                batch_shape = (batch_size, *TensorShape(input_shape).as_list())
        elif len(batch_shape):
            batch_shape = tuple(TensorShape(batch_shape).as_list())
        graph = building()
        if dtype is None:
            dtype = input_tensor.dtype if input_tensor is not None else floatx()
        if input_tensor is not None and as_dtype(dtype) != input_tensor.dtype:
            raise ValueError(
                f"`input_tensor.dtype` differs from `dtype`. Received: input_tensor.dtype={input_tensor.dtype} but expected dtype={dtype}"
            )
        if is_variable(input_tensor):
            input_tensor = input_tensor.value()
        if graph is not None and input_tensor is not None and not isinstance(input_tensor, Tensor):
            raise refused("tf.keras.layers.InputLayer", "input_tensor")
        if not name:
            name = f"input_{_naming.uid('input')}"
        # Values enter in the dtype they were declared with, whatever the policy computes in. Where a type spec declares them, which need
        # not have one dtype, the layer's own says nothing.
        super().__init__(dtype=dtype, name=name, autocast=False)
        self.__dict__.update(built=True, sparse=bool(sparse), ragged=bool(ragged), batch_size=batch_size, supports_masking=True)
        if type_spec is None:
            type_spec = type_spec_of(input_tensor) if input_tensor is not None else _spec(batch_shape, self._dtype, sparse, ragged, name)
            self.__dict__["_init_type_spec"] = None
        else:
            self.__dict__["_init_type_spec"] = type_spec
        shape = type_spec.shape if hasattr(type_spec, "shape") else type_spec._shape
        self.__dict__["_batch_input_shape"] = None if shape.rank is None else tuple(shape.as_list())
        # As in Keras, of a value only what it is like counts.
        self.__dict__["is_placeholder"] = input_tensor is None or isinstance(input_tensor, KerasTensor)
        if graph is None:
            Node(layer=self, outputs=keras_tensor_from_type_spec(type_spec, name))
            return
        tensor = inputs.for_spec(type_spec, name) if input_tensor is None else input_tensor
        self.__dict__["is_placeholder"] = inputs.is_fed(tensor)
        Node(layer=self, outputs=tensor)

    @property
    def type_spec(self) -> TypeSpec:
        """The `tf.TypeSpec` of the value that enters."""
        return type_spec_of(self._inbound_nodes[0].outputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> InputLayer:
        if isinstance(config.get("type_spec"), dict):
            config = {**config, "type_spec": deserialize_keras_object(config["type_spec"])}
        return cls(**config)

    def get_config(self) -> dict[str, Any]:
        if self._init_type_spec is not None:
            return {"name": self.name, "type_spec": self._init_type_spec}
        return {
            "batch_input_shape": self._batch_input_shape,
            "dtype": self.dtype,
            "sparse": self.sparse,
            "ragged": self.ragged,
            "name": self.name,
        }


def _spec(batch_shape, dtype, sparse, ragged, name):
    if sparse:
        return SparseTensorSpec(batch_shape, dtype)
    if ragged:
        # Rows are of several lengths along the last dimension of unknown size; what follows it is of one shape.
        sizes = TensorShape(batch_shape).as_list()
        return RaggedTensorSpec(batch_shape, dtype, max((i for i, n in enumerate(sizes) if n is None), default=0))
    return TensorSpec(batch_shape, dtype, name)


def _of_replica(batch_size):
    """The part of a batch that each replica of the strategy in scope gets."""
    distribute = sys.modules.get("tfshim.distribute")  # a program with a strategy has imported it already
    replicas = distribute.get_strategy().num_replicas_in_sync if distribute is not None and distribute.has_strategy() else 1
    if batch_size % replicas:
        raise ValueError(f"The `batch_size` argument ({batch_size}) must be divisible by the number of replicas ({replicas})")
    return batch_size // replicas


@tf_export("keras.Input", "keras.layers.Input")
def Input(
    shape: ShapeLike = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: DTypeLike | None = None,
    sparse: bool | None = None,
    tensor: AnyTensor | None = None,
    ragged: bool | None = None,
    type_spec: TypeSpec | None = None,  # noqa: N802
    **kwargs: Any,
) -> AnyTensor:
    """A Keras tensor: a placeholder that models of Keras tensors begin with.

    Mirrors `tf.keras.Input`, also `tf.keras.layers.Input`. Layers and TensorFlow functions that are called on it give Keras tensors again,
    and `tf.keras.Model(inputs, outputs)` makes a model of them.

    Arguments:
        shape: the shape of an example, without the batch, as `(28, 28, 1)`; None in it is a size that may vary; `()` is a number.
        batch_size: the size of the batch, of which each replica of a strategy has its part; None (default): any.
        name: the name of the input, by which dictionaries of data name it; None (default): "input_1" and so on.
        dtype: `tf.keras.backend.floatx()`, float32, by default.
        sparse, ragged: whether it stands for `tf.SparseTensor`s or `tf.RaggedTensor`s; None (default): for dense ones.
        tensor: a tensor to be wrapped in place of a new one.
        type_spec: a `tf.TypeSpec` in place of shape and dtype.
        **kwargs: `batch_input_shape` or `batch_shape`: the shape with the batch.

    Returns:
        A Keras tensor.

    Raises:
        ValueError: no shape at all, two of them, both `sparse` and `ragged`, or an unknown keyword.

    Example:
        >>> x = tf.keras.Input(shape=(3,))
        >>> x.shape, x.dtype
        (TensorShape([None, 3]), tf.float32)
        >>> y = tf.keras.layers.Dense(2)(x) * 2
        >>> tf.keras.Model(x, y)(tf.ones([4, 3])).shape
        TensorShape([4, 2])
    """
    if sparse and ragged:
        raise ValueError("Cannot set both `sparse` and `ragged` to `True` in a Keras `Input`.")
    batch_shape = kwargs.pop("batch_input_shape", kwargs.pop("batch_shape", None))
    if shape is not None and batch_shape is not None:
        raise ValueError("Only provide the `shape` OR `batch_input_shape` argument to Input, not both at the same time.")
    if batch_shape is None and shape is None and tensor is None and type_spec is None:
        raise ValueError(
            "Please provide to Input a `shape` or a `tensor` or a `type_spec` argument. Note that `shape` does not include "
            "the batch dimension."
        )
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments: {list(kwargs)}")
    arguments = {"name": name, "dtype": dtype, "sparse": sparse, "ragged": ragged, "input_tensor": tensor, "type_spec": type_spec}
    if batch_shape is not None:
        arguments["batch_input_shape"] = tuple(TensorShape(batch_shape).as_list())
    else:
        arguments["batch_size"], arguments["input_shape"] = batch_size, shape
    return InputLayer(**arguments)._inbound_nodes[0].outputs
